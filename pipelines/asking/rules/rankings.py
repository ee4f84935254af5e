"""Which nodes have most of something, more than a number of it, or how many there are in each group."""

from parsed_graph.schema import NodeLabel
from pipelines.asking.filters import read_filters
from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.asking.measures import read_measure
from pipelines.asking.mention import COMMUNITY
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route

_NARROWING = frozenset({NodeLabel.TEAM, COMMUNITY})
_RANKED = frozenset(
    {
        NodeLabel.SERVICE,
        NodeLabel.TOPIC,
        NodeLabel.EVENT,
        NodeLabel.ENDPOINT,
        NodeLabel.DATABASE,
        NodeLabel.TEAM,
        NodeLabel.ADR,
        NodeLabel.LIBRARY,
        NodeLabel.INCIDENT,
    }
)


def route_rankings(reading: Reading, asked: str) -> Route | None:
    """Only teams and subsystems may be named: they narrow the list."""
    if asked not in _RANKED or any(mention.kind not in _NARROWING for mention in reading.mentions):
        return None
    measure = read_measure(reading.text)
    if measure is None:
        return None
    filters = {
        "label": asked,
        **{name: value for name, value in read_filters(reading, asked).items() if value != "none"},
    }
    return Route(Intent.AGGREGATE, Operation.RANK, strategy=Strategy.AGGREGATE, filters=filters, measure=measure)
