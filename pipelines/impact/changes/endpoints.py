"""Endpoints that came, went, moved or take and return something else, and the calls that this leaves without an answer."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType
from pipelines.impact.changes.change import Action, Change, Hit, Reason, Verdict
from pipelines.impact.changes.shapes import Use, shape_reasons
from pipelines.impact.changes.state import State, TwoStates, first_place

Key = tuple[str, str]
_CONTRACT = "OpenAPI operation"


def endpoint_changes(states: TwoStates) -> Iterator[Change]:
    """Endpoints of one service compare by method and path. Those of a service that is new or gone are left to it."""
    before = _exposed(states.before, states.renamed)
    after = _exposed(states.after, {})
    moves = _moves(states, before, after)
    for key, (node, edge) in before.items():
        if key in after:
            yield from _changed(states, (node, edge), after[key])
        elif states.after.graph.node(key[0]) is not None:
            yield _removed(states, node, edge, moves.get(key))
    arrived = {id(node) for node in moves.values()}
    for key, (node, edge) in after.items():
        if key not in before and id(node) not in arrived and _was_there(states, key[0]):
            reason = Reason(Verdict.NON_BREAKING, "it is new")
            yield Change("endpoint", Action.ADDED, node.id, node.name, key[0], (reason,), (), first_place(edge))


def _was_there(states: TwoStates, service: str) -> bool:
    return states.before.graph.node(service) is not None or service in states.renamed.values()


def _exposed(state: State, renamed: Mapping[str, str]) -> dict[Key, tuple[Node, Edge]]:
    found: dict[Key, tuple[Node, Edge]] = {}
    for edge in state.graph.edges(EdgeType.EXPOSES):
        node = state.graph.node(edge.target)
        if node is not None:
            found.setdefault((renamed.get(edge.source, edge.source), node.name), (node, edge))
    return found


def _moves(
    states: TwoStates, before: Mapping[Key, tuple[Node, Edge]], after: Mapping[Key, tuple[Node, Edge]]
) -> dict[Key, Node]:
    """Endpoints that are gone to those that are new with the same operation id or the same handler, one to one."""
    gone, come = _signed(states.before, before, after), _signed(states.after, after, before)
    found: dict[Key, Node] = {}
    taken: set[str] = set()
    for sign, keys in gone.items():
        others = come.get(sign, [])
        if len(keys) == len(others) == 1 and keys[0] not in found and after[others[0]][0].id not in taken:
            found[keys[0]] = after[others[0]][0]
            taken.add(after[others[0]][0].id)
    return found


def _signed(
    state: State, own: Mapping[Key, tuple[Node, Edge]], other: Mapping[Key, tuple[Node, Edge]]
) -> dict[tuple[str, str], list[Key]]:
    """The endpoints that only this state has, by service and what they are told by beside their path."""
    found: defaultdict[tuple[str, str], list[Key]] = defaultdict(list)
    for key, (node, _) in own.items():
        if key not in other:
            handlers = [edge.target.partition(":")[2] for edge in state.graph.out_edges(node.id, EdgeType.HANDLED_BY)]
            names = [str(node.properties.get("operation_id", "")), *(name.rpartition(":")[2] for name in handlers)]
            for name in dict.fromkeys(filter(None, names)):
                found[key[0], name].append(key)
    return found


def _removed(states: TwoStates, node: Node, edge: Edge, moved: Node | None) -> Change:
    hits = tuple(callers(states, node))
    staying = [hit for hit in hits if hit.stays]
    told = f"it moved to {moved.name}" if moved else "it is gone"
    if staying:
        reason = Reason(
            Verdict.BREAKING,
            f"{told}, and {'a caller still uses' if len(staying) == 1 else f'{len(staying)} callers still use'} it",
        )
    elif hits:
        reason = Reason(Verdict.NON_BREAKING, f"{told}, and all known callers moved on with it")
    elif _is_promised(node, edge):
        reason = Reason(Verdict.BREAKING, f"{told}, and a contract promised it; no caller in the estate is known")
    else:
        reason = Reason(Verdict.UNKNOWN, f"{told}; no caller in the estate is known")
    return Change(
        "endpoint", Action.REMOVED, node.id, node.name, states.later(node.service), (reason,), hits, first_place(edge)
    )


def _is_promised(node: Node, edge: Edge) -> bool:
    return node.properties.get("protocol") == "grpc" or any(each.rule == _CONTRACT for each in edge.evidence)


def _changed(states: TwoStates, before: tuple[Node, Edge], after: tuple[Node, Edge]) -> Iterator[Change]:
    (node, old), (other, edge) = before, after
    if _is_promised(node, old) and not _is_promised(other, edge):
        reasons: tuple[Reason, ...] = (Reason(Verdict.UNKNOWN, "its contract no longer has it, its code still does"),)
    else:
        reasons = tuple(
            reason
            for what, use in (("request", Use.WRITE), ("response", Use.READ))
            for reason in shape_reasons(
                str(node.properties.get(what, "")), str(other.properties.get(what, "")), use, what
            )
        )
    if reasons:
        yield Change(
            "endpoint", Action.CHANGED, other.id, other.name, other.service, reasons, tuple(_users(states.after, other)), first_place(edge)
        )  # fmt: skip


def callers(states: TwoStates, node: Node) -> Iterator[Hit]:
    """Services that call an endpoint before; `stays` where the call stands afterwards and reaches no other endpoint."""
    found: dict[str, Hit] = {}
    for edge in states.before.graph.in_edges(node.id, EdgeType.CALLS):
        caller = states.before.service_of(edge.source)
        if caller is None or caller.id == node.service:
            continue
        service = states.later(caller.id)
        lines = {(each.repo, each.path, line) for each in edge.evidence for line in states.later_lines(each)}
        other = _other_target(states.after, service, node.id, lines)
        stays = bool(lines) and other is None and states.after.graph.node(service) is not None
        hit = Hit(
            service, caller.name, f"called it, calls {other} now" if other else "calls it", first_place(edge), stays
        )
        known = found.get(service)
        if known is None or (stays and not known.stays):
            found[service] = hit
    yield from (found[service] for service in sorted(found))


def _other_target(after: State, service: str, endpoint: str, lines: set[tuple[str, str, int]]) -> str | None:
    """The name of another endpoint that calls on these lines reach."""
    for edge in after.graph.out_edges(service, EdgeType.CALLS):
        if edge.target != endpoint and any((each.repo, each.path, each.line) in lines for each in edge.evidence):
            target = after.graph.node(edge.target)
            return target.name if target else None
    return None


def _users(after: State, node: Node) -> Iterator[Hit]:
    found: dict[str, Hit] = {}
    for edge in after.graph.in_edges(node.id, EdgeType.CALLS):
        caller = after.service_of(edge.source)
        if caller is not None and caller.id != node.service:
            found.setdefault(caller.id, Hit(caller.id, caller.name, "calls it", first_place(edge), True))
    yield from (found[service] for service in sorted(found))
