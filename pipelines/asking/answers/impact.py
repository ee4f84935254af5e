"""Decisions and incidents: which bear on a service, which services one bears on, and what replaced what."""

from collections.abc import Sequence

from parsed_graph.model import Edge, Node
from parsed_graph.queries.find import shown
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import Link
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.intent import Operation
from pipelines.asking.phrases import listed, plural
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.asking.subject import subject_name

OPEN = ("proposed", "draft")
_STRENGTH = ("governed", "direct", "indirect")
_SAYS = {"governed": "its author names it", "direct": "its text is about it", "indirect": "its text touches it"}


def answer_decisions(scope: Scope, route: Route) -> Finding:
    """The records over a service itself, those in force unless another status is asked for."""
    view, subject = scope.view, route.subjects[0]
    name = subject_name(scope, subject)
    ties = _records_over(scope, subject.key, NodeLabel.ADR)
    wanted = route.filters.get("status", "accepted")
    statuses = OPEN if wanted == "proposed" else (wanted,)
    chosen = {key: edges for key, edges in ties.items() if _status(view.node(key)) in statuses}
    rest = [view.node(key) for key in ties if key not in chosen]
    found = [view.node(key) for key in chosen]
    word = {"accepted": "in force"}.get(wanted, wanted)
    bear = "bears" if len(found) == 1 else "bear"
    head = f"{plural(len(found), 'decision')} {word} {bear} on {name}{': ' if found else ''}{listed([record_name(node) for node in found])}."
    statements = tuple(_record_line(scope, node, edges) for node, edges in zip(found, chosen.values(), strict=True))
    notes = [f"Beside them: {listed([f'{node.name} ({_status(node)})' for node in rest])}."] if rest else []
    if not found:
        notes.append(scope.searched("GOVERNED_BY and RELATES_TO edges"))
    return Finding(
        Statement(head[:1].upper() + head[1:]),
        statements,
        tuple(node.id for node in found),
        tuple(edges[0] for edges in chosen.values()),
        count=len(found) if route.is_count else None,
        context=tuple(edge for edges in chosen.values() for edge in edges[1:]),
        notes=tuple(notes),
        steps=(f"records over {name}: GOVERNED_BY, RELATES_TO; status {', '.join(statuses)}",),
    )


def answer_incidents(scope: Scope, route: Route) -> Finding:
    """The incidents that touched a service."""
    view, subject = scope.view, route.subjects[0]
    name = subject_name(scope, subject)
    ties = _records_over(scope, subject.key, NodeLabel.INCIDENT)
    found = [view.node(key) for key in ties]
    said = f"{plural(len(found), 'incident')} touched {name}{': ' if found else ''}{listed([record_name(node) for node in found])}."
    statements = tuple(_record_line(scope, node, edges) for node, edges in zip(found, ties.values(), strict=True))
    notes = () if found else (scope.searched("RELATES_TO edges of incidents"),)
    edges = tuple(edges[0] for edges in ties.values())
    return Finding(
        Statement(said[:1].upper() + said[1:]),
        statements,
        tuple(node.id for node in found),
        edges,
        count=len(found) if route.is_count else None,
        notes=notes,
        steps=(f"incidents over {name}: RELATES_TO",),
    )


def answer_services_under(scope: Scope, route: Route) -> Finding:
    """The services that a record or an incident bears on, strongest first."""
    view, subject = scope.view, route.subjects[0]
    record = view.node(subject.key)
    name = record_name(record)
    ties = services_under(scope, subject.key)
    strict = [key for key, edges in ties.items() if how(edges[0]) == "governed"]
    chosen = strict if strict and route.verb == "govern" else list(ties)
    others = [view.node(key) for key in ties if key not in chosen]
    found = view.nodes(chosen)
    verb = "is" if len(found) == 1 else "are"
    what = (
        "governed by"
        if route.verb == "govern" and strict
        else "concerned by"
        if record.label is NodeLabel.ADR
        else "named as hit by"
    )
    said = f"{plural(len(found), 'service')} {verb} {what} {name}{': ' if found else ''}{listed([node.name for node in found])}."
    statements = tuple(
        Statement(
            f"{scope.name(node)}  {how(ties[key][0])}: {_SAYS.get(how(ties[key][0]), '')}",
            tuple(ties[key]),
            about=node.id,
        )
        for key, node in zip(chosen, found, strict=True)
    )
    notes = [f"Its text also bears on {listed([node.name for node in others])}."] if others else []
    if not found:
        notes.append(scope.searched("GOVERNED_BY and RELATES_TO edges"))
    if record.label is NodeLabel.ADR and _status(record) not in ("accepted", ""):
        notes.append(f"{record.name} is {_status(record)}.")
    return Finding(
        Statement(said[:1].upper() + said[1:], about=record.id),
        statements,
        tuple(node.id for node in found),
        tuple(ties[key][0] for key in chosen),
        count=len(found) if route.is_count else None,
        context=tuple(edge for key in chosen for edge in ties[key][1:]),
        notes=tuple(notes),
        steps=(f"services under {name}: GOVERNED_BY, RELATES_TO",),
    )


def answer_replacement(scope: Scope, route: Route) -> Finding:
    """What superseded a record, or what it superseded; and how that goes on."""
    view, subject = scope.view, route.subjects[0]
    name = record_name(view.node(subject.key))
    is_replaced = route.operation is Operation.REPLACED_BY
    links = (
        view.reaching(subject.key, EdgeType.SUPERSEDES)
        if is_replaced
        else view.leaving(subject.key, EdgeType.SUPERSEDES)
    )
    edges = [edge for _, edge in scope.edges(links)]
    found = view.nodes(sorted({link.source if is_replaced else link.target for link in links}))
    names = listed([record_name(node) for node in found])
    if not found:
        said = (
            f"Nothing is known to supersede {name}." if is_replaced else f"{name} is not known to supersede anything."
        )
        return Finding(Statement(said), notes=(scope.searched("SUPERSEDES edges"),), steps=(f"SUPERSEDES of {name}",))
    said = f"{name} was superseded by {names}." if is_replaced else f"{name} supersedes {names}."
    later = _chain(scope, [link.source if is_replaced else link.target for link in links], forward=not is_replaced)
    notes = (f"The chain goes on: {listed([record_name(node) for node in later])}.",) if later else ()
    return Finding(
        Statement(said, tuple(edges)),
        (),
        tuple(node.id for node in found),
        tuple(edges),
        notes=notes,
        steps=(f"SUPERSEDES of {name}",),
    )


def answer_status(scope: Scope, route: Route) -> Finding:
    """Whether a record has a status; in force unless another is asked for."""
    view, subject = scope.view, route.subjects[0]
    record = view.node(subject.key)
    wanted = route.filters.get("status", "accepted")
    status = _status(record) or "unknown"
    holds = status in OPEN if wanted == "proposed" else status == wanted
    if route.is_negated:
        holds = not holds
    replaced = [edge for _, edge in scope.edges(view.reaching(subject.key, EdgeType.SUPERSEDES))]
    by = f" It was superseded by {listed([record_name(node) for node in _ends(scope, replaced)])}." if replaced else ""
    where = f"{record.properties.get('repo', '')}:{record.properties.get('path', '')}"
    said = f"{'Yes' if holds else 'No'}: {record_name(record)} is {status} ({where}).{by}"
    return Finding(
        Statement(said, tuple(replaced), about=record.id),
        (),
        (record.id,),
        tuple(replaced),
        yes_no="yes" if holds else "no",
        steps=(f"status of {record.name}",),
    )


def services_under(scope: Scope, record: int) -> dict[int, list[Edge]]:
    """Services by key with what ties the record to them, the strongest tie first, the strongest service first."""
    view = scope.view
    links = [(link.source, link) for link in view.reaching(record, EdgeType.GOVERNED_BY)]
    links += [(link.target, link) for link in view.leaving(record, EdgeType.RELATES_TO)]
    return _tied(scope, links)


def how(edge: Edge) -> str:
    """Governed by its author's word, or related directly or indirectly by what it says."""
    return "governed" if edge.type is EdgeType.GOVERNED_BY else str(edge.properties.get("impact", "direct"))


def record_name(node: Node) -> str:
    """`ADR-0005 (One database per service)`."""
    title = str(node.properties.get("title", ""))
    return f"{node.name} ({title})" if title and title != node.name else node.name


def _records_over(scope: Scope, service: int, label: NodeLabel) -> dict[int, list[Edge]]:
    view = scope.view
    links = [(link.target, link) for link in view.leaving(service, EdgeType.GOVERNED_BY)]
    links += [(link.source, link) for link in view.reaching(service, EdgeType.RELATES_TO)]
    return _tied(scope, [(key, link) for key, link in links if view.node(key).label is label])


def _tied(scope: Scope, links: Sequence[tuple[int, Link]]) -> dict[int, list[Edge]]:
    keys = {id(link): key for key, link in links}
    ties: dict[int, list[Edge]] = {}
    for link, edge in scope.edges([link for _, link in links]):
        ties.setdefault(keys[id(link)], []).append(edge)
    for edges in ties.values():
        edges.sort(key=_weakness)
    return dict(sorted(ties.items(), key=lambda pair: (_weakness(pair[1][0]), pair[0])))


def _weakness(edge: Edge) -> tuple[int, float]:
    strength = how(edge)
    return (_STRENGTH.index(strength) if strength in _STRENGTH else len(_STRENGTH)), -edge.confidence


def _record_line(scope: Scope, node: Node, edges: Sequence[Edge]) -> Statement:
    facts = [str(node.properties[name]) for name in ("status", "severity", "date") if node.properties.get(name)]
    title = str(node.properties.get("title", node.name))
    return Statement(
        f"{shown(scope.view, node)}{f'  {title}' if title != node.name else ''}; {', '.join([*facts, how(edges[0])])}",
        tuple(edges),
        about=node.id,
    )


def _status(node: Node) -> str:
    return str(node.properties.get("status", ""))


def _ends(scope: Scope, edges: Sequence[Edge]) -> list[Node]:
    keys = [key for edge in edges if (key := scope.view.key(edge.source)) is not None]
    return scope.view.nodes(list(dict.fromkeys(keys)))


def _chain(scope: Scope, start: Sequence[int], *, forward: bool) -> list[Node]:
    view, seen, waiting = scope.view, set(start), list(start)
    found: list[Node] = []
    while waiting:
        here = waiting.pop(0)
        links = view.leaving(here, EdgeType.SUPERSEDES) if forward else view.reaching(here, EdgeType.SUPERSEDES)
        for other in (link.target if forward else link.source for link in links):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
                found.append(view.node(other))
    return found
