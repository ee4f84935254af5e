"""Topics that gained or lost publishers and consumers, and events whose schema changed."""

from collections.abc import Iterator

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.changes.change import Action, Change, Hit, Reason, Verdict
from pipelines.impact.changes.shapes import Use, field_reasons
from pipelines.impact.changes.state import State, TwoStates, first_place

Link = tuple[str, str]
"""A service and a topic."""


def topic_changes(states: TwoStates) -> Iterator[Change]:
    """One change for each topic whose publishers or consumers are others than before."""
    before, after = _Exchanges(states.before), _Exchanges(states.after)
    topics = {node.id: node for state in (states.before, states.after) for node in state.graph.nodes(NodeLabel.TOPIC)}
    for topic in sorted(topics):
        old_from, new_from = {states.later(s): e for s, e in before.publishers(topic).items()}, after.publishers(topic)
        old_to, new_to = {states.later(s): e for s, e in before.consumers(topic).items()}, after.consumers(topic)
        if old_from.keys() == new_from.keys() and old_to.keys() == new_to.keys():
            continue
        reasons = tuple(_topic_reasons(states, old_from, new_from, old_to, new_to))
        hits = tuple(_hit(states.after, service, "consumes it", edge) for service, edge in sorted(new_to.items()))
        gone = not new_from and not new_to
        action = Action.REMOVED if gone else Action.CHANGED if old_from or old_to else Action.ADDED
        place = next(
            (first_place(edge) for edges in (new_from, new_to, old_from, old_to) for edge in edges.values()), ""
        )
        hits = hits if any(reason.verdict is not Verdict.NON_BREAKING for reason in reasons) else ()
        yield Change("topic", action, topic, topics[topic].name, "", reasons, hits, place)


def _topic_reasons(
    states: TwoStates,
    old_from: dict[str, Edge],
    new_from: dict[str, Edge],
    old_to: dict[str, Edge],
    new_to: dict[str, Edge],
) -> Iterator[Reason]:
    for service in sorted(new_from.keys() - old_from.keys()):
        yield Reason(Verdict.NON_BREAKING, f"{_name(states, service)} publishes it now")
    for service in sorted(new_to.keys() - old_to.keys()):
        yield Reason(Verdict.NON_BREAKING, f"{_name(states, service)} consumes it now")
    for service in sorted(old_from.keys() - new_from.keys()):
        told = f"{_name(states, service)} no longer publishes it"
        if not new_to:
            yield Reason(Verdict.NON_BREAKING, f"{told}, and nobody is known to consume it")
        elif new_from:
            yield Reason(Verdict.UNKNOWN, f"{told}, others still do")
        else:
            yield Reason(
                Verdict.BREAKING, f"{told}, nobody else does, and it is still consumed by {_names(states, new_to)}"
            )
    for service in sorted(old_to.keys() - new_to.keys()):
        told = f"{_name(states, service)} no longer consumes it"
        if new_to or not new_from:
            yield Reason(Verdict.NON_BREAKING, told)
        else:
            yield Reason(
                Verdict.UNKNOWN, f"{told}, nobody else does, and it is still published by {_names(states, new_from)}"
            )


def event_changes(states: TwoStates) -> Iterator[Change]:
    """Events whose schema came, went or has other fields; one that never had a schema is told by its topic."""
    before, after = _Exchanges(states.before), _Exchanges(states.after)
    events = {node.id: node for state in (states.before, states.after) for node in state.graph.nodes(NodeLabel.EVENT)}
    for event, shown in sorted(events.items()):
        old, new = states.before.graph.node(event), states.after.graph.node(event)
        old_fields, new_fields = _fields(old), _fields(new)
        users = tuple(_event_users(states, after if new else before, event))
        if old_fields == new_fields:
            continue
        reasons: tuple[Reason, ...]
        if not old_fields:
            action, reasons = Action.ADDED, (Reason(Verdict.NON_BREAKING, "its schema is new"),)
        elif not new_fields:
            action, reasons = Action.REMOVED, (_schema_gone(new, users),)
        else:
            action, reasons = Action.CHANGED, field_reasons(old_fields, new_fields, Use.READ | Use.WRITE, "event")
        if reasons:
            name = f"{shown.name} {shown.properties['version']}" if shown.properties.get("version") else shown.name
            yield Change("event", action, event, name, "", reasons, users, _schema_place(new or old))


def _schema_gone(new: Node | None, users: tuple[Hit, ...]) -> Reason:
    if new is not None and any(hit.stays for hit in users):
        return Reason(Verdict.BREAKING, "its schema is gone while it is still sent or read")
    if users:
        return Reason(Verdict.UNKNOWN, "its schema is gone, and what it was read and sent by names it no longer")
    return Reason(Verdict.UNKNOWN, "its schema is gone; nobody in the estate is known to send or read it")


def _event_users(states: TwoStates, exchanges: "_Exchanges", event: str) -> Iterator[Hit]:
    state = exchanges.state
    found: dict[str, Hit] = {}
    node = state.graph.node(event)
    for edge in state.graph.in_edges(event, EdgeType.PUBLISHES):
        found[edge.source] = _hit(state, edge.source, "publishes it", edge)
    for on in state.graph.out_edges(event, EdgeType.ON):
        for service, edge in exchanges.consumers(on.target).items():
            read = str(edge.properties.get("event", "")).rpartition(".")[2]
            if node is not None and read in ("", node.name):
                topic = state.graph.node(on.target)
                how = f"consumes {topic.name}, which carries it" if topic else "consumes it"
                found.setdefault(service, _hit(state, service, how, edge))
    yield from (found[service] for service in sorted(found))


def _fields(node: Node | None) -> tuple[str, ...]:
    fields = node.properties.get("fields", ()) if node else ()
    return fields if isinstance(fields, tuple) else ()


def _schema_place(node: Node | None) -> str:
    if node is None:
        return ""
    return f"{node.properties.get('repo', '')}:{node.properties.get('schema_uri', '')}"


class _Exchanges:
    """Who publishes and who consumes each topic of one state, with an edge that says so."""

    def __init__(self, state: State) -> None:
        self.state = state

    def publishers(self, topic: str) -> dict[str, Edge]:
        found: dict[str, Edge] = {}
        for edge in self.state.graph.in_edges(topic, EdgeType.PUBLISHES):
            found.setdefault(edge.source, edge)
        return found

    def consumers(self, topic: str) -> dict[str, Edge]:
        found: dict[str, Edge] = {}
        for edge in self.state.graph.in_edges(topic, EdgeType.CONSUMES):
            service = self.state.service_of(edge.source)
            if service is not None:
                found.setdefault(service.id, edge)
        return found


def _hit(state: State, service: str, how: str, edge: Edge) -> Hit:
    node = state.graph.node(service)
    return Hit(service, node.name if node else service, how, first_place(edge), True)


def _name(states: TwoStates, service: str) -> str:
    node = states.after.graph.node(service) or states.before.graph.node(service)
    return node.name if node else service


def _names(states: TwoStates, services: dict[str, Edge]) -> str:
    return " and ".join(_name(states, service) for service in sorted(services))
