"""What retrieval gives back: text units in the order of their score, and the edges that led to some of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from parsed_graph.view import Link


@dataclass(frozen=True, slots=True)
class Hit:
    """A text unit that was found. `service` is an id or ""; `ranks` says at which place each ranking had it, from 1."""

    text_unit_id: str
    kind: str
    title: str
    repo: str
    path: str
    line: int
    service: str
    text: str
    score: float
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Hits with the best first, the edges that were followed, and what the reader should know of how they were found."""

    hits: tuple[Hit, ...]
    links: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()
