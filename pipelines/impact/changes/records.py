"""Decision records that came, went, changed or were superseded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parsed_graph.model import Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.changes.change import Action
from pipelines.impact.changes.state import TwoStates

_WATCHED = ("title", "status", "date", "owner", "path")


@dataclass(frozen=True, slots=True)
class RecordChange:
    """`action` is added, removed or changed; `what` says in what; `superseded_by` are records that newly supersede it."""

    action: Action
    record: Node
    what: tuple[str, ...]
    superseded_by: tuple[Node, ...] = ()


def record_changes(states: TwoStates) -> tuple[RecordChange, ...]:
    """By id. A text that changed in nothing that is read from it is a change too."""
    before, after = states.before.graph, states.after.graph
    found = []
    for record in after.nodes(NodeLabel.ADR):
        old = before.node(record.id)
        if old is None:
            found.append(RecordChange(Action.ADDED, record, tuple(_governs(after, record.id))))
            continue
        what = [*_properties(old, record), *_ties(states, record.id)]
        superseded = tuple(_superseding(after, record.id, _sources(before, record.id)))
        if not what and _text_differs(states, old, record):
            what = ["its text"]
        if what or superseded:
            found.append(RecordChange(Action.CHANGED, record, tuple(what), superseded))
    found += [
        RecordChange(Action.REMOVED, record, ())
        for record in before.nodes(NodeLabel.ADR)
        if after.node(record.id) is None
    ]
    return tuple(sorted(found, key=lambda each: each.record.id))


def _properties(old: Node, new: Node) -> Iterator[str]:
    for name in _WATCHED:
        one, other = str(old.properties.get(name, "")), str(new.properties.get(name, ""))
        if one != other:
            yield f"{name} is {other or 'unsaid'} instead of {one or 'unsaid'}"


def _ties(states: TwoStates, record: str) -> Iterator[str]:
    before, after = (_tied(state.graph, record) for state in (states.before, states.after))
    before = {states.later(service): how for service, how in before.items()}
    for service in sorted(before.keys() | after.keys()):
        node = states.after.graph.node(service) or states.before.graph.node(service)
        name = node.name if node else service
        if service not in before:
            yield f"{name} is concerned now ({after[service]})"
        elif service not in after:
            yield f"{name} is no longer concerned"
        elif before[service] != after[service]:
            yield f"{name} is concerned by {after[service]} instead of {before[service]}"


def _governs(graph: PropertyGraph, record: str) -> Iterator[str]:
    for service, how in sorted(_tied(graph, record).items()):
        node = graph.node(service)
        yield f"concerns {node.name if node else service} ({how})"


def _tied(graph: PropertyGraph, record: str) -> Mapping[str, str]:
    tied = {edge.source: "governed" for edge in graph.in_edges(record, EdgeType.GOVERNED_BY)}
    for edge in graph.out_edges(record, EdgeType.RELATES_TO):
        tied.setdefault(edge.target, str(edge.properties.get("impact", "direct")))
    return tied


def _sources(graph: PropertyGraph, record: str) -> set[str]:
    return {edge.source for edge in graph.in_edges(record, EdgeType.SUPERSEDES)}


def _superseding(graph: PropertyGraph, record: str, known: set[str]) -> Iterator[Node]:
    for source in sorted(_sources(graph, record) - known):
        node = graph.node(source)
        if node is not None:
            yield node


def _text_differs(states: TwoStates, old: Node, new: Node) -> bool:
    places = [(str(node.properties.get("repo", "")), str(node.properties.get("path", ""))) for node in (old, new)]
    digests = [states.before.digests.get(places[0]), states.after.digests.get(places[1])]
    return digests[0] != digests[1] and None not in digests
