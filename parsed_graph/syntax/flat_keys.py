"""Nested configuration as dotted keys: `a: {b: [x]}` is `a.b[0] = x`, as Spring writes it."""

from collections.abc import Iterator

from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue


def flat_keys(value: YamlValue, line: int = 1, key: str = "") -> Iterator[tuple[str, str, int]]:
    """(key, scalar, line) of every leaf that has a value, in file order. Depth is bounded by the YAML reader."""
    if isinstance(value, YamlMapping):
        for name, child in value.items():
            yield from flat_keys(child, value.line_of(name), _join(key, name))
    elif isinstance(value, YamlList):
        for index, (child, at) in enumerate(zip(value, value.lines, strict=True)):
            yield from flat_keys(child, at, f"{key}[{index}]")
    elif value is not None and key:
        yield key, value, line


def _join(prefix: str, name: str) -> str:
    # `"[/api/**]"` is Spring's way to keep a key's own dots and slashes.
    return f"{prefix}.{name}" if prefix and not name.startswith("[") else f"{prefix}{name}"
