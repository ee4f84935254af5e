"""Yes or no: an edge, a path or a property is there or it is not; a no says where it looked and what comes nearest."""

from collections.abc import Sequence
from dataclasses import replace

from parsed_graph.errors import QueryError
from parsed_graph.model import Edge
from parsed_graph.queries.blast import find_blast
from parsed_graph.render_fragment import render_chain
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.asking.answers.impact import answer_status, how, record_name, services_under
from pipelines.asking.answers.owner import answer_owner
from pipelines.asking.answers.relationship import NEGATABLE, answer_relationship, neighbours
from pipelines.asking.answers.trace import paths_between
from pipelines.asking.finding import Finding, Statement, distinct_edges
from pipelines.asking.intent import Operation
from pipelines.asking.mention import Mention
from pipelines.asking.neighbours import Neighbour, has_kind, needed
from pipelines.asking.phrases import listed
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.asking.subject import subject_name

_MESSAGES = (NodeLabel.TOPIC, NodeLabel.EVENT)
_NEAR = 5


def answer_yesno(scope: Scope, route: Route) -> Finding:
    """The check that the route asks for."""
    if route.operation is Operation.STATUS:
        return answer_status(scope, route)
    if route.operation is Operation.PATH:
        return _path(scope, route)
    if route.operation is Operation.BLAST and len(route.subjects) == 2:
        return _hit(scope, route)
    if route.operation in (Operation.GOVERNED, Operation.INCIDENT_SERVICES) and len(route.subjects) == 2:
        return _governed(scope, route)
    if route.operation in (Operation.REPLACES, Operation.REPLACED_BY) and len(route.subjects) == 2:
        return _edge_between(scope, route, EdgeType.SUPERSEDES)
    if route.operation is Operation.OWNER and len(route.subjects) == 2:
        return _owned(scope, route)
    if route.verb == "is":
        return _property(scope, route)
    return _joined(scope, route)


def existence(scope: Scope, route: Route, found: Finding) -> Finding:
    """A list as an answer to whether there is anything: yes for some, no for none; or, of every service, whether none is left out."""
    there = bool(found.nodes)
    if route.is_universal and route.operation in NEGATABLE:
        others = answer_relationship(scope, replace(route, is_negated=True))
        there, found = not others.nodes, others if others.nodes else found
    holds = there != route.is_negated
    said = found.headline.text
    return replace(
        found,
        headline=replace(found.headline, text=f"{'Yes' if holds else 'No'}: {said}"),
        yes_no="yes" if holds else "no",
    )


# --- Two nodes and a verb -----------------------------------------------------------------------------


def _joined(scope: Scope, route: Route) -> Finding:
    agent, patient = route.subjects[:2]
    if route.also:
        return _all_joined(scope, route)
    if route.verb == "share":
        return _shared(scope, route)
    edges = _edges(scope, route, agent, patient)
    if not edges and route.verb == "talk":
        # Who talks to whom is the same both ways.
        edges = _edges(scope, route, patient, agent)
    names = f"{subject_name(scope, agent)} to {subject_name(scope, patient)}"
    verb = _verb_for(scope, route, patient)
    looked = _looked(verb)
    holds = bool(edges) != route.is_negated
    if edges:
        shown = listed([render_chain([(edge, True)], scope.name) for edge in edges[:_NEAR]], _NEAR)
        head = Statement(f"{'Yes' if holds else 'No'}: {shown}.", tuple(edges))
        return Finding(
            head,
            (),
            _ends(edges, agent, scope),
            tuple(edges),
            yes_no="yes" if holds else "no",
            steps=(f"{looked} from {names}",),
        )
    near = _nearest(scope, route, agent, patient)
    head = Statement(f"{'Yes, it does not' if holds else 'No'}: no {looked} edge leads from {names}.")
    notes = [scope.searched(f"{looked} edges")]
    if not near:
        notes.append("Nothing near it was found.")
    return Finding(
        head,
        tuple(near),
        (),
        (),
        yes_no="yes" if holds else "no",
        notes=tuple(notes),
        context=tuple(edge for line in near for edge in line.proof),
        steps=(f"{looked} from {names}",),
    )


def _shared(scope: Scope, route: Route) -> Finding:
    """Whether two services use the same database, cache or broker."""
    first, second = route.subjects[:2]
    names = f"{subject_name(scope, first)} and {subject_name(scope, second)}"
    theirs = {each.node.id: each for each in needed(scope, second.key, NodeLabel.DATABASE)}
    common = [each for each in needed(scope, first.key, NodeLabel.DATABASE) if each.node.id in theirs]
    edges = tuple(edge for each in common for edge in (*each.edges, *theirs[each.node.id].edges))
    holds = bool(common) != route.is_negated
    shared = listed([scope.name(each.node) for each in common]) or "no database"
    head = Statement(f"{'Yes' if holds else 'No'}: {names} share {shared}.", edges)
    notes = () if common else (scope.searched("DEPENDS_ON edges to databases and caches"),)
    return Finding(
        head, (), tuple(each.node.id for each in common), edges, yes_no="yes" if holds else "no", notes=notes
    )


def _all_joined(scope: Scope, route: Route) -> Finding:
    """Yes where it holds of every subject that `and` joins; the first that it does not hold of says why not."""
    _, patient = route.subjects[:2]
    agents = (*reversed(route.also), route.subjects[0])
    answers = [_joined(scope, replace(route, subjects=(agent, patient), also=())) for agent in agents]
    against = next((answer for answer in answers if answer.yes_no != "yes"), None)
    if against is not None:
        return against
    first = answers[0]
    return replace(
        first,
        statements=tuple(answer.headline for answer in answers[1:]),
        nodes=tuple(dict.fromkeys(node for answer in answers for node in answer.nodes)),
        edges=tuple(edge for answer in answers for edge in answer.edges),
    )


def _verb_for(scope: Scope, route: Route, patient: Mention) -> str:
    label = scope.view.node(patient.key).label
    if label in _MESSAGES:
        return route.verb if route.verb in ("consume", "publish") else "use"
    if label is NodeLabel.ENDPOINT:
        return "expose" if route.verb in ("expose", "define") else "call-endpoint"
    if label is NodeLabel.ENTITY:
        return "define"
    if label is NodeLabel.SERVICE and route.verb == "call":
        return "call"
    return "publish-to" if label is NodeLabel.SERVICE and route.verb == "publish" else "depend"


def _looked(verb: str) -> str:
    return {
        "consume": "CONSUMES", "publish": "PUBLISHES", "use": "PUBLISHES or CONSUMES", "call-endpoint": "CALLS", "expose": "EXPOSES", "define": "DEFINES",
        "call": "DEPENDS_ON (http, grpc)", "publish-to": "DEPENDS_ON (event, http, grpc)", "depend": "DEPENDS_ON",
    }[verb]  # fmt: skip


def _edges(scope: Scope, route: Route, agent: Mention, patient: Mention) -> list[Edge]:
    verb = _verb_for(scope, route, patient)
    operations = {
        "consume": (Operation.CONSUMERS,), "publish": (Operation.PUBLISHERS,), "use": (Operation.USERS,), "call-endpoint": (Operation.CALLERS,),
        "expose": (Operation.PROVIDER,), "define": (Operation.PROVIDER,), "call": (Operation.CALLERS,), "depend": (Operation.DEPENDENTS,), "publish-to": (Operation.CALLERS,),
    }[verb]  # fmt: skip
    wanted = {scope.view.node(key).id for key in agent.keys}
    found = [
        each
        for operation in operations
        for each in neighbours(scope, operation, patient, route)
        if each.node.id in wanted
    ]
    edges = [edge for each in found for edge in each.edges]
    if verb == "publish-to":
        back = [each for each in needed(scope, patient.key, wanted=has_kind("event")) if each.node.id in wanted]
        edges += [edge for each in back for edge in each.edges]
    return list(distinct_edges(edges))


def _ends(edges: Sequence[Edge], agent: Mention, scope: Scope) -> tuple[str, ...]:
    own = {scope.view.node(key).id for key in agent.keys}
    return tuple(
        dict.fromkeys([*(edge.source for edge in edges if edge.source in own), *(edge.target for edge in edges)])
    )


# --- What comes nearest to a no -----------------------------------------------------------------------


def _nearest(scope: Scope, route: Route, agent: Mention, patient: Mention) -> list[Statement]:
    """Other edges between the two, the way round, then what each of them does instead."""
    everything = replace(scope, layers=frozenset())
    between = [
        edge
        for _, edge in everything.edges(link for link in scope.view.leaving(agent.key) if link.target in patient.keys)
    ]
    back = [
        edge
        for _, edge in everything.edges(link for link in scope.view.leaving(patient.key) if link.target in agent.keys)
    ]
    lines = []
    if between:
        lines.append(Statement(f"But there is {_drawn(scope, between)}.", tuple(between)))
    if back:
        lines.append(Statement(f"The other way round there is {_drawn(scope, back)}.", tuple(back)))
    path = _path_line(scope, route)
    if path:
        lines.append(path)
    return lines[:2] or _instead(scope, route, agent, patient)


def _path_line(scope: Scope, route: Route) -> Statement | None:
    found = paths_between(scope, route)
    if found is None or not found.paths or len(found.paths[0].steps) < 2:
        return None
    steps = found.paths[0].steps
    drawn = render_chain([(step.edge, step.forward) for step in steps], scope.name)
    return Statement(f"Indirectly: {drawn}", tuple(step.edge for step in steps))


def _instead(scope: Scope, route: Route, agent: Mention, patient: Mention) -> list[Statement]:
    verb = _verb_for(scope, route, patient)
    lines = []
    does = {
        "consume": Operation.CONSUMED,
        "publish": Operation.PUBLISHED,
        "use": Operation.TOPICS,
        "call": Operation.CALLEES,
        "call-endpoint": Operation.CALLED_ENDPOINTS,
    }.get(verb, Operation.DEPENDENCIES)
    done = {
        "consume": Operation.CONSUMERS,
        "publish": Operation.PUBLISHERS,
        "use": Operation.USERS,
        "call": Operation.CALLERS,
        "call-endpoint": Operation.CALLERS,
        "expose": Operation.PROVIDER,
        "define": Operation.PROVIDER,
    }.get(verb, Operation.DEPENDENTS)
    if scope.view.node(agent.key).label is NodeLabel.SERVICE:
        own = neighbours(scope, does, agent, route)
        if own:
            lines.append(_instead_line(scope, f"{subject_name(scope, agent)} has", own))
    others = neighbours(scope, done, patient, route)
    if others:
        lines.append(_instead_line(scope, f"{subject_name(scope, patient)} has", others))
    return lines


def _instead_line(scope: Scope, start: str, found: Sequence[Neighbour]) -> Statement:
    edges = [each.edges[0] for each in found[:_NEAR] if each.edges]
    return Statement(f"{start} {_drawn(scope, edges)}.", tuple(edges))


def _drawn(scope: Scope, edges: Sequence[Edge]) -> str:
    return listed([render_chain([(edge, True)], scope.name) for edge in edges[:_NEAR]], _NEAR)


# --- Paths, failures, records, owners, properties -----------------------------------------------------


def _path(scope: Scope, route: Route) -> Finding:
    source, target = route.subjects[:2]
    names = f"{subject_name(scope, source)} to {subject_name(scope, target)}"
    found = paths_between(scope, route)
    there = bool(found and found.paths)
    holds = there != route.is_negated
    if found is None or not found.paths:
        near = []
        if found is not None and found.opposite:
            steps = found.opposite.steps
            drawn = render_chain([(step.edge, step.forward) for step in steps], scope.name)
            near = [Statement(f"The other way round: {drawn}", tuple(step.edge for step in steps))]
        return Finding(
            Statement(f"{'Yes' if holds else 'No'}: no path leads from {names}."),
            tuple(near),
            yes_no="yes" if holds else "no",
            notes=(scope.searched("calls, messages and dependencies of every length"),),
            context=tuple(edge for line in near for edge in line.proof),
        )
    path = found.paths[0]
    edges = tuple(step.edge for step in path.steps)
    drawn = render_chain([(step.edge, step.forward) for step in path.steps], scope.name)
    return Finding(
        Statement(f"{'Yes' if holds else 'No'}: {drawn}", edges),
        (),
        path.services,
        edges,
        tuple(each.services for each in found.paths),
        yes_no="yes" if holds else "no",
    )


def _hit(scope: Scope, route: Route) -> Finding:
    failing, other = route.subjects[:2]
    wanted = {scope.view.node(key).id for key in other.keys}
    try:
        found = find_blast(scope.view, scope.view.node(failing.key).id, scope.kinds)
    except QueryError as error:
        return Finding(Statement(str(error)), yes_no="unknown")
    hit = next((hit for hit in found.hits if hit.service.id in wanted), None)
    holds = (hit is not None) != route.is_negated
    if hit is None:
        said = f"{'Yes' if holds else 'No'}: {subject_name(scope, other)} is not known to be hit if {subject_name(scope, failing)} fails."
        near = listed([each.service.name for each in found.hits[:_NEAR]])
        statements = (Statement(f"Hit are {near}."),) if near else ()
        return Finding(
            Statement(said), statements, yes_no="yes" if holds else "no", notes=(scope.searched("DEPENDS_ON edges"),)
        )
    chain = " -> ".join(scope.name(node) for node in found.chain(hit))
    edges = tuple(scope.view.edges(found.edges(hit)))
    return Finding(
        Statement(f"{'Yes' if holds else 'No'}: {chain}", edges),
        (),
        (hit.service.id,),
        edges,
        yes_no="yes" if holds else "no",
        paths=(found.chain(hit),),
    )


def _governed(scope: Scope, route: Route) -> Finding:
    record, service = route.subjects[:2]
    ties = services_under(scope, record.key)
    edges = ties.get(service.key, [])
    name = record_name(scope.view.node(record.key))
    holds = bool(edges) != route.is_negated
    if edges:
        said = f"{'Yes' if holds else 'No'}: {name} bears on {subject_name(scope, service)} ({how(edges[0])})."
        return Finding(
            Statement(said, tuple(edges)),
            (),
            (scope.view.node(record.key).id, scope.view.node(service.key).id),
            tuple(edges),
            yes_no="yes" if holds else "no",
        )
    others = scope.view.nodes(list(ties)[:_NEAR])
    near = (
        (
            Statement(
                f"{name} bears on {listed([node.name for node in others])}.",
                tuple(ties[key][0] for key in list(ties)[:_NEAR]),
            ),
        )
        if others
        else ()
    )
    said = f"{'Yes' if holds else 'No'}: {name} is not known to bear on {subject_name(scope, service)}."
    return Finding(
        Statement(said),
        near,
        yes_no="yes" if holds else "no",
        notes=(scope.searched("GOVERNED_BY and RELATES_TO edges"),),
        context=tuple(edge for line in near for edge in line.proof),
    )


def _edge_between(scope: Scope, route: Route, edge_type: EdgeType) -> Finding:
    source, target = route.subjects[:2]
    edges = [
        edge
        for _, edge in scope.edges(
            link for link in scope.view.leaving(source.key, edge_type) if link.target in target.keys
        )
    ]
    holds = bool(edges) != route.is_negated
    said = (
        _drawn(scope, edges)
        if edges
        else f"no {edge_type} edge leads from {subject_name(scope, source)} to {subject_name(scope, target)}"
    )
    others = [
        edge
        for _, edge in scope.edges(
            [*scope.view.leaving(source.key, edge_type), *scope.view.reaching(target.key, edge_type)]
        )
    ]
    near = (Statement(f"There is {_drawn(scope, others)}.", tuple(others[:_NEAR])),) if others and not edges else ()
    notes = () if edges else (scope.searched(f"{edge_type} edges"),)
    return Finding(
        Statement(f"{'Yes' if holds else 'No'}: {said}.", tuple(edges)),
        near,
        (),
        tuple(edges),
        yes_no="yes" if holds else "no",
        notes=notes,
    )


def _owned(scope: Scope, route: Route) -> Finding:
    found = answer_owner(scope, route)
    wanted = {scope.view.node(key).id for key in route.subjects[1].keys}
    holds = bool(wanted & set(found.nodes)) != route.is_negated
    return replace(
        found,
        headline=replace(found.headline, text=f"{'Yes' if holds else 'No'}: {found.headline.text}"),
        yes_no="yes" if holds else "no",
    )


def _property(scope: Scope, route: Route) -> Finding:
    node = scope.view.node(route.subjects[0].key)
    name, value = next(iter(route.filters.items()))
    held = str(node.properties.get(name, "application" if name == "role" else ""))
    holds = (held == value) != route.is_negated
    said = f"the {name} of {scope.name(node)} is {held}" if held else f"the {name} of {scope.name(node)} is not known"
    return Finding(
        Statement(f"{'Yes' if holds else 'No'}: {said}.", about=node.id),
        (),
        (node.id,),
        yes_no="yes" if holds else "no",
    )
