"""Calls that stand unchanged but reach another endpoint than before, or none that can be told: a route, host or setting changed."""

import re
from collections.abc import Iterator

from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.changes.change import Action, Change, Hit, Reason, Verdict
from pipelines.impact.changes.state import TwoStates, first_place

_HOP = re.compile(r"(?P<repo>[^:]+):(?P<path>[^:]+):(?P<line>\d+)")


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
    lost = _lost_hop(states, edge)
    because = f": what it went through at {lost} is gone or says something else" if lost else ""
    reason = Reason(Verdict.UNKNOWN, f"the call stands as it was, but {told}{because}")
    name = f"{here.name} -> {there.name} of {_short(there.service)}"
    hit = Hit(here.id, here.name, "calls it", first_place(edge), True)
    return Change("call", Action.CHANGED if other else Action.REMOVED, f"{here.id} -> {there.id}", name, here.id, (reason,), (hit,), first_place(edge))  # fmt: skip


def _lost_hop(states: TwoStates, edge: Edge) -> str:
    """The first place on the way of a call whose facts are others afterwards, "" where all still stand."""
    for hop in (hop for each in edge.evidence for hop in each.hops):
        found = _HOP.match(hop)
        if found and not states.later_lines(Evidence(found["repo"], found["path"], int(found["line"]), "")):
            return found[0]
    return ""


def _short(service: str) -> str:
    return service.partition(":")[2]
