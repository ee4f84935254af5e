"""Services that would need a rebuild when others change: those that hold their code, or the stubs and types of their contracts."""

from collections.abc import Sequence
from dataclasses import dataclass

from parsed_graph.dependencies import dependencies
from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType, Kind, NodeLabel
from parsed_graph.view import View

IMPORTS, CALLS, SHARES = "imports its code", "calls it by gRPC", "reads its topic"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """`service` is built with something of `of`; `why` says with what, `through` is the endpoint or topic, "" for code."""

    service: Node
    of: Node
    why: str
    through: str
    edge: Edge


def find_rebuilds(view: View, services: Sequence[int]) -> tuple[Rebuild, ...]:
    """By service, then by what it shares with. The services themselves are left out: they change anyway."""
    own = set(services)
    imports = dependencies(view, (Kind.IMPORT,))
    links: list[tuple[int, int, str, str, int]] = []
    for service in services:
        links += (
            (other, service, IMPORTS, "", edges[0])
            for other, edges in imports.needing(service).items()
            if view.node(other).label is NodeLabel.SERVICE
        )
        links += _callers(view, service)
        links += _sharers(view, service)
    kept = [each for each in links if each[0] not in own]
    first = {each[:4]: each for each in sorted(kept)}
    edges = view.edges([each[4] for each in first.values()])
    return tuple(
        Rebuild(view.node(each[0]), view.node(each[1]), each[2], each[3], edge)
        for each, edge in zip(first.values(), edges, strict=True)
    )


def _callers(view: View, service: int) -> list[tuple[int, int, str, str, int]]:
    endpoints = [link.target for link in view.leaving(service, EdgeType.EXPOSES)]
    typed = [key for key in endpoints if view.node(key).properties.get("protocol") == "grpc"]
    calls = view.reaching_any(typed, EdgeType.CALLS)
    return [
        (link.source, service, CALLS, view.node(link.target).name, link.key)
        for link in calls
        if view.node(link.source).label is NodeLabel.SERVICE
    ]


def _sharers(view: View, service: int) -> list[tuple[int, int, str, str, int]]:
    """Consumers of topics that carry events of the service whose schema is known: they hold the same types."""
    events = [
        link.target
        for link in view.leaving(service, EdgeType.PUBLISHES)
        if view.node(link.target).label is NodeLabel.EVENT and view.node(link.target).properties.get("fields")
    ]
    topics = sorted({link.target for link in view.leaving_any(events, EdgeType.ON)})
    found = []
    for link in view.reaching_any(topics, EdgeType.CONSUMES):
        reader = view.key(view.node(link.source).service)
        if reader is not None:
            found.append((reader, service, SHARES, view.node(link.target).name, link.key))
    return found
