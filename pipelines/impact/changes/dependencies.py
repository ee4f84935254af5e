"""Dependencies of services on services, databases and libraries that came, went or go another way, and owners."""

from collections.abc import Iterator, Mapping

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.changes.change import Action, Change, Reason, Verdict
from pipelines.impact.changes.state import State, TwoStates, edges_of, first_place

Pair = tuple[str, str]


def dependency_changes(states: TwoStates) -> Iterator[Change]:
    """On services and databases, whatever layer says so. What a service that is gone needed is left out."""
    before = _kinds(states.before, states.renamed)
    after = _kinds(states.after, {})
    for pair in sorted(before.keys() | after.keys()):
        if states.after.graph.node(pair[0]) is None:
            continue
        old, new = before.get(pair), after.get(pair)
        if old is None and new is not None:
            yield _change(states, Action.ADDED, pair, f"it is new ({_said(new[0])})", new[1])
        elif new is None and old is not None:
            yield _change(states, Action.REMOVED, pair, f"it is gone ({_said(old[0])})", old[1])
        elif old is not None and new is not None and old[0] != new[0]:
            yield _change(
                states, Action.CHANGED, pair, f"it goes by {_said(new[0])} instead of {_said(old[0])}", new[1]
            )


def _kinds(state: State, renamed: Mapping[str, str]) -> dict[Pair, tuple[frozenset[str], Edge]]:
    found: dict[Pair, tuple[frozenset[str], Edge]] = {}
    for label in (NodeLabel.SERVICE, NodeLabel.DATABASE):
        for edge, _ in edges_of(state.graph, EdgeType.DEPENDS_ON, label):
            pair = renamed.get(edge.source, edge.source), renamed.get(edge.target, edge.target)
            kinds = edge.properties.get("kinds", ())
            known = found.get(pair, (frozenset(), edge))
            found[pair] = (known[0] | frozenset(kinds if isinstance(kinds, tuple) else ()), known[1])
    return found


def _change(states: TwoStates, action: Action, pair: Pair, text: str, edge: Edge) -> Change:
    ends = [_node(states, end) for end in pair]
    name = f"{ends[0].name} -> {ends[1].name}"
    reason = Reason(Verdict.NON_BREAKING, text)
    return Change("dependency", action, f"{pair[0]} -> {pair[1]}", name, pair[0], (reason,), (), first_place(edge))


def _node(states: TwoStates, node_id: str) -> Node:
    node = states.after.graph.node(node_id) or states.before.graph.node(node_id)
    assert node is not None
    return node


def library_changes(states: TwoStates) -> Iterator[Change]:
    """Libraries of a service in both states: new, gone, or of another version."""
    before, after = _libraries(states.before, states.renamed), _libraries(states.after, {})
    for pair in sorted(before.keys() | after.keys()):
        old, new = before.get(pair), after.get(pair)
        service = states.after.graph.node(pair[0])
        if service is None or not _was_there(states, pair[0]):
            continue
        shown = new or old
        assert shown is not None
        version, edge = shown
        was = old[0] if old else ""
        if old and new and was == version:
            continue
        action = Action.CHANGED if old and new else Action.ADDED if new else Action.REMOVED
        text = (
            f"version {version or 'unsaid'} instead of {was or 'unsaid'}"
            if old and new
            else f"it is {'new' if new else 'gone'}"
        )
        verdict = Verdict.UNKNOWN if _is_major(was, version) and action is Action.CHANGED else Verdict.NON_BREAKING
        name = f"{service.name} -> {_node(states, pair[1]).name}"
        yield Change(
            "library", action, f"{pair[0]} -> {pair[1]}", name, pair[0], (Reason(verdict, text),), (), first_place(edge)
        )


def _was_there(states: TwoStates, service: str) -> bool:
    return states.before.graph.node(service) is not None or service in states.renamed.values()


def _libraries(state: State, renamed: Mapping[str, str]) -> dict[Pair, tuple[str, Edge]]:
    return {
        (renamed.get(edge.source, edge.source), node.id): (str(edge.properties.get("version", "")), edge)
        for edge, node in edges_of(state.graph, EdgeType.DEPENDS_ON, NodeLabel.LIBRARY)
    }


def _is_major(old: str, new: str) -> bool:
    """Whether the first number of a version changed: by its own word, such a version may break its users."""
    firsts = [version.lstrip("^~>=<v ").partition(".")[0] for version in (old, new)]
    return all(first.isdigit() for first in firsts) and firsts[0] != firsts[1]


def owner_changes(states: TwoStates) -> Iterator[Change]:
    """Services in both states that somebody else answers for."""
    for node in states.before.graph.nodes(NodeLabel.SERVICE):
        other = states.after.graph.node(states.later(node.id))
        if other is None:
            continue
        for what, word in (("owner", "owner"), ("oncall", "on-call")):
            old, new = str(node.properties.get(what, "")), str(other.properties.get(what, ""))
            if old != new:
                text = f"its {word} is {new or 'nobody'} instead of {old or 'nobody'}"
                yield Change(
                    "owner", Action.CHANGED, f"{other.id} {what}", other.name, other.id, (Reason(Verdict.NON_BREAKING, text),)
                )  # fmt: skip


def _said(kinds: frozenset[str]) -> str:
    return ", ".join(sorted(kinds)) or "unsaid"
