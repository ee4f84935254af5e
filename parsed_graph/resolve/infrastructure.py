"""Databases, brokers, configuration and discovery servers, monitors, mail: who uses which, from code, keys and libraries.

An address decides where there is one. Where there is none (an annotation, a starter on the classpath) or only
`localhost`, the use goes to the estate's only component that can be meant; if several can, it goes to none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from parsed_graph.estate_facts import Located
from parsed_graph.facts import Dependency, InfrastructureUse, StartOrder
from parsed_graph.identity import name_key, name_stem, name_words
from parsed_graph.model import Evidence
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.configuration import ConfigHit
from parsed_graph.resolve.estate import ANY_PRODUCT, Estate, Owner
from parsed_graph.resolve.hosts import Address, Match, parse_address
from parsed_graph.resolve.images import product_named
from parsed_graph.resolve.library_uses.library_use import library_use
from parsed_graph.schema import CONFIGURED, PATTERN, START_ORDER, Kind, Layer, NodeLabel, Role

_KINDS = {
    "database": Kind.DATABASE,
    "cache": Kind.CACHE,
    "search": Kind.DATABASE,
    "storage": Kind.DATABASE,
    "messaging": Kind.MESSAGING,
    "config": Kind.CONFIG,
    "discovery": Kind.DISCOVERY,
    "auth": Kind.AUTH,
    "monitoring": Kind.MONITORING,
    "tracing": Kind.MONITORING,
    "logging": Kind.MONITORING,
}
_ROLES = {
    "config": (Role.CONFIG,),
    "discovery": (Role.DISCOVERY,),
    "auth": (Role.AUTH,),
    "messaging": (Role.BROKER,),
    "monitoring": (Role.MONITORING,),
    "tracing": (Role.MONITORING,),
    "logging": (Role.MONITORING,),
}
_STORES = frozenset({"database", "cache", "search", "storage"})
_STORE_WORDS = frozenset({"db", "database", "cache", "store", "storage", "svc", "srv", "service", "server", "pg"})
_EMBEDDED = re.compile(r"^jdbc:(h2|hsqldb|derby|sqlite)|^sqlite|^file:|^:memory:|^r2dbc:h2", re.I)

_KEYS: tuple[tuple[str, str, str], ...] = (
    ("spring.datasource.url", "database", ""),
    ("spring.datasource.jdbc-url", "database", ""),
    ("spring.r2dbc.url", "database", ""),
    ("quarkus.datasource.jdbc.url", "database", ""),
    ("datasources.default.url", "database", ""),
    ("spring.flyway.url", "database", ""),
    ("spring.data.mongodb.uri", "database", "mongo"),
    ("spring.data.mongodb.host", "database", "mongo"),
    ("spring.redis.host", "cache", "redis"),
    ("spring.redis.url", "cache", "redis"),
    ("spring.data.redis.host", "cache", "redis"),
    ("spring.data.redis.url", "cache", "redis"),
    ("spring.data.cassandra.contact-points", "database", "cassandra"),
    ("spring.cassandra.contact-points", "database", "cassandra"),
    ("spring.elasticsearch.uris", "search", "elasticsearch"),
    ("spring.elasticsearch.rest.uris", "search", "elasticsearch"),
    ("spring.data.elasticsearch.cluster-nodes", "search", "elasticsearch"),
    ("spring.neo4j.uri", "database", "neo4j"),
    ("spring.data.neo4j.uri", "database", "neo4j"),
    ("spring.rabbitmq.host", "messaging", "rabbitmq"),
    ("spring.rabbitmq.addresses", "messaging", "rabbitmq"),
    ("spring.kafka.bootstrap-servers", "messaging", "kafka"),
    ("spring.kafka.producer.bootstrap-servers", "messaging", "kafka"),
    ("spring.kafka.consumer.bootstrap-servers", "messaging", "kafka"),
    ("spring.cloud.stream.kafka.binder.brokers", "messaging", "kafka"),
    ("kafka.bootstrap.servers", "messaging", "kafka"),
    ("mp.messaging.connector.smallrye-kafka.bootstrap.servers", "messaging", "kafka"),
    ("rabbitmq.uri", "messaging", "rabbitmq"),
    ("mongodb.uri", "database", "mongo"),
    ("quarkus.mongodb.connection-string", "database", "mongo"),
    ("redis.uri", "cache", "redis"),
    ("quarkus.redis.hosts", "cache", "redis"),
    ("consul.client.defaultZone", "discovery", "consul"),
    ("eureka.client.defaultZone", "discovery", "eureka"),
    ("tracing.zipkin.http.url", "tracing", "zipkin"),
    ("spring.activemq.broker-url", "messaging", "activemq"),
    ("spring.artemis.host", "messaging", "activemq"),
    ("spring.pulsar.client.service-url", "messaging", "pulsar"),
    ("rocketmq.name-server", "messaging", "rocketmq"),
    ("eureka.client.service-url.defaultZone", "discovery", "eureka"),
    ("spring.cloud.consul.host", "discovery", "consul"),
    ("spring.cloud.nacos.discovery.server-addr", "discovery", "nacos"),
    ("spring.cloud.nacos.server-addr", "discovery", "nacos"),
    ("spring.cloud.nacos.config.server-addr", "config", "nacos"),
    ("spring.cloud.zookeeper.connect-string", "discovery", "zookeeper"),
    ("spring.cloud.config.uri", "config", ""),
    ("spring.cloud.vault.uri", "config", "vault"),
    ("spring.zipkin.base-url", "tracing", "zipkin"),
    ("management.zipkin.tracing.endpoint", "tracing", "zipkin"),
    ("management.otlp.tracing.endpoint", "tracing", ""),
    ("spring.mail.host", "mail", ""),
    ("security.oauth2.resource.user-info-uri", "auth", ""),
    ("security.oauth2.resource.token-info-uri", "auth", ""),
    ("security.oauth2.resource.jwt.key-uri", "auth", ""),
    ("security.oauth2.resource.jwk.key-set-uri", "auth", ""),
    ("spring.oauth2.resource.user-info-uri", "auth", ""),
    ("security.oauth2.client.access-token-uri", "auth", ""),
    ("spring.oauth2.client.access-token-uri", "auth", ""),
    ("spring.security.oauth2.resourceserver.jwt.issuer-uri", "auth", ""),
    ("spring.security.oauth2.resourceserver.jwt.jwk-set-uri", "auth", ""),
    ("spring.security.oauth2.resourceserver.opaquetoken.introspection-uri", "auth", ""),
    ("keycloak.auth-server-url", "auth", "keycloak"),
    ("spring.cloud.sentinel.transport.dashboard", "monitoring", "sentinel"),
)
_ADMIN_KEYS = ("spring.boot.admin.client.url", "spring.boot.admin.url")
_PREFIXED = re.compile(
    r"^spring\.security\.oauth2\.client\.provider\.[^.]+\.(issuer-uri|token-uri|jwk-set-uri|authorization-uri)$"
)
_GIT_KEY = "spring.cloud.config.server.git.uri"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A use before its target is known."""

    source: Component
    capability: str
    product: str
    evidence: Evidence
    layer: Layer = Layer.PARSED
    certain: bool = True
    database: str = ""


def resolve_infrastructure(estate: Estate) -> None:
    """Notes every use of infrastructure, adding Database nodes and external systems that only an address shows."""
    addressed: set[tuple[str, str]] = set()
    for component in list(estate.inventory.components):
        if component.label is NodeLabel.SERVICE and component.program:
            addressed |= _from_keys(estate, component)
    _from_code(estate, addressed)
    _from_libraries(estate, addressed)
    _from_start_order(estate)


def _from_keys(estate: Estate, component: Component) -> set[tuple[str, str]]:
    """Uses that configuration keys state; gives the (component, capability) pairs that an address settled."""
    settled: set[tuple[str, str]] = set()
    for key, capability, product in _KEYS:
        hits = estate.configuration.values(component, key)
        if hits and _settle(estate, component, capability, product, key, hits):
            settled.add((component.id, capability))
    for key, hit in estate.configuration.below(component, "spring.security.oauth2.client.provider"):
        if _PREFIXED.match(key) and _settle(estate, component, "auth", "", key, (hit,)):
            settled.add((component.id, "auth"))
    for hit in estate.configuration.values(component, "spring.config.import"):
        found = re.match(r"(?:optional:)?configserver:(.*)", hit.value)
        if found:
            target = (ConfigHit(found[1] or "http://localhost:8888", hit.hops, hit.profile),)
            _settle(estate, component, "config", "", "spring.config.import", target)
            settled.add((component.id, "config"))
    _administration(estate, component)
    _configuration_repository(estate, component)
    return settled


def _settle(
    estate: Estate, component: Component, capability: str, product: str, key: str, hits: tuple[ConfigHit, ...]
) -> bool:
    found = []
    can = estate.library_capabilities.get(component.id, set())
    for hit in hits:
        if (
            (hit.shared or capability == "discovery")
            and can
            and can.isdisjoint({(capability, product), (capability, ANY_PRODUCT)})
        ):
            continue  # A key that no library of the module reads: told to every client of a configuration server, or left over.
        for text in _addresses(hit.value):
            wanted = _Wanted(component, capability, product or _scheme_product(text), _hit_evidence(hit, key))
            target = _locate(estate, wanted, text, hit.profile)
            if target:
                found.append((wanted, target))
    inside = [pair for pair in found if pair[1].component.role is not Role.EXTERNAL]
    for wanted, target in inside or found:
        _note(estate, wanted, target, CONFIGURED)
    return bool(found)


def _addresses(value: str) -> Iterator[str]:
    """`kafka-1:9092,kafka-2:9092`, `mongodb://a,b/db` and plain URLs."""
    if _EMBEDDED.match(value):
        return
    pieces = value.split(",")
    yield pieces[0]
    scheme = pieces[0].partition("://")[0] + "://" if "://" in pieces[0] else ""
    for piece in pieces[1:]:
        yield piece if "://" in piece else scheme + piece.strip()


def _scheme_product(text: str) -> str:
    scheme = re.sub(r"^(jdbc:|r2dbc:)(tc:|pool:)?", "", text.strip()).partition(":")[0].partition("+")[0].lower()
    product = product_named({"amqp": "rabbitmq", "amqps": "rabbitmq", "rediss": "redis"}.get(scheme, scheme))
    return product.name if product else ""


def _locate(estate: Estate, wanted: _Wanted, text: str, profile: str) -> Match | None:
    """The component behind an address; for a store that no deployment file shows, a Database of its own."""
    address = parse_address(text)
    if address is None:
        return None
    if "{}" in address.host:
        return _only_one(estate, wanted) if wanted.certain else None
    match = estate.hosts.find(address, wanted.source)
    if match and _suits(match.component, wanted):
        return match if match.component is not wanted.source else None
    if not wanted.certain and not address.is_external:
        return None  # A framework's defaults name hosts that nobody may run.
    if address.is_local or address.is_ip:
        return _only_one(estate, wanted) or (_undeployed(estate, wanted, address) if not profile else None)
    if address.is_external:
        return _outside(estate, wanted, address)
    if match is None and wanted.capability in _STORES and not profile:
        return _undeployed(estate, wanted, address)
    return _only_one(estate, wanted)


def _suits(component: Component, wanted: _Wanted) -> bool:
    if wanted.capability in _STORES:
        return component.label is NodeLabel.DATABASE or component.role is Role.EXTERNAL
    return component.label is NodeLabel.SERVICE


def _only_one(estate: Estate, wanted: _Wanted) -> Match | None:
    """The estate's only component of the product, or of the role where no product is named."""
    chapter = estate.inventory.chapter(wanted.source)
    others = [
        c
        for c in estate.inventory.components
        # Of several copies of a system in one repository, only the source's own.
        if c is not wanted.source and (not chapter or estate.inventory.chapter(c) in (chapter, ""))
    ]
    near = [c for c in others if c.repo == wanted.source.repo]
    for components in (near, others):
        found = [c for c in components if _can_be(c, wanted)]
        if len(found) == 1:
            return Match(
                found[0],
                PATTERN if not wanted.certain else CONFIGURED,
                f"the only {wanted.product or wanted.capability} of the estate",
            )
        own = [c for c in found if _is_named_after(c, wanted.source)]
        if len(own) == 1:
            return Match(own[0], PATTERN, f"the only {wanted.product or wanted.capability} that is named after it")
        if found:
            return None
    return None


def _is_named_after(component: Component, source: Component) -> bool:
    """A database or cache of one service: `orders-mongodb`, `redis-orders` or `orders-db` of `orders-service`."""
    if component.label is not NodeLabel.DATABASE:
        return False
    stems = {name_stem(name) for name in (source.name, *source.aliases)}
    words = [word.lower() for word in name_words(component.name)]
    return name_key("".join(w for w in words if w not in _STORE_WORDS and product_named(w) is None)) in stems


def _can_be(component: Component, wanted: _Wanted) -> bool:
    if component.role is Role.EXTERNAL:
        return False
    product = product_named(component.product) if component.product else None
    other = product_named(wanted.product) if wanted.product else None
    if wanted.product and component.product and (component.product == wanted.product or (product and product == other)):
        return _suits(component, wanted)
    if wanted.product and component.product and wanted.capability in (*_STORES, "messaging"):
        return False
    if product and other and product.capability == other.capability == wanted.capability:
        return False  # Another product for the same purpose: Consul is no Eureka.
    roles = _ROLES.get(wanted.capability, ())
    if component.role not in roles or (wanted.product and component.product == "zookeeper"):
        return False
    if wanted.capability in ("tracing", "logging", "monitoring"):
        return product is not None and product.capability == wanted.capability and not wanted.product
    return True


def _undeployed(estate: Estate, wanted: _Wanted, address: Address) -> Match | None:
    """What only its address shows: a database named by what it opens, a server named by its product."""
    if wanted.capability not in _STORES:
        product = product_named(wanted.product)
        if product is None or product.role is None or not address.port:
            return None
        server = Component(
            product.name, role=product.role, product=product.name, properties={"instance": _instance(address)}
        )
        server.evidence.add(wanted.evidence)
        return Match(estate.inventory.add(server), CONFIGURED, "")
    database = wanted.database or _database_name(address.path)
    name = database or ("" if address.is_local else address.host) or wanted.product
    if not name or name == "{}":
        return None
    component = Component(
        name, label=NodeLabel.DATABASE, product=wanted.product, properties={"instance": _instance(address)}
    )
    component.evidence.add(wanted.evidence)
    return Match(estate.inventory.add(component), CONFIGURED, "")


def _database_name(path: str) -> str:
    name = re.split(r"[?;/]", path.lstrip("/"), maxsplit=1)[0]
    return name if re.fullmatch(r"[\w-]+", name) and not name.isdigit() else ""


def _instance(address: Address) -> str:
    return f"{address.host}:{address.port}" if address.port else address.host


def _outside(estate: Estate, wanted: _Wanted, address: Address) -> Match:
    if wanted.capability in _STORES:
        name = _database_name(address.path) or address.host
        component = Component(
            name, label=NodeLabel.DATABASE, product=wanted.product, properties={"instance": _instance(address)}
        )
        return Match(estate.inventory.add(component), CONFIGURED, "")
    return Match(estate.external(address, Role.EXTERNAL, wanted.evidence), CONFIGURED, "")


def _note(estate: Estate, wanted: _Wanted, match: Match, confidence: float) -> None:
    hops = (*wanted.evidence.hops, match.hop) if match.hop else wanted.evidence.hops
    evidence = wanted.evidence._replace(hops=hops)
    kind = _KINDS.get(wanted.capability, Kind.OTHER)
    if match.component.label is NodeLabel.DATABASE and kind not in (Kind.DATABASE, Kind.CACHE):
        kind = Kind.DATABASE
    estate.use(wanted.source, match.component, kind, min(confidence, match.confidence), evidence, wanted.layer)


def _administration(estate: Estate, component: Component) -> None:
    """A Spring Boot Admin server polls its clients: it depends on them."""
    for key in _ADMIN_KEYS:
        for hit in estate.configuration.values(component, key):
            for text in _addresses(hit.value):
                wanted = _Wanted(component, "monitoring", "spring-boot-admin", _hit_evidence(hit, key))
                match = _locate(estate, wanted, text, hit.profile)
                if match and match.component.label is NodeLabel.SERVICE and match.component.role is not Role.EXTERNAL:
                    estate.use(match.component, component, Kind.MONITORING, CONFIGURED, wanted.evidence)


def _configuration_repository(estate: Estate, component: Component) -> None:
    """A configuration server's git repository is a system outside the estate, unless it serves local files instead."""
    if any("native" in hit.value for hit in estate.configuration.values(component, "spring.profiles.active")):
        return
    for hit in estate.configuration.values(component, _GIT_KEY):
        text = re.sub(r"^git@([^:]+):", r"ssh://\1/", hit.value)
        address = parse_address(text)
        if address and address.is_external and component.role is Role.CONFIG:
            evidence = _hit_evidence(hit, _GIT_KEY)
            target = estate.external(address, Role.EXTERNAL, evidence)
            target.aliases |= {address.path.strip("/").removesuffix(".git").rpartition("/")[2]} - {""}
            estate.use(component, target, Kind.CONFIG, CONFIGURED, evidence)


def _from_code(estate: Estate, addressed: set[tuple[str, str]]) -> None:
    for located in estate.facts.of(InfrastructureUse):
        fact = located.fact
        for owner in _sources(estate, located):
            source = owner.component
            wanted = _Wanted(
                source,
                fact.capability,
                fact.product,
                located.evidence(fact.product or fact.capability),
                certain=fact.certain,
                database=fact.database,
            )
            matches = list(_by_address(estate, wanted, located))
            if not matches and (source.id, fact.capability) not in addressed and fact.certain:
                only = _only_one(estate, wanted)
                matches = [only] if only else []
            for match in matches:
                _note(estate, wanted, match, min(CONFIGURED if fact.certain else PATTERN, owner.confidence))
            if matches and fact.address:
                addressed.add((source.id, fact.capability))


def _sources(estate: Estate, located: Located[InfrastructureUse]) -> list[Owner]:
    """The component that the fact names, else those whose code it is in."""
    if not located.fact.service:
        return [owner for owner in estate.owners(located) if owner.component.label is NodeLabel.SERVICE]
    named = estate.inventory.unit_owner(located.repo, located.fact.service, located.path)
    if named is None:
        match = estate.hosts.named(located.fact.service, None)
        named = match.component if match else None
    own = estate.inventory.owner(located.repo, located.path)
    if own is not None and own is not named and own.program and own.program.has_code:
        return []  # A program's own file, which another unit mounts: a web server in front of PHP.
    return [Owner(named)] if named and named.label is NodeLabel.SERVICE else []


def _by_address(estate: Estate, wanted: _Wanted, located: Located[InfrastructureUse]) -> Iterator[Match]:
    fact = located.fact
    for value in (
        estate.values.evaluate(fact.address, wanted.source, located.repo, fact.function) if fact.address else ()
    ):
        if _EMBEDDED.match(value.text):
            continue
        for address in _addresses(value.text):
            named = wanted if wanted.product else replace(wanted, product=_scheme_product(address))
            match = _locate(
                estate, named, address, "default" if value.is_default and _is_deployed(estate, named) else ""
            )
            if match:
                yield match


def _is_deployed(estate: Estate, wanted: _Wanted) -> bool:
    """Whether the estate runs the product somewhere: a default in code that names another host is left over."""
    return any(component.units and _can_be(component, wanted) for component in estate.inventory.components)


def _from_libraries(estate: Estate, addressed: set[tuple[str, str]]) -> None:
    """A starter that connects by itself (discovery, configuration, bus) uses the estate's only server of its kind."""
    for located in estate.facts.of(Dependency):
        fact = located.fact
        use = library_use(fact.ecosystem, fact.group, fact.artifact)
        if use is None or not use.certain or use.server_role or fact.scope in ("test", "dev"):
            continue
        for owner in estate.owners(located):
            source = owner.component
            if source.label is not NodeLabel.SERVICE or (source.id, use.capability) in addressed:
                continue
            wanted = _Wanted(source, use.capability, use.product, located.evidence(f"library {fact.artifact}"))
            match = _only_one(estate, wanted)
            if match and match.component.role is not source.role:
                _note(estate, wanted, match, min(CONFIGURED, owner.confidence))


def _from_start_order(estate: Estate) -> None:
    """Compose `depends_on` is start-up order: kept, below what answers use."""
    for located in estate.facts.of(StartOrder):
        source = estate.inventory.unit_owner(located.repo, located.fact.source, located.path)
        target = estate.inventory.unit_owner(located.repo, located.fact.target, located.path)
        if source and target and source is not target:
            evidence = located.evidence("depends_on")
            estate.use(source, target, Kind.OTHER, START_ORDER, evidence, Layer.DECLARED)


def _hit_evidence(hit: ConfigHit, key: str) -> Evidence:
    first = hit.hops[0] if hit.hops else ""
    repo, _, rest = first.partition(":")
    path, _, line = rest.rpartition(":")
    return Evidence(repo, path, int(line) if line.isdigit() else 0, key, "", tuple(hit.hops[1:]))
