"""Services that came, went or are called otherwise; what each still depends on afterwards."""

from collections.abc import Iterator, Mapping

from parsed_graph.model import Node
from parsed_graph.schema import EdgeType, NodeLabel, Role
from pipelines.impact.changes.change import Action, Change, Hit, Reason, Verdict
from pipelines.impact.changes.state import Place, State, TwoStates, first_place

_FOREIGN = frozenset({Role.EXTERNAL.value})
_FEW_FILES = 4
"""Below this many files, two services are alike by chance."""
_MOST, _NEARLY_ALL = 0.5, 0.7


def find_renamed(before: State, after: State) -> dict[str, str]:
    """Services that are gone and one that is new in the same folder, or in one with much the same files: another name for the same."""
    gone, come = _only_in(before, after), _only_in(after, before)
    found = {gone[home].id: come[home].id for home in sorted(gone.keys() & come.keys())}
    left = [home for home in gone if gone[home].id not in found]
    new = [home for home in come if come[home].id not in found.values()]
    old_files, new_files = {home: _files(before, home) for home in left}, {home: _files(after, home) for home in new}
    alike = [(old, other) for old in left for other in new if _are_alike(old_files[old], new_files[other])]
    for old, other in alike:
        # Two services that are both like a third say nothing.
        if sum(old in pair for pair in alike) == 1 == sum(other in pair for pair in alike):
            found[gone[old].id] = come[other].id
    return found


def _only_in(one: State, other: State) -> Mapping[Place, Node]:
    """Own services that only one state has, by repository and folder, where that says which one is meant."""
    found: dict[Place, list[Node]] = {}
    for node in one.graph.nodes(NodeLabel.SERVICE):
        path = node.properties.get("path")
        if path is not None and other.graph.node(node.id) is None:
            found.setdefault((str(node.properties.get("repo", "")), str(path)), []).append(node)
    return {home: nodes[0] for home, nodes in found.items() if len(nodes) == 1}


def _files(state: State, home: Place) -> Mapping[str, str]:
    """The digests of the files below a folder, by their names; "" for the whole repository says nothing of one service."""
    repo, folder = home
    prefix = f"{folder}/"
    return {
        path.rpartition("/")[2]: digest
        for (place, path), digest in state.digests.items()
        if folder and place == repo and path.startswith(prefix)
    }


def _are_alike(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether most files are the same, or nearly all are called the same: a package's name stands in each of its files."""
    if min(len(one), len(other)) < _FEW_FILES:
        return False
    same = len(set(one.values()) & set(other.values()))
    names = len(one.keys() & other.keys()) / len(one.keys() | other.keys())
    return same >= _MOST * max(len(one), len(other)) or names >= _NEARLY_ALL


def service_changes(states: TwoStates) -> Iterator[Change]:
    """Outside systems are left out: the dependency on them says it."""
    before, after = states.before.graph, states.after.graph
    taken = set(states.renamed.values())
    for node in _own(states.before):
        other = after.node(states.later(node.id))
        if other is None:
            yield _removed(states, node)
        elif other.id != node.id:
            yield _renamed(states, node, other)
    for node in _own(states.after):
        if before.node(node.id) is None and node.id not in taken:
            yield Change(
                "service", Action.ADDED, node.id, node.name, node.id, (Reason(Verdict.NON_BREAKING, "it is new"),), (), _home(node)
            )  # fmt: skip


def _own(state: State) -> Iterator[Node]:
    return (n for n in state.graph.nodes(NodeLabel.SERVICE) if n.properties.get("role", "") not in _FOREIGN)


def _home(node: Node) -> str:
    repo, path = str(node.properties.get("repo", "")), str(node.properties.get("path", ""))
    return f"{repo}:{path}" if path else repo


def _removed(states: TwoStates, node: Node) -> Change:
    hits = tuple(_dependents(states, node))
    staying = [hit for hit in hits if hit.stays]
    if staying:
        reason = Reason(
            Verdict.BREAKING,
            f"it is gone, and {'a service still needs' if len(staying) == 1 else f'{len(staying)} services still need'} it",
        )
    elif hits:
        reason = Reason(Verdict.NON_BREAKING, "it is gone, and whoever needed it no longer does")
    else:
        reason = Reason(Verdict.UNKNOWN, "it is gone; nobody in the estate is known to need it")
    return Change("service", Action.REMOVED, node.id, node.name, node.id, (reason,), hits, _home(node))


def _renamed(states: TwoStates, node: Node, other: Node) -> Change:
    hits = tuple(_dependents(states, node))
    lost = [hit for hit in hits if hit.stays and not _needs(states.after, hit.service, other.id)]
    if lost:
        text = f"it is called {other.name} now, and {_count(len(lost), 'service')} cannot be seen to reach it any more"
        reason = Reason(Verdict.BREAKING, text)
    else:
        reason = Reason(Verdict.UNKNOWN, f"it is called {other.name} now")
    return Change("service", Action.RENAMED, other.id, node.name, other.id, (reason,), tuple(lost), _home(other))


def _dependents(states: TwoStates, node: Node) -> Iterator[Hit]:
    """Those that depend on it before; `stays` where what says so still stands afterwards."""
    seen: set[str] = set()
    for edge in states.before.graph.in_edges(node.id, EdgeType.DEPENDS_ON):
        source = states.before.graph.node(edge.source)
        later = states.later(edge.source)
        if source is None or later in seen or later == states.later(node.id):
            continue
        seen.add(later)
        stays = states.after.graph.node(later) is not None and any(states.later_lines(e) for e in edge.evidence)
        kinds = edge.properties.get("kinds", ())
        yield Hit(
            later, source.name, f"depends on it ({', '.join(kinds if isinstance(kinds, tuple) else ())})", first_place(edge), stays
        )  # fmt: skip


def _needs(state: State, source: str, target: str) -> bool:
    return any(edge.target == target for edge in state.graph.out_edges(source, EdgeType.DEPENDS_ON))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
