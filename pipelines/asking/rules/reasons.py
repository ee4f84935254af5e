"""Why, how to, and what happened: told in texts, not in the graph."""

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import BREAKABLE, lookup, named

_RECORDS = frozenset({NodeLabel.ADR, NodeLabel.INCIDENT})


def route_reasons(reading: Reading, asked: str) -> Route | None:
    """Why, how to, and what happened are told in texts, not in the graph."""
    text = reading.text
    is_told = vocabulary.WHY.search(text) or vocabulary.HAPPENED.search(text) or vocabulary.ADVICE.search(text)
    if not is_told or (vocabulary.ON_CALL.search(text) and reading.mentions and not vocabulary.WHY.search(text)):
        return None
    if vocabulary.PATH.search(text) and len(named(reading, BREAKABLE)) >= 2:
        return None
    if (
        not vocabulary.WHY.search(text)
        and (vocabulary.DECISION.search(text) or vocabulary.INCIDENT.search(text))
        and named(reading, frozenset({NodeLabel.SERVICE}))
        and asked in _RECORDS
    ):
        return None
    return lookup(reading, is_sure=True)
