"""A decision record or postmortem as text, and as values for JSON."""

from collections.abc import Mapping

from parsed_graph.queries.show import Card
from pipelines.documents.describe_record import RecordDescription, description_lines
from pipelines.serving.as_json import plain
from pipelines.serving.terminal import say


def say_record(found: RecordDescription) -> None:
    """Status and place, services with what binds them, the chain of supersession, references, decisions by category."""
    for number, line in enumerate(description_lines(found)):
        say(line, "bold" if number == 0 else "dim" if line.startswith("    ") else "")


def record_json(card: Card, found: RecordDescription) -> Mapping[str, object]:
    """The card of any node, and under `record` what only a record has."""
    return {
        **{name: getattr(card, name) for name in ("node", "leaving", "reaching", "counts", "others")},
        "record": {name: value for name, value in dict(_fields(found)).items() if name != "node"},
    }


def _fields(found: RecordDescription) -> Mapping[str, object]:
    fields = plain(found)
    assert isinstance(fields, Mapping)
    return fields
