"""Calls that stand unchanged but reach another endpoint than before, or none that can be told: a route, host or setting changed."""

from collections.abc import Iterator

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.changes.change import Action, Change, Hit, Reason, Verdict
from pipelines.impact.changes.state import TwoStates, first_place


def call_changes(states: TwoStates) -> Iterator[Change]:
    """By caller and endpoint. Endpoints that are gone, and callers that are, are told elsewhere."""
    before, after = states.before.graph, states.after.graph
    for edge in before.edges(EdgeType.CALLS):
        caller, endpoint = before.node(edge.source), before.node(edge.target)
        if caller is None or endpoint is None or caller.label is not NodeLabel.SERVICE:
            continue
        here = after.node(states.later(caller.id))
        there = _later_endpoint(states, endpoint)
        if here is None or there is None or _calls(states, here.id, there.id):
            continue
        lines = {(each.repo, each.path, line) for each in edge.evidence for line in states.later_lines(each)}
        if lines:
            yield _change(states, edge, (here, there), lines)


def _later_endpoint(states: TwoStates, endpoint: Node) -> Node | None:
    """The endpoint of the same name of the same service afterwards, if the service still offers it."""
    service = states.later(endpoint.service)
    targets = (states.after.graph.node(each.target) for each in states.after.graph.out_edges(service, EdgeType.EXPOSES))
    return next((node for node in targets if node and node.name == endpoint.name), None)


def _calls(states: TwoStates, service: str, endpoint: str) -> bool:
    return any(edge.target == endpoint for edge in states.after.graph.out_edges(service, EdgeType.CALLS))


def _change(states: TwoStates, edge: Edge, ends: tuple[Node, Node], lines: set[tuple[str, str, int]]) -> Change:
    here, there = ends
    other = next(
        (
            states.after.graph.node(each.target)
            for each in states.after.graph.out_edges(here.id, EdgeType.CALLS)
            if any((item.repo, item.path, item.line) in lines for item in each.evidence)
        ),
        None,
    )
    told = f"reaches {other.name} of {_short(other.service)} now" if other else "can no longer be followed to it"
    reason = Reason(Verdict.UNKNOWN, f"the call stands as it was, but {told}")
    name = f"{here.name} -> {there.name} of {_short(there.service)}"
    hit = Hit(here.id, here.name, "calls it", first_place(edge), True)
    return Change("call", Action.CHANGED if other else Action.REMOVED, f"{here.id} -> {there.id}", name, here.id, (reason,), (hit,), first_place(edge))  # fmt: skip


def _short(service: str) -> str:
    return service.partition(":")[2]
