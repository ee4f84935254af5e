"""One state of an estate as changes are read from it: the graph, the facts behind it, the files."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import Fact
from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import ANSWER_CONFIDENCE, EdgeType, NodeLabel

Place = tuple[str, str]
"""A repository and a path in it."""
_LEFT_OUT = frozenset({NodeLabel.FILE, NodeLabel.PACKAGE})


@dataclass(frozen=True)
class State:
    """`digests` are those of the parsed files, by place."""

    graph: PropertyGraph
    facts: EstateFacts
    digests: Mapping[Place, str]

    def service_of(self, node_id: str) -> Node | None:
        """The service that a node is, or belongs to."""
        node = self.graph.node(node_id)
        if node is None or node.label is NodeLabel.SERVICE:
            return node
        return self.graph.node(node.service) if node.service else None

    @cached_property
    def facts_by_place(self) -> Mapping[Place, list[Located[Fact]]]:
        """Every fact, by the file it was read in."""
        found: defaultdict[Place, list[Located[Fact]]] = defaultdict(list)
        for located in self.facts:
            found[located.repo, located.path].append(located)
        return found


def seen_state(
    graph: PropertyGraph,
    facts: EstateFacts,
    digests: Mapping[Place, str],
    least_confidence: float = ANSWER_CONFIDENCE,
) -> State:
    """A state without what is too uncertain; files and packages say nothing here.

    Nothing is kept from whoever compares: they hold the checkouts that both states are read from.
    """
    seen = PropertyGraph()
    for node in graph.nodes():
        if node.label not in _LEFT_OUT:
            seen.add_node(node)
    for edge in graph.edges():
        if edge.confidence >= least_confidence - 1e-9 and seen.node(edge.source) and seen.node(edge.target):
            seen.add_edge(edge)
    return State(seen, facts, digests)


@dataclass(frozen=True)
class TwoStates:
    """Before and after. `renamed` gives the id afterwards of services that are called otherwise before."""

    before: State
    after: State
    renamed: Mapping[str, str]

    def later(self, node_id: str) -> str:
        """The id that a service has afterwards."""
        return self.renamed.get(node_id, node_id)

    def is_same_file(self, repo: str, path: str) -> bool:
        """Whether a file is the same in both states."""
        return self.before.digests.get((repo, path)) == self.after.digests.get((repo, path)) is not None

    def later_lines(self, evidence: Evidence) -> list[int]:
        """The lines on which what an edge was read from stands afterwards; none where it is gone."""
        place = (evidence.repo, evidence.path)
        if self.is_same_file(*place):
            return [evidence.line]
        old = [each for each in self.before.facts_by_place.get(place, ()) if each.fact.span.line == evidence.line]
        wanted = {_content(each.fact) for each in old}
        return [
            each.fact.span.line for each in self.after.facts_by_place.get(place, ()) if _content(each.fact) in wanted
        ]


def _content(fact: Fact) -> tuple[object, ...]:
    """What a fact says, wherever it stands."""
    fields = (getattr(fact, name) for name in type(fact).__struct_fields__ if name not in ("span", "end_line"))
    return (type(fact), *map(repr, fields))


def first_place(edge: Edge) -> str:
    """Where an edge was read first: `repo:path:line`."""
    if not edge.evidence:
        return ""
    found = edge.evidence[0]
    return f"{found.repo}:{found.path}:{found.line}"


def by_key(
    graph: PropertyGraph, label: NodeLabel, key: Callable[[Node], tuple[str, ...]]
) -> dict[tuple[str, ...], Node]:
    """The nodes of a label by a key of theirs."""
    return {key(node): node for node in graph.nodes(label)}


def edges_of(graph: PropertyGraph, kind: EdgeType, label: NodeLabel) -> Iterator[tuple[Edge, Node]]:
    """Edges of a type whose target has a label, with it."""
    for edge in graph.edges(kind):
        target = graph.node(edge.target)
        if target is not None and target.label is label:
            yield edge, target
