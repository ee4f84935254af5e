"""Addresses that a component is given and that no code was seen to use: in its environment, and in its configuration files.

Who deploys a component with `CART_ADDR=cart:7070` says that it needs the cart, in whatever language it is written. What code,
keys and libraries show of the same pair is surer, so this comes last and only fills gaps.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from parsed_graph.facts import ConfigValue, Literal, RpcCall, RpcServe, render_text
from parsed_graph.identity import name_key
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.hosts import Address, parse_address
from parsed_graph.resolve.images import product_named
from parsed_graph.resolve.infrastructure.from_environment import note_connections
from parsed_graph.rules.connection_strings import connection_address
from parsed_graph.schema import ANSWER_CONFIDENCE, PATTERN, START_ORDER, EdgeType, Kind, Layer, NodeLabel, Role

_ROLE_KINDS = {
    Role.BROKER: Kind.MESSAGING,
    Role.MONITORING: Kind.MONITORING,
    Role.DISCOVERY: Kind.DISCOVERY,
    Role.CONFIG: Kind.CONFIG,
    Role.EXTERNAL: Kind.OTHER,
}
Pair = tuple[str, str]
_WEAK = frozenset({Kind.EVENT, Kind.OTHER})
# What these hold is where the component itself is reached, or who may call it.
_OWN_ADDRESS = re.compile(
    r"cors|origin|allowed|redirect|callback|public|external|domain|advertised|no_?proxy|root_?url|server_?name|listen"
    r"|bind|virtual|base_?path|own_|swagger|openapi|display|sitemap|documentation",
    re.I,
)
_NAMES_HOST = re.compile(
    r"(host|hosts|hostname|addr|address|addresses|server|servers|broker|brokers|endpoint|endpoints|uri|url)$", re.I
)
_BROKER_KEY = re.compile(r"amqp|activemq|rabbit|kafka|broker|mqtt|stomp|jms|nats_", re.I)
_MONITOR_KEY = re.compile(r"(^|[_.])(management|metrics|telemetry|otel|otlp|tracing|apm|statsd)([_.]|$)", re.I)
# Keys of frameworks: what they mean stands in the resolvers of their own.
_FRAMEWORK = re.compile(
    r"^(spring|eureka|management|security|zuul|ribbon|turbine|server|logging|quarkus|micronaut|feign|hystrix|info"
    r"|Logging|AllowedHosts|Kestrel|ReverseProxy|Routes|GlobalConfiguration)(\.|$|\[)"
)
_TEST_FILE = re.compile(r"(^|[/._-])(tests?|spec|e2e|mock|example|sample)([/._-]|$)", re.I)


def resolve_addresses(estate: Estate) -> None:
    """Notes a use for each pair that nothing else has shown."""
    known = {(use.source, use.target) for use in estate.uses if _tells(use.kind, use.confidence)}
    known |= {(use.target, use.source) for use in estate.uses if use.kind is Kind.MONITORING}
    speakers = _grpc_pairs(estate)
    services = [c for c in estate.inventory.components if c.label is NodeLabel.SERVICE and c.role is not Role.EXTERNAL]
    shared = _shared_places(estate, services)
    for component in services:
        _from_environment(estate, component, known, speakers, shared)
    _from_files(estate, known, speakers)


def _tells(kind: Kind, confidence: float) -> bool:
    return confidence >= ANSWER_CONFIDENCE and kind not in _WEAK


def _shared_places(estate: Estate, services: list[Component]) -> set[str]:
    """Where one line gives a variable to several components: it says that some of them need the address, not which."""
    given: defaultdict[str, set[str]] = defaultdict(set)
    for component in services:
        for _, hit in estate.configuration.environment(component):
            if hit.hops:
                given[hit.hops[0]].add(component.id)
    return {place for place, components in given.items() if len(components) > 1}


def _from_environment(
    estate: Estate, source: Component, known: set[Pair], speakers: set[Pair], shared: set[str]
) -> None:
    has_code = source.program is not None and source.program.has_code
    for key, hit in estate.configuration.environment(source):
        is_shared = bool(hit.hops) and hit.hops[0] in shared
        if not has_code:
            note_connections(estate, source, key, hit, START_ORDER if is_shared else PATTERN)
        for target, address in _targets(estate, source, key, hit.value, near=False):
            if (source.id, target.id) not in known:
                evidence = hit.evidence(f"environment {key}")
                kind = _kind(source, target, address, key, speakers)
                # An exporter's address is all that it takes to send traces or metrics.
                is_sure = not is_shared or kind is Kind.MONITORING or _could_speak(estate, source, target)
                confidence = PATTERN if is_sure else START_ORDER
                estate.use(source, target, kind, confidence, evidence, Layer.DECLARED)


def _could_speak(estate: Estate, source: Component, target: Component) -> bool:
    """Whether the libraries of a component speak to such a product."""
    product = product_named(target.product) if target.product else None
    known = estate.library_capabilities.get(source.id, set())
    return product is not None and bool({(product.capability, ""), (product.capability, product.name)} & known)


def _from_files(estate: Estate, known: set[Pair], speakers: set[Pair]) -> None:
    for located in estate.facts.of(ConfigValue):
        key, value = located.fact.key, located.fact.value
        source = estate.inventory.owner(located.repo, located.path)
        if source is None or source.label is not NodeLabel.SERVICE or not value or len(value) > 500:
            continue
        if _FRAMEWORK.match(key) or ":" in key or _TEST_FILE.search(located.path):
            continue
        for target, address in _targets(estate, source, key, value, near=True):
            if (source.id, target.id) not in known:
                evidence = located.evidence(f"configuration {key}")
                estate.use(source, target, _kind(source, target, address, key, speakers), PATTERN, evidence)


def _targets(
    estate: Estate, source: Component, key: str, value: str, *, near: bool
) -> Iterator[tuple[Component, Address]]:
    """The components that a value leads to. `near`: in a file, where `localhost` is a developer's machine."""
    if _OWN_ADDRESS.search(key):
        return
    for text in _addresses(value):
        address = parse_address(text)
        if address is None or address.is_ip or (near and address.is_local):
            continue
        if not (address.port or address.scheme) and not _NAMES_HOST.search(key):
            continue
        match = estate.hosts.find(address, source)
        if match and match.component.id != source.id and _may_need(source, match.component):
            yield match.component, address


def _may_need(source: Component, target: Component) -> bool:
    """An authorization server is told its clients' addresses to check where it may send users back to, a monitor what to show."""
    is_own = target.program is not None and target.program.has_code
    is_served = source.role in (Role.AUTH, Role.MONITORING) and is_own
    return (target.role is not Role.EXTERNAL or bool(target.units)) and not is_served


def _addresses(value: str) -> Iterator[str]:
    """`kafka-1:9092,kafka-2:9092`, `Server=db;Database=orders`, and plain URLs."""
    if "=" in value:
        yield render_text(connection_address((Literal(value),)))
    else:
        yield from (piece.strip() for piece in re.split(r"[,\s]+", value)[:8])


def _kind(source: Component, target: Component, address: Address, key: str, speakers: set[Pair]) -> Kind:
    product = product_named(target.product) if target.product else None
    if target.label is NodeLabel.DATABASE:
        return Kind.CACHE if product and product.capability == "cache" else Kind.DATABASE
    if target.role is Role.AUTH and target.program is None:
        return Kind.AUTH
    if target.role in _ROLE_KINDS:
        return _ROLE_KINDS[target.role]
    if _MONITOR_KEY.search(key):
        return Kind.MONITORING
    if _BROKER_KEY.search(key):
        return Kind.MESSAGING  # A broker embedded in a service.
    speaks = {(source.id, target.id), (source.id, ""), ("", target.id)} & speakers
    return Kind.GRPC if speaks and not address.scheme.startswith("http") else Kind.HTTP


def _grpc_pairs(estate: Estate) -> set[Pair]:
    """(caller, provider) of each gRPC API; ("", provider) where it serves nothing else, (caller, "") where nobody is seen to serve."""
    callers: defaultdict[str, set[str]] = defaultdict(set)
    providers: defaultdict[str, set[str]] = defaultdict(set)
    for call in estate.facts.of(RpcCall):
        callers[name_key(call.fact.api.rpartition(".")[2])] |= {owner.component.id for owner in estate.owners(call)}
    for served in estate.facts.of(RpcServe):
        providers[name_key(served.fact.api.rpartition(".")[2])] |= {o.component.id for o in estate.owners(served)}
    pairs = {(caller, provider) for api in callers for caller in callers[api] for provider in providers.get(api, {""})}
    return pairs | {
        ("", provider) for api in providers for provider in providers[api] if _is_grpc_only(estate, provider)
    }


def _is_grpc_only(estate: Estate, service: str) -> bool:
    """Paths that a `.proto` maps are those of a gateway in front."""
    own = [e for e in estate.graph.out_edges(service, EdgeType.EXPOSES) if not e.evidence[0].path.endswith(".proto")]
    exposed = [estate.graph.node(edge.target) for edge in own]
    return {str(node.properties.get("protocol")) for node in exposed if node} == {"grpc"}
