"""What one node is: what it says of itself, and what is next to it in numbers."""

from collections import Counter

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.asking.answers.impact import record_name
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.neighbours import Neighbour, consumed, consumers, needed, needing, of_type, published, publishers
from pipelines.asking.phrases import listed, plural
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope

_TEXT = 280


def answer_definition(scope: Scope, route: Route, question: str) -> Finding:
    """A short card, and the texts about it that fit best."""
    key = route.subjects[0].key
    node = scope.view.node(key)
    lines = [_line(*part) for part in _parts(scope, key, node) if part[1]]
    found = scope.find_text(
        question, (key,), frozenset({node.service}) if node.label is NodeLabel.SERVICE else None, None
    )
    own = (
        [hit for hit in found.hits if hit.text_unit_id.startswith(node.id) or hit.service == node.id][:2]
        if node.label in (NodeLabel.SERVICE, NodeLabel.ADR, NodeLabel.INCIDENT)
        else []
    )
    lines += [Statement(f"{hit.title}: {_excerpt(hit.text)}", hits=(hit,)) for hit in own]
    edges = tuple(edge for line in lines for edge in line.proof)
    return Finding(
        Statement(_headline(scope, node), about=node.id),
        tuple(lines),
        (node.id,),
        context=edges,
        hits=found.hits,
        notes=found.notes,
        steps=(f"the card of {scope.name(node)}",),
    )


def _headline(scope: Scope, node: Node) -> str:
    properties = node.properties
    if node.label in (NodeLabel.ADR, NodeLabel.INCIDENT):
        facts = [str(properties[name]) for name in ("status", "severity", "date") if properties.get(name)]
        return f"{record_name(node)}: {', '.join(facts)}; {properties.get('repo', '')}:{properties.get('path', '')}."
    facts = [
        str(properties[name])
        for name in ("kind", "broker", "role", "language", "runtime", "protocol", "table")
        if properties.get(name)
    ]
    place = f", system {properties['system']}" if properties.get("system") else ""
    where = (
        f", at {properties.get('repo', '')}:{properties['path']}"
        if properties.get("path") and properties.get("repo")
        else ""
    )
    aliases = properties.get("aliases", ())
    known = f", also called {listed(list(aliases), 4)}" if isinstance(aliases, tuple) and aliases else ""
    return f"{scope.name(node)}: {', '.join(dict.fromkeys(facts)) or str(node.label).lower()}{place}{where}{known}."


def _parts(scope: Scope, key: int, node: Node) -> list[tuple[str, list[Neighbour]]]:
    if node.label is NodeLabel.SERVICE:
        return [
            ("Exposes {endpoints}", of_type(scope, key, EdgeType.EXPOSES, reaching=False)),
            ("Publishes {names}", published(scope, key)),
            ("Reads {names}", consumed(scope, key)),
            ("Depends on {names}", needed(scope, key)),
            ("Needed by {names}", needing(scope, key)),
            ("Under {names}", of_type(scope, key, EdgeType.GOVERNED_BY, reaching=False)),
        ]
    if node.label in (NodeLabel.TOPIC, NodeLabel.EVENT):
        return [("Published by {names}", publishers(scope, key)), ("Consumed by {names}", consumers(scope, key))]
    if node.label in (NodeLabel.DATABASE, NodeLabel.LIBRARY):
        return [("Used by {names}", needing(scope, key))]
    if node.label is NodeLabel.ENDPOINT:
        return [
            ("Exposed by {names}", of_type(scope, key, EdgeType.EXPOSES, reaching=True)),
            ("Called by {names}", of_type(scope, key, EdgeType.CALLS, reaching=True)),
        ]
    if node.label is NodeLabel.ADR:
        return [
            ("Governs {names}", of_type(scope, key, EdgeType.GOVERNED_BY, reaching=True)),
            ("Bears on {names}", of_type(scope, key, EdgeType.RELATES_TO, reaching=False)),
            ("Supersedes {names}", of_type(scope, key, EdgeType.SUPERSEDES, reaching=False)),
            ("Superseded by {names}", of_type(scope, key, EdgeType.SUPERSEDES, reaching=True)),
        ]
    if node.label is NodeLabel.INCIDENT:
        return [("Hit {names}", of_type(scope, key, EdgeType.RELATES_TO, reaching=False))]
    if node.label is NodeLabel.TEAM:
        services = of_type(scope, key, EdgeType.OWNED_BY, reaching=True)
        return [("Owns {names}", [each for each in services if each.node.label is NodeLabel.SERVICE])]
    if node.label is NodeLabel.ENTITY:
        return [
            ("Defined by {names}", of_type(scope, key, EdgeType.DEFINES, reaching=True)),
            ("Stored by {names}", of_type(scope, key, EdgeType.PERSISTED_BY, reaching=False)),
        ]
    return []


def _line(pattern: str, found: list[Neighbour]) -> Statement:
    protocols = Counter(str(each.node.properties.get("protocol", "http")) for each in found)
    endpoints = listed([f"{plural(count, f'{protocol} endpoint')}" for protocol, count in sorted(protocols.items())])
    names = listed(list(dict.fromkeys(each.node.name for each in found)))
    proof: tuple[Edge, ...] = tuple(each.edges[0] for each in found[:3] if each.edges)
    return Statement(f"{pattern.format(names=names, endpoints=endpoints)}.", proof)


def _excerpt(text: str) -> str:
    folded = " ".join(line for line in text.split() if not set(line) <= {"#", "-", "|", "="})
    return folded if len(folded) <= _TEXT else f"{folded[:_TEXT].rsplit(' ', 1)[0]} …"
