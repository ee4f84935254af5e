"""Who calls an endpoint: services and functions, directly or through a gateway, and where the code says so."""

from collections import defaultdict
from dataclasses import dataclass

from parsed_graph.model import Edge, Node
from parsed_graph.queries.find import find_node
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import View


@dataclass(frozen=True, slots=True)
class Caller:
    """A service that calls, with the functions in it that do where they are known. `via` is the gateway's id, "" for none."""

    service: Node
    functions: tuple[Node, ...]
    via: str
    calls: tuple[Edge, ...]

    @property
    def confidence(self) -> float:
        """That of its surest call."""
        return max(edge.confidence for edge in self.calls)


@dataclass(frozen=True, slots=True)
class Callers:
    """The endpoint that was asked for, the service behind it, and its callers by id."""

    endpoint: Node
    provider: Node | None
    callers: tuple[Caller, ...]


def find_callers(view: View, text: str) -> Callers:
    """Callers of the endpoint that `text` names. Raises QueryError for a name that is unknown or means several."""
    found = find_node(view, text, NodeLabel.ENDPOINT)
    key = view.key(found.node.service) if found.node.service else None
    return Callers(found.node, view.node(key) if key else None, tuple(_callers(view, found.key)))


def _callers(view: View, endpoint: int) -> list[Caller]:
    links = view.reaching(endpoint, EdgeType.CALLS)
    view.nodes(link.source for link in links)
    calls: defaultdict[int, list[Edge]] = defaultdict(list)
    functions: defaultdict[int, list[Node]] = defaultdict(list)
    for link, edge in zip(links, view.edges([link.key for link in links]), strict=True):
        caller = view.node(link.source)
        service = link.source if caller.label is NodeLabel.SERVICE else view.key(caller.service)
        if service is None:
            continue
        calls[service].append(edge)
        if caller.label is NodeLabel.FUNCTION and caller not in functions[service]:
            functions[service].append(caller)
    return [
        Caller(view.node(service), tuple(functions[service]), _via(view, edges), tuple(edges))
        for service, edges in sorted(calls.items())
    ]


def _via(view: View, edges: list[Edge]) -> str:
    named = (str(edge.properties["via"]) for edge in edges if edge.properties.get("via"))
    return next((gateway for gateway in named if view.key(gateway)), "")
