"""Lists and counts: every node of a kind that passes the filters, never a best few."""

from collections import Counter
from collections.abc import Mapping, Sequence

from parsed_graph.model import Node
from parsed_graph.schema import EdgeType, NodeLabel, Role
from pipelines.asking.answers.impact import OPEN, services_under
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.phrases import listed, plural, sentence
from pipelines.asking.question import fold
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope

_STATED = 200
_NOT_OURS = frozenset({Role.EXTERNAL.value, Role.BROKER.value})
_ABSENT = {
    "consumers": (EdgeType.CONSUMES, True), "publishers": (EdgeType.PUBLISHES, True), "callers": (EdgeType.CALLS, True),
    "documents": (EdgeType.DOCUMENTED_BY, False), "decisions": (EdgeType.GOVERNED_BY, False),
}  # fmt: skip
_SAID = {
    "team": "of",
    "system": "in",
    "outside": "outside",
    "service": "of",
    "language": "in",
    "status": "",
    "role": "",
    "kind": "",
    "broker": "on",
    "protocol": "",
    "method": "",
    "year": "of",
    "severity": "",
}


def answer_list(scope: Scope, route: Route) -> Finding:
    """The nodes, their number, and what was counted."""
    filters = dict(route.filters)
    wanted = filters.pop("label", NodeLabel.SERVICE.value)
    if wanted in ("System", "Community", "Language"):
        return _values(scope, "language" if wanted == "Language" else "system")
    label = NodeLabel(wanted)
    nodes = [(key, node) for key, node in scope.view.labelled(label) if passes(scope, key, node, filters)]
    notes: list[str] = []
    if label is NodeLabel.SERVICE and "role" not in filters:
        ours = _ours(nodes)
        beside = Counter(str(node.properties.get("role")) for _, node in nodes) - Counter(
            str(node.properties.get("role")) for _, node in ours
        )
        if beside:
            notes.append(
                f"Not counted: {listed([plural(count, 'outside system' if role == 'external' else role) for role, count in sorted(beside.items())])}."
            )
        nodes = ours
    said = _said(scope, label, filters, len(nodes))
    names = [scope.name(node).partition("(")[2][:-1] if label is NodeLabel.ENDPOINT else node.name for _, node in nodes]
    headline = Statement(f"{sentence(said)}{': ' + listed(names, 30) if names else ''}.")
    statements = tuple(Statement(_line(scope, node), about=node.id) for _, node in nodes[:_STATED])
    notes.append(
        f"Counted over every {label} of this snapshot"
        + (f", by {listed([f'{name} {value}' for name, value in filters.items()])}." if filters else ".")
    )
    return Finding(
        headline,
        statements if len(nodes) <= _STATED else (),
        tuple(node.id for _, node in nodes),
        count=len(nodes),
        notes=tuple(notes),
        steps=(f"every {label} with {filters or 'no filter'}",),
        yes_no=_yes_no(route, bool(nodes)),
    )


def counted_nodes(scope: Scope, label: NodeLabel, filters: dict[str, str]) -> list[tuple[int, Node]]:
    """Every node of a kind that passes the filters; of services those of our own, unless a role is asked for."""
    found = [(key, node) for key, node in scope.view.labelled(label) if passes(scope, key, node, filters)]
    return _ours(found) if label is NodeLabel.SERVICE and "role" not in filters else found


def _ours(nodes: Sequence[tuple[int, Node]]) -> list[tuple[int, Node]]:
    return [(key, node) for key, node in nodes if node.properties.get("role", Role.APPLICATION.value) not in _NOT_OURS]


def _yes_no(route: Route, found: bool) -> str:
    return "" if route.intent.value != "yesno" else "yes" if found else "no"


def passes(scope: Scope, key: int, node: Node, filters: Mapping[str, str]) -> bool:
    """Whether a node passes every filter."""
    return all(_fits(scope, key, node, name, value) for name, value in filters.items())


def _fits(scope: Scope, key: int, node: Node, name: str, value: str) -> bool:
    view = scope.view
    if name in _ABSENT:
        edge_type, reaching = _ABSENT[name]
        return not (view.reaching(key, edge_type) if reaching else view.leaving(key, edge_type))
    if name == "owner":
        has = bool(node.properties.get("owner")) or bool(view.leaving(key, EdgeType.OWNED_BY))
        own = node.properties.get("role", Role.APPLICATION.value) not in _NOT_OURS
        return has if value == "any" else not has and own
    if name == "team" and (node.label is NodeLabel.SERVICE or not node.service or node.properties.get("owner")):
        teams = [fold(str(node.properties.get("owner", "")))] + [
            fold(view.node(link.target).name) for link in view.leaving(key, EdgeType.OWNED_BY)
        ]
        return any(_same(team, value) for team in teams)
    if name == "outside":
        return not _fits(scope, key, node, "system", value)
    if name == "year":
        return str(node.properties.get("date", "")).startswith(value)
    if name == "severity":
        return fold(str(node.properties.get("severity", ""))).replace("-", "") == value.replace("-", "").replace(
            "severity ", "sev"
        )
    if name == "system" and node.label in (NodeLabel.ADR, NodeLabel.INCIDENT):
        return any(_fits(scope, other, view.node(other), name, value) for other in services_under(scope, key))
    if (
        name in ("system", "team")
        and node.label is not NodeLabel.SERVICE
        and node.service
        and not node.properties.get(name)
    ):
        # What belongs to a service is where the service is.
        owner = view.key(node.service)
        return owner is not None and _fits(scope, owner, view.node(owner), name, value)
    if name == "system":
        return any(_same(fold(str(node.properties.get(field, ""))), value) for field in ("system", "domain"))
    if name == "service":
        owner = view.key(node.service) if node.service else None
        return owner is not None and _same(fold(view.node(owner).name), value)
    held = str(node.properties.get(name, Role.APPLICATION.value if name == "role" else ""))
    if name == "status" and value == "proposed":
        return held in OPEN
    return held.lower() == value.lower()


def _same(left: str, right: str) -> bool:
    bare = fold(right).replace(" ", "").replace("-", "")
    plain = left.replace(" ", "").replace("-", "")
    return bool(plain) and (plain == bare or plain == f"{bare}team" or f"{plain}team" == bare)


def _said(scope: Scope, label: NodeLabel, filters: dict[str, str], count: int) -> str:
    before = [value for name, value in filters.items() if _SAID.get(name) == ""]
    after = [f"{_SAID[name]} {value}" for name, value in filters.items() if _SAID.get(name)]
    lacking = [
        f"without {name}" if value == "none" else f"with an {name}"
        for name, value in filters.items()
        if name not in _SAID
    ]
    noun = {"Entity": "entity", "ADR": "ADR", "Library": "library"}.get(label.value, label.value.lower())
    return " ".join([plural(count, " ".join([*before, noun])), *after, *lacking])


def _line(scope: Scope, node: Node) -> str:
    facts = [
        str(node.properties[name])
        for name in ("title", "status", "kind", "broker", "role", "language")
        if node.properties.get(name) and node.properties.get(name) != node.name
    ]
    return f"{scope.name(node)}{'  ' + ', '.join(dict.fromkeys(facts)) if facts else ''}"


def _values(scope: Scope, field: str) -> Finding:
    """The systems or languages that services have, with how many have each."""
    held: Counter[str] = Counter()
    for _, node in scope.view.labelled(NodeLabel.SERVICE):
        name = str(node.properties.get(field, ""))
        held[name] += bool(name)
    values = sorted(name for name in held if name)
    said = f"{plural(len(values), field)}{': ' if values else ''}{listed(values, 30)}."
    statements = tuple(Statement(f"{name}  {plural(held[name], 'service')}") for name in values)
    return Finding(Statement(sentence(said)), statements, count=len(values), steps=(f"the {field} of every Service",))
