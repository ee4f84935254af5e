"""Calls that stand unchanged but reach another endpoint than before, or none that can be told: a route, host or setting changed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.changes.change import Action, Change, Hit, Reason, Verdict
from pipelines.impact.changes.state import State, TwoStates, edges_of, first_place

_HOP = re.compile(r"(?P<repo>[^:]+):(?P<path>[^:]+):(?P<line>\d+)")


def call_changes(states: TwoStates) -> Iterator[Change]:
    """By caller and endpoint. Endpoints that are gone, and callers that are, are told elsewhere."""
    before, after = states.before.graph, _After.of(states.after)
    for edge in before.edges(EdgeType.CALLS):
        caller, endpoint = before.node(edge.source), before.node(edge.target)
        if caller is None or endpoint is None or caller.label is not NodeLabel.SERVICE:
            continue
        here = states.after.graph.node(states.later(caller.id))
        there = after.exposed.get((states.later(endpoint.service), endpoint.name))
        if here is None or there is None or (here.id, there.id) in after.calls:
            continue
        lines = {(each.repo, each.path, line) for each in edge.evidence for line in states.later_lines(each)}
        if lines:
            others = (after.reached.get((here.id, *line)) for line in sorted(lines))
            yield _change(states, edge, (here, there), next((other for other in others if other), None))


@dataclass(frozen=True, slots=True)
class _After:
    """What is called afterwards: endpoints by service and name, pairs of caller and endpoint, endpoints by caller and place."""

    exposed: Mapping[tuple[str, str], Node]
    calls: frozenset[tuple[str, str]]
    reached: Mapping[tuple[str, str, str, int], Node]

    @staticmethod
    def of(state: State) -> "_After":
        exposed = {
            (edge.source, node.name): node for edge, node in edges_of(state.graph, EdgeType.EXPOSES, NodeLabel.ENDPOINT)
        }
        calls: set[tuple[str, str]] = set()
        reached: dict[tuple[str, str, str, int], Node] = {}
        for edge, node in edges_of(state.graph, EdgeType.CALLS, NodeLabel.ENDPOINT):
            calls.add((edge.source, edge.target))
            for each in edge.evidence:
                reached.setdefault((edge.source, each.repo, each.path, each.line), node)
        return _After(exposed, frozenset(calls), reached)


def _change(states: TwoStates, edge: Edge, ends: tuple[Node, Node], other: Node | None) -> Change:
    here, there = ends
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
