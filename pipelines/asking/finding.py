"""What an operation over the graph found: statements with the edges that prove them, before they are worded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from parsed_graph.model import Edge
from pipelines.retrieval.hit import Hit


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of an answer. `proof` are the edges it cites, `hits` the texts, `places` what a report cites: (subject, place).

    `about` is the id of the node it is on, or "".
    """

    text: str
    proof: tuple[Edge, ...] = ()
    hits: tuple[Hit, ...] = ()
    about: str = ""
    places: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """`nodes` are ids of what was asked for, in order; `edges` what the answer states. `yes_no` is yes, no, unknown or "".

    `paths` are ids from end to end, the first the one that is told. `context` are edges around it, for the fragment.
    """

    headline: Statement
    statements: tuple[Statement, ...] = ()
    nodes: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    count: int | None = None
    yes_no: str = ""
    context: tuple[Edge, ...] = ()
    hits: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    steps: tuple[str, ...] = field(default=())
    """What was looked at, for `--explain`."""


def distinct(ids: Sequence[str]) -> tuple[str, ...]:
    """Each id once, in the order of first use."""
    return tuple(dict.fromkeys(ids))


def distinct_edges(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Each edge of a layer once, in the order of first use."""
    return tuple({(edge.source, edge.type, edge.target, edge.layer): edge for edge in edges}.values())
