"""Relationships: who consumes, publishes, calls, depends, and what a service exposes, stores and defines."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, NodeLabel
from pipelines.asking.answers.aggregate import counted_nodes, passes
from pipelines.asking.finding import Finding, Statement, distinct, distinct_edges
from pipelines.asking.intent import Operation
from pipelines.asking.mention import Mention
from pipelines.asking.neighbours import (
    CALLS,
    Neighbour,
    called_endpoints,
    consumed,
    consumers,
    endpoint_callers,
    events_read,
    has_kind,
    needed,
    needing,
    of_type,
    published,
    publishers,
)
from pipelines.asking.phrases import listed, plural, sentence
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.asking.subject import subject_name, subject_names

_STATED = 25
NEGATABLE = frozenset(
    {Operation.CONSUMERS, Operation.PUBLISHERS, Operation.CALLERS, Operation.DEPENDENTS, Operation.USERS}
)
"""What can be asked of those that do not."""
_NEGATABLE_OWN = frozenset({Operation.CALLEES, Operation.DEPENDENCIES})
_SECTIONS = {
    Operation.CONSUMERS: ("{count} {verb} {subject}", ("consumes", "consume"), "service", "CONSUMES"),
    Operation.CONSUMED: ("{subject} reads {count}", ("", ""), "topic", "CONSUMES"),
    Operation.PUBLISHERS: ("{count} {verb} {subject}", ("publishes", "publish"), "service", "PUBLISHES"),
    Operation.PUBLISHED: ("{subject} publishes {count}", ("", ""), "topic or event", "PUBLISHES"),
    Operation.TOPICS: ("{subject} uses {count}", ("", ""), "topic or event", "PUBLISHES and CONSUMES"),
    Operation.USERS: ("{count} {verb} {subject}", ("publishes or consumes", "publish or consume"), "service", "PUBLISHES and CONSUMES"),
    Operation.CALLERS: ("{count} {verb} {subject}", ("calls", "call"), "service", "CALLS and DEPENDS_ON (http, grpc)"),
    Operation.CALLEES: ("{subject} calls {count}", ("", ""), "service", "DEPENDS_ON (http, grpc)"),
    Operation.CALLED_ENDPOINTS: ("{subject} calls {count}", ("", ""), "endpoint", "CALLS"),
    Operation.DEPENDENTS: ("{count} {verb} {subject}", ("depends on", "depend on"), "service", "DEPENDS_ON"),
    Operation.DEPENDENCIES: ("{subject} depends on {count}", ("", ""), "node", "DEPENDS_ON"),
    Operation.DATABASES: ("{subject} uses {count}", ("", ""), "database", "DEPENDS_ON (database, cache)"),
    Operation.LIBRARIES: ("{subject} uses {count}", ("", ""), "library", "DEPENDS_ON (import)"),
    Operation.ENTITIES: ("{subject} defines {count}", ("", ""), "entity", "DEFINES"),
    Operation.ENDPOINTS: ("{subject} exposes {count}", ("", ""), "endpoint", "EXPOSES"),
    Operation.PROVIDER: ("{count} {verb} {subject}", ("provides", "provide"), "service", "EXPOSES and DEFINES"),
}  # fmt: skip
"""How each is said, its verb for one and for many, what it lists, and which edges it looks at."""


def answer_relationship(scope: Scope, route: Route) -> Finding:
    """The neighbours of the subject, one line each."""
    subject = route.subjects[0]
    found = neighbours(scope, route.operation, subject, route)
    for other in route.also:
        found = _common(found, neighbours(scope, route.operation, other, route))
    found = [each for each in found if _passes(scope, each, route.filters)]
    if route.is_exclusive:
        found = [each for each in found if _is_only_for(scope, each, subject)]
    if route.is_negated and route.operation in NEGATABLE | _NEGATABLE_OWN:
        return _others(scope, subject, found, route)
    direct = [each for each in found if not each.is_through]
    through = [each for each in found if each.is_through]
    if not direct:
        return told(scope, route.operation, subject, found, route)
    finding = told(scope, route.operation, subject, direct, route)
    lines = tuple(
        Statement(f"{scope.name(each.node)}  {each.detail}", each.edges, about=each.node.id) for each in through
    )
    context = (*finding.context, *(edge for each in through for edge in each.edges))
    return replace(finding, statements=(*finding.statements, *lines), context=context)


def _common(found: Sequence[Neighbour], others: Sequence[Neighbour]) -> list[Neighbour]:
    """What is next to both, with the edges to both."""
    edges = {each.node.id: each.edges for each in others}
    return [
        replace(each, edges=distinct_edges((*each.edges, *edges[each.node.id])))
        for each in found
        if each.node.id in edges
    ]


def _passes(scope: Scope, neighbour: Neighbour, filters: Mapping[str, str]) -> bool:
    key = scope.view.key(neighbour.node.id) if filters else None
    return key is None or passes(scope, key, neighbour.node, filters)


def _is_only_for(scope: Scope, neighbour: Neighbour, subject: Mention) -> bool:
    """Whether nothing but the subject depends on a neighbour."""
    key = scope.view.key(neighbour.node.id)
    own = {scope.view.node(each).id for each in subject.keys}
    return key is not None and {each.node.id for each in needing(scope, key)} <= own


def _others(scope: Scope, subject: Mention, found: Sequence[Neighbour], route: Route) -> Finding:
    """The services that do not: all of our own but those that were found."""
    named = {scope.view.node(key).id for key in subject.keys} | {each.node.id for each in found}
    nodes = [node for _, node in counted_nodes(scope, NodeLabel.SERVICE, dict(route.filters)) if node.id not in named]
    _, verbs, _, types = _SECTIONS[route.operation]
    name = subject_name(scope, subject)
    if route.operation in _NEGATABLE_OWN:
        verb = "call" if route.operation is Operation.CALLEES else "depend on"
        said = f"{name} does not {verb} {plural(len(nodes), 'service')}"
    else:
        said = f"{sentence(plural(len(nodes), 'service'))} {'does' if len(nodes) == 1 else 'do'} not {verbs[1]} {name}"
    names = listed([node.name for node in nodes], 30)
    statements = tuple(Statement(scope.name(node), about=node.id) for node in nodes[:_STATED])
    notes = (scope.searched(f"{types} edges of every service"),)
    count = len(nodes) if route.is_count else None
    return Finding(
        Statement(f"{said}: {names}." if names else f"{said}."),
        statements,
        tuple(n.id for n in nodes),
        count=count,
        notes=notes,
        steps=(f"services without {types} to {name}",),
    )


def neighbours(scope: Scope, operation: Operation, subject: Mention, route: Route) -> list[Neighbour]:
    """What the operation finds for a subject, over all nodes that it may be."""
    look = _LOOKS[operation]
    merged: dict[str, Neighbour] = {}
    for key in subject.keys:
        for each in look(scope, key, route):
            known = merged.get(each.node.id)
            edges = distinct_edges((*known.edges, *each.edges)) if known else each.edges
            merged[each.node.id] = Neighbour(
                each.node, edges, known.detail if known else each.detail, each.proof, each.is_through
            )
    return list(merged.values())


def told(scope: Scope, operation: Operation, subject: Mention, found: Sequence[Neighbour], route: Route) -> Finding:
    """The neighbours as a finding; for none, what was looked at."""
    pattern, verbs, noun, types = _SECTIONS[operation]
    name = subject_names(scope, route) if subject is route.subjects[0] else subject_name(scope, subject)
    nouns = {each.node.label for each in found}
    if operation in (Operation.DEPENDENCIES, Operation.PUBLISHED, Operation.TOPICS, Operation.CONSUMED) and found:
        counted = " and ".join(
            plural(sum(each.node.label is label for each in found), str(label).lower()) for label in sorted(nouns)
        )
    elif noun in ("topic or event", "node"):
        counted = "no topics or events" if noun == "topic or event" else "nothing"
    else:
        counted = plural(len(found), noun)
    verb = verbs[len(found) != 1]
    said = (
        sentence(pattern.format(count=counted, subject=name, verb=verb))
        if pattern.startswith("{count}")
        else pattern.format(count=counted, subject=name)
    )
    names = listed(
        [each.node.name if each.node.label is not NodeLabel.ENDPOINT else scope.name(each.node) for each in found]
    )
    if route.is_exclusive:
        said += " that nothing else needs"
    if route.also:
        said = re.sub(
            r" (call|use|publishe?|read|define|expose)s (?=\d|no )| depends on ",
            lambda m: f" all {m[1] or 'depend on'} ",
            said,
        )
    only = listed([f"{name} {value}" for name, value in route.filters.items()])
    said += f" (only {only})" if only else ""
    headline = Statement(f"{said}: {names}." if found else f"{said}.")
    statements = tuple(
        Statement(
            f"{scope.name(each.node)}{f'  {each.detail}' if each.detail else ''}",
            each.edges + each.proof,
            about=each.node.id,
        )
        for each in found[:_STATED]
    )
    notes = () if found else (scope.searched(f"{types} edges"),)
    if len(found) > _STATED:
        notes = (*notes, f"{len(found) - _STATED} more are listed by --json.")
    return Finding(
        headline,
        statements,
        distinct([each.node.id for each in found]),
        distinct_edges(edge for each in found for edge in each.edges),
        count=len(found) if route.is_count else None,
        context=tuple(edge for each in found for edge in each.proof),
        notes=notes,
        steps=(f"{operation.value} of {name}: {types}",),
    )


# --- What each operation looks at ---------------------------------------------------------------------


def _users(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    return [*publishers(scope, key), *consumers(scope, key)]


def _topics(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    if route.wanted == NodeLabel.EVENT:
        return [*published(scope, key, NodeLabel.EVENT), *events_read(scope, key)]
    return [*published(scope, key, NodeLabel.TOPIC), *consumed(scope, key)]


def _published(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    if route.wanted in (NodeLabel.TOPIC, NodeLabel.EVENT):
        found = published(scope, key, NodeLabel(route.wanted))
        return found or published(scope, key)
    return published(scope, key)


def _consumed(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    topics = consumed(scope, key)
    if route.wanted == NodeLabel.EVENT:
        return events_read(scope, key) or topics
    return topics


def _callers(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    label = scope.view.node(key).label
    if label is NodeLabel.ENDPOINT:
        return endpoint_callers(scope, key)
    return needing(scope, key, has_kind(*CALLS)) if label is NodeLabel.SERVICE else needing(scope, key)


def _callees(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    wanted = has_kind(*(kind.value for kind in RUNTIME_KINDS)) if route.verb == "talk" else has_kind(*CALLS)
    return needed(scope, key, NodeLabel.SERVICE, wanted=wanted)


def _dependents(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    label = scope.view.node(key).label
    if label is NodeLabel.ENDPOINT:
        return endpoint_callers(scope, key)
    if label in (NodeLabel.TOPIC, NodeLabel.EVENT):
        return _users(scope, key, route)
    if route.verb == "consume":
        # Of a service its events are consumed, if it has any; else what it offers.
        subscribers = needing(scope, key, has_kind(Kind.EVENT.value))
        if subscribers:
            return subscribers
    return needing(scope, key, _at_run_time(route))


def _dependencies(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    labels = (
        (NodeLabel(route.wanted),) if route.wanted in (NodeLabel.SERVICE, NodeLabel.DATABASE, NodeLabel.LIBRARY) else ()
    )
    return needed(scope, key, *labels, wanted=_at_run_time(route))


def _at_run_time(route: Route) -> Callable[..., bool]:
    return has_kind(*(kind.value for kind in RUNTIME_KINDS)) if route.run_time_only else lambda _: True


def _provider(scope: Scope, key: int, route: Route) -> list[Neighbour]:
    return [
        *of_type(scope, key, EdgeType.EXPOSES, reaching=True),
        *of_type(scope, key, EdgeType.DEFINES, reaching=True),
    ]


_LOOKS: dict[Operation, Callable[[Scope, int, Route], list[Neighbour]]] = {
    Operation.CONSUMERS: lambda scope, key, _: consumers(scope, key),
    Operation.CONSUMED: _consumed,
    Operation.PUBLISHERS: lambda scope, key, _: publishers(scope, key),
    Operation.PUBLISHED: _published,
    Operation.TOPICS: _topics,
    Operation.USERS: _users,
    Operation.CALLERS: _callers,
    Operation.CALLEES: _callees,
    Operation.CALLED_ENDPOINTS: lambda scope, key, _: called_endpoints(scope, key),
    Operation.DEPENDENTS: _dependents,
    Operation.DEPENDENCIES: _dependencies,
    Operation.DATABASES: lambda scope, key, _: needed(scope, key, NodeLabel.DATABASE),
    Operation.LIBRARIES: lambda scope, key, _: needed(scope, key, NodeLabel.LIBRARY),
    Operation.ENTITIES: lambda scope, key, _: of_type(scope, key, EdgeType.DEFINES, reaching=False),
    Operation.ENDPOINTS: lambda scope, key, _: of_type(scope, key, EdgeType.EXPOSES, reaching=False),
    Operation.PROVIDER: _provider,
}
OPERATIONS = frozenset(_LOOKS)
