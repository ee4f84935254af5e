"""The defaults of `query_settings`, and whether a settings file changes any: asked before pydantic is imported, which takes long."""

from pathlib import Path

from parsed_graph.schema import ANSWER_CONFIDENCE

CONFIDENCE = ANSWER_CONFIDENCE
CYPHER_ROWS = 1_000
CYPHER_SECONDS = 10.0
_DEFAULTS = {"confidence": CONFIDENCE, "cypher_rows": CYPHER_ROWS, "cypher_seconds": CYPHER_SECONDS}


def changes_queries(file: Path) -> bool:
    """Whether the section `query` of a file says anything but the defaults, or cannot be read at a glance."""
    import yaml

    try:
        values = yaml.load(file.read_text(encoding="utf-8-sig"), yaml.CSafeLoader) or {}
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return True
    section = (values.get("query") or {}) if isinstance(values, dict) else values
    return not isinstance(section, dict) or any(_DEFAULTS.get(name) != value for name, value in section.items())
