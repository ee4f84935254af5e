"""Accepted records over one service whose decisions seem to oppose each other: candidates for a reader, with both quotes."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parsed_graph.model import Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, NodeLabel

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


MAX_RECORDS = 100
"""For or against one thing: a word that more decide about is no ground to compare them."""


@dataclass(frozen=True, slots=True, order=True)
class Said:
    """The words of a decision, and where they stand."""

    quote: str
    place: str


@dataclass(frozen=True, slots=True)
class Opposition:
    """Two records by id, over services that both are tied to; one is for `what`, the other against it."""

    one: str
    other: str
    services: tuple[str, ...]
    what: str
    one_says: Said
    other_says: Said


def find_oppositions(graph: PropertyGraph) -> tuple[Opposition, ...]:
    """Pairs of accepted records of which neither supersedes or amends the other. Nothing is written to the graph."""
    wanted: defaultdict[str, dict[str, Said]] = defaultdict(dict)
    unwanted: defaultdict[str, dict[str, Said]] = defaultdict(dict)
    for record in graph.nodes(NodeLabel.ADR):
        if record.properties.get("status") == "accepted":
            for said in _decisions(graph, record):
                against = _things(_AGAINST_OF, said) | _things(_INSTEAD_OF, said)
                for what in against:
                    unwanted[what].setdefault(record.id, said)
                for what in _things(_FOR_OF, said) - against:
                    wanted[what].setdefault(record.id, said)
    found: dict[tuple[str, str], Opposition] = {}
    for what in sorted(wanted.keys() & unwanted.keys()):
        if max(len(wanted[what]), len(unwanted[what])) <= MAX_RECORDS:
            for each in _opposed(graph, what, wanted[what], unwanted[what]):
                found.setdefault((each.one, each.other), each)
    return tuple(found[pair] for pair in sorted(found))


def _opposed(
    graph: PropertyGraph, what: str, wanted: Mapping[str, Said], unwanted: Mapping[str, Said]
) -> Iterator[Opposition]:
    for one, first in wanted.items():
        # A record that is for and against a thing tells two cases apart: that is no contradiction.
        for other, second in unwanted.items() if one not in unwanted else ():
            services = _services(graph, one) & _services(graph, other)
            if other not in wanted and services and not _are_linked(graph, one, other):
                (lower, said), (upper, replied) = sorted([(one, first), (other, second)])
                yield Opposition(lower, upper, tuple(sorted(services)), what, said, replied)


def _decisions(graph: PropertyGraph, record: Node) -> Iterator[Said]:
    for edge in graph.out_edges(record.id, EdgeType.DECIDES):
        node = graph.node(edge.target)
        first = next((each for each in edge.evidence if each.quote), edge.evidence[0] if edge.evidence else None)
        if node is not None:
            quote = first.quote if first and first.quote else str(node.properties.get("text", node.name))
            yield Said(quote, f"{first.repo}:{first.path}:{first.line}" if first else "")


def _services(graph: PropertyGraph, record: str) -> set[str]:
    governed = {edge.source for edge in graph.in_edges(record, EdgeType.GOVERNED_BY)}
    direct = (
        e for e in graph.out_edges(record, EdgeType.RELATES_TO) if e.properties.get("impact", "direct") == "direct"
    )
    return governed | {edge.target for edge in direct}


def _are_linked(graph: PropertyGraph, one: str, other: str) -> bool:
    """Whether one of two records amends or supersedes the other: then they say how they go together."""
    kinds = (EdgeType.SUPERSEDES, EdgeType.AMENDS)
    ends = {edge.target for edge in graph.out_edges(one, *kinds)} | {
        edge.source for edge in graph.in_edges(one, *kinds)
    }
    return other in ends


def _things(pattern: re.Pattern[str], said: Said) -> set[str]:
    return {" ".join(found["what"].lower().split()) for found in pattern.finditer(said.quote)}
