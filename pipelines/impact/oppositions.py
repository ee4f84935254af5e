"""Accepted records over one service whose decisions seem to oppose each other: candidates for a reader, with both quotes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from parsed_graph.model import Node
from parsed_graph.schema import EdgeType
from parsed_graph.view import View
from pipelines.documents.describe_record import RecordedDecision, recorded_decisions

MAX_RECORDS = 60
"""Of one service: more are not compared with each other."""
_FOR = r"use|uses|adopt|adopts|introduce|keep|keeps|choose|standardise on|standardize on|move to|migrate to|rely on|run|share|allow|allows|usar|usamos|adotar|adotamos|manter|permitir"
_AGAINST = r"not use|no longer use|stop using|never use|not allow|do without|retire|retires|remove|drop|avoid|forbid|forbids|ban|abandon|replace|not share|no longer share|stop sharing|não usar|deixar de usar|remover|abandonar|evitar|proibir"
_FILLER = r"(?:the|a|an|our|own|one|any|all|this|that|new|same|single|only|o|a|os|as|um|uma)"
_END = r"(?=$|[.,;:!?()]|\s(?:for|to|as|in|on|with|from|between|because|so|and|or|by|of|instead|when|where|while|is|are|para|em|com|por|e|ou)\b)"
_AGAINST_OF = re.compile(rf"\b(?:{_AGAINST})\s+(?:{_FILLER}\s+)*(?P<what>[\w][\w .+#/-]{{1,40}}?){_END}", re.I)
_FOR_OF = re.compile(
    rf"(?<!not )(?<!longer )(?<!never )\b(?:{_FOR})\s+(?:{_FILLER}\s+)*(?P<what>[\w][\w .+#/-]{{1,40}}?){_END}", re.I
)
_INSTEAD_OF = re.compile(
    rf"\b(?:instead of|rather than|em vez de)\s+(?:{_FILLER}\s+)*(?P<what>[\w][\w .+#/-]{{1,40}}?){_END}", re.I
)


@dataclass(frozen=True, slots=True)
class Opposition:
    """Two accepted records over `services`, neither of which replaces the other; one is for `what`, the other against it."""

    one: Node
    other: Node
    services: tuple[str, ...]
    what: str
    one_says: RecordedDecision
    other_says: RecordedDecision


def find_oppositions(view: View, services: Iterable[int]) -> tuple[Opposition, ...]:
    """Candidates among the accepted records over each of some services, by their keys. Nothing is written to the graph."""
    found: dict[tuple[int, int, str], tuple[set[str], RecordedDecision, RecordedDecision]] = {}
    said: dict[int, Sequence[RecordedDecision]] = {}
    for service in services:
        records = list(_accepted(view, service))[:MAX_RECORDS]
        for one, other in combinations(records, 2):
            for key in (one, other):
                said.setdefault(key, recorded_decisions(view, key))
            if _are_linked(view, one, other):
                continue
            for what, first, second in _opposed(said[one], said[other]):
                names, *_ = found.setdefault((one, other, what), (set(), first, second))
                names.add(view.node(service).name)
    return tuple(
        Opposition(view.node(one), view.node(other), tuple(sorted(names)), what, first, second)
        for (one, other, what), (names, first, second) in sorted(found.items())
    )


def _accepted(view: View, service: int) -> Iterator[int]:
    links = [link.target for link in view.leaving(service, EdgeType.GOVERNED_BY)]
    links += [link.source for link in view.reaching(service, EdgeType.RELATES_TO)]
    for key in sorted(set(links)):
        if view.node(key).label == "ADR" and view.node(key).properties.get("status") == "accepted":
            yield key


def _are_linked(view: View, one: int, other: int) -> bool:
    """Whether one of two records amends or supersedes the other: then they say how they go together."""
    links = (
        *view.leaving(one, EdgeType.SUPERSEDES, EdgeType.AMENDS),
        *view.reaching(one, EdgeType.SUPERSEDES, EdgeType.AMENDS),
    )
    return any(other in (link.source, link.target) for link in links)


def _opposed(
    one: Sequence[RecordedDecision], other: Sequence[RecordedDecision]
) -> Iterator[tuple[str, RecordedDecision, RecordedDecision]]:
    seen: set[str] = set()
    for first in one:
        for second in other:
            for what in sorted((_wanted(first) & _unwanted(second)) | (_unwanted(first) & _wanted(second))):
                if what not in seen:
                    seen.add(what)
                    yield what, first, second


def _wanted(decision: RecordedDecision) -> set[str]:
    return _things(_FOR_OF, decision) - _unwanted(decision)


def _unwanted(decision: RecordedDecision) -> set[str]:
    return _things(_AGAINST_OF, decision) | _things(_INSTEAD_OF, decision)


def _things(pattern: re.Pattern[str], decision: RecordedDecision) -> set[str]:
    text = decision.quote or decision.text
    return {" ".join(found["what"].lower().split()) for found in pattern.finditer(text)}
