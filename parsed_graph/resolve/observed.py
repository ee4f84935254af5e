"""What traces show: interactions between services as edges of the layer `observed`, and the status of each dependency."""

from collections.abc import Iterable
from datetime import date, timedelta

from msgspec.structs import replace

from parsed_graph.estate_facts import Located
from parsed_graph.facts import ObservedSpan
from parsed_graph.model import Edge, Property
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.endpoints import EndpointIndex, path_segments
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.hosts import parse_address
from parsed_graph.resolve.messaging import add_topic
from parsed_graph.schema import CONTRACT, EdgeType, Kind, Layer, NodeLabel, Role

_KINDS = {
    "http": Kind.HTTP,
    "grpc": Kind.GRPC,
    "rpc": Kind.GRPC,
    "database": Kind.DATABASE,
    "messaging": Kind.MESSAGING,
    "event": Kind.EVENT,
}


OBSERVED_DAYS = 90
"""How long before the newest observation an older one still counts, unless the settings say otherwise."""


def resolve_observed(estate: Estate, endpoints: EndpointIndex, days: int = OBSERVED_DAYS) -> None:
    """Notes observed dependencies, CALLS of endpoints and use of topics, each with its count and the day it was last seen.

    Observations age: what was last seen more than `days` before the newest of all no longer counts. The newest, not today:
    the same input gives the same graph on any day.
    """
    first_day = _first_day((located.fact.last_seen for located in estate.facts.of(ObservedSpan)), days)
    for located in estate.facts.of(ObservedSpan):
        fact = located.fact
        if fact.last_seen and fact.last_seen < first_day:
            detail = f"{fact.source} to {fact.target} was last seen on {fact.last_seen}, before {first_day}"
            estate.problem("traces", located.repo, fact.span, "aged", detail)
            continue
        source = _component(estate, fact.source)
        target = _component(estate, fact.target) or _outside(estate, located)
        if source is None or (target is None and fact.kind != "messaging"):
            unknown = fact.source if source is None else fact.target
            detail = f"traces name {unknown}, which the estate does not show"
            estate.problem("traces", located.repo, fact.span, "unknown-service", detail)
            continue
        if source.label is not NodeLabel.SERVICE:
            continue
        _observe(estate, endpoints, located, source, target)


def _first_day(seen: Iterable[str], days: int) -> str:
    newest = max(seen, default="")
    try:
        return (date.fromisoformat(newest) - timedelta(days=days)).isoformat() if newest else ""
    except (ValueError, OverflowError):
        return ""


def _component(estate: Estate, name: str) -> Component | None:
    address = parse_address(name)
    match = estate.hosts.named(name, None) or (estate.hosts.find(address, None) if address else None)
    return match.component if match else None


def _outside(estate: Estate, located: Located[ObservedSpan]) -> Component | None:
    """A system outside the estate, if the trace names its full domain name."""
    address = parse_address(located.fact.target)
    if address is None or not address.is_external or located.fact.kind not in ("http", "grpc", "rpc"):
        return None
    return estate.external(address, Role.EXTERNAL, located.evidence("traces"))


def _observe(
    estate: Estate,
    endpoints: EndpointIndex,
    located: Located[ObservedSpan],
    source: Component,
    target: Component | None,
) -> None:
    fact = located.fact
    evidence = located.evidence(f"traces: {fact.count} spans, last seen {fact.last_seen}")
    if target:
        kind = _KINDS.get(fact.kind, Kind.OTHER)
        if target.label is NodeLabel.DATABASE:
            kind = Kind.DATABASE
        # The consumer of a message depends on its producer, not the other way round.
        ends = (target, source) if fact.kind == "messaging" and target.label is NodeLabel.SERVICE else (source, target)
        kind = Kind.EVENT if ends[0] is target else kind
        estate.use(*ends, kind, CONTRACT, evidence, Layer.OBSERVED)
    if fact.kind == "messaging" and fact.operation:
        topic = _known_topic(estate, fact.operation)
        estate.edge(
            estate.service_node(source), EdgeType.PUBLISHES, topic, CONTRACT, evidence, Layer.OBSERVED, _seen(fact)
        )
    elif target and fact.kind in ("http", "grpc", "rpc"):
        method, _, path = fact.operation.rpartition(" ")
        choice = endpoints.choose(target.id, method or "ANY", path_segments(path))
        if choice.route and path.startswith("/"):
            edge = (estate.service_node(source), EdgeType.CALLS, choice.route.endpoint)
            estate.edge(*edge, CONTRACT, evidence, Layer.OBSERVED, _seen(fact))


def _seen(fact: ObservedSpan) -> dict[str, Property]:
    return {"count": fact.count, "last_seen": fact.last_seen}


def _known_topic(estate: Estate, name: str) -> str:
    found = [node.id for node in estate.graph.nodes(NodeLabel.TOPIC) if node.name == name]
    return found[0] if len(found) == 1 else add_topic(estate, "", name)


_OBSERVABLE = (EdgeType.DEPENDS_ON, EdgeType.CALLS, EdgeType.PUBLISHES)


def mark_status(estate: Estate) -> None:
    """Where anything was observed, each edge that traces could show says whether its pair is known statically, observed, or both."""
    layers: dict[tuple[str, str, str], set[Layer]] = {}
    edges = [edge for edge in estate.graph.edges(*_OBSERVABLE) if _could_be_observed(edge)]
    for edge in edges:
        layers.setdefault((edge.source, edge.type, edge.target), set()).add(edge.layer)
    if not any(Layer.OBSERVED in found for found in layers.values()):
        return
    for edge in edges:
        found = layers[edge.source, edge.type, edge.target]
        status = "static" if Layer.OBSERVED not in found else "observed" if len(found) == 1 else "both"
        estate.graph.add_edge(replace(edge, properties={"status": status}, evidence=()))


def _could_be_observed(edge: Edge) -> bool:
    """Traces show what services do: no libraries, no functions within one."""
    return not edge.target.startswith("library:") and not edge.source.startswith("function:")
