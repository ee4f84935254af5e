"""Who answers for something, and what a team answers for."""

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.asking.answers.aggregate import passes
from pipelines.asking.finding import Finding, Statement, distinct
from pipelines.asking.neighbours import of_type, publishers
from pipelines.asking.phrases import listed, plural
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.asking.subject import subject_name


def answer_owner(scope: Scope, route: Route) -> Finding:
    """The teams of a node, and whom to call; a topic's are those of the services that publish to it."""
    subject = route.subjects[0]
    name = subject_name(scope, subject)
    node = scope.view.node(subject.key)
    if node.label is NodeLabel.TEAM:
        oncall = str(node.properties.get("oncall", ""))
        said = f"{name} is on call as {oncall}." if oncall else f"No on-call is known for {name}."
        return Finding(Statement(said, about=node.id), nodes=(node.id,))
    owned = _owners(scope, subject.key)
    owner, oncall = _property(node, "owner"), _property(node, "oncall")
    through = ""
    if not owned and not owner and node.label in (NodeLabel.TOPIC, NodeLabel.EVENT):
        services = publishers(scope, subject.key)
        keys = [key for each in services if (key := scope.view.key(each.node.id)) is not None]
        owned = [edge for key in keys for edge in _owners(scope, key)]
        owner = listed(
            list(dict.fromkeys(_property(each.node, "owner") for each in services if _property(each.node, "owner")))
        )
        oncall = listed(
            list(dict.fromkeys(_property(each.node, "oncall") for each in services if _property(each.node, "oncall")))
        )
        through = f", by its publisher {listed([each.node.name for each in services])}" if services else ""
    teams = distinct([edge.target for edge in owned])
    if not teams and not owner:
        said = f"Nobody is known to own {name}."
        return Finding(
            Statement(said), notes=(scope.searched("OWNED_BY edges, catalogues, CODEOWNERS and services.yaml"),)
        )
    who = listed([scope.name(team) for team in teams]) or owner
    called = f" On call: {oncall}." if oncall else " No on-call is known."
    statement = Statement(
        f"{who} {'own' if len(teams) > 1 else 'owns'} {name}{through}.{called}", tuple(owned), about=node.id
    )
    return Finding(statement, (), teams, tuple(owned), steps=(f"OWNED_BY of {name}",))


def answer_owned(scope: Scope, route: Route) -> Finding:
    """The services of a team."""
    subject = route.subjects[0]
    name = subject_name(scope, subject)
    found = [
        each
        for each in of_type(scope, subject.key, EdgeType.OWNED_BY, reaching=True)
        if each.node.label is NodeLabel.SERVICE
    ]
    found = [
        each for each in found if (key := scope.view.key(each.node.id)) and passes(scope, key, each.node, route.filters)
    ]
    ids = distinct([each.node.id for each in found])
    said = (
        f"{name} owns {plural(len(ids), 'service')}{': ' if ids else ''}{listed([each.node.name for each in found])}."
    )
    statements = tuple(Statement(scope.name(each.node), each.edges, about=each.node.id) for each in found)
    edges = tuple(edge for each in found for edge in each.edges)
    notes = () if found else (scope.searched("OWNED_BY edges"),)
    return Finding(
        Statement(said),
        statements,
        ids,
        edges,
        count=len(ids) if route.is_count else None,
        notes=notes,
        steps=(f"services OWNED_BY {name}",),
    )


def _owners(scope: Scope, key: int) -> list[Edge]:
    links = scope.view.leaving(key, EdgeType.OWNED_BY)
    service = scope.view.node(key).service
    if not links and service and (own := scope.view.key(service)) is not None and own != key:
        links = scope.view.leaving(own, EdgeType.OWNED_BY)
    return [edge for _, edge in scope.edges(links)]


def _property(node: Node, name: str) -> str:
    return str(node.properties.get(name, ""))
