"""Uses that configuration states: framework keys that hold an address."""

import re

from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.configuration import ConfigHit
from parsed_graph.resolve.estate import ANY_PRODUCT, Estate
from parsed_graph.resolve.hosts import parse_address
from parsed_graph.resolve.infrastructure.address_keys import ADDRESS_KEYS
from parsed_graph.resolve.infrastructure.connection_strings import addresses, scheme_product
from parsed_graph.resolve.infrastructure.locate import locate
from parsed_graph.resolve.infrastructure.wanted_use import Settled, WantedUse, note_use, settled
from parsed_graph.schema import CONFIGURED, Kind, NodeLabel, Role

_ADMIN_KEYS = ("spring.boot.admin.client.url", "spring.boot.admin.url")
_PREFIXED = re.compile(
    r"^spring\.security\.oauth2\.client\.provider\.[^.]+\.(issuer-uri|token-uri|jwk-set-uri|authorization-uri)$"
)
_GIT_KEY = "spring.cloud.config.server.git.uri"


def note_configured_uses(estate: Estate, component: Component) -> set[Settled]:
    """Uses that configuration keys state; gives what an address settled."""
    found: set[Settled] = set()
    for key, capability, product in ADDRESS_KEYS:
        hits = estate.configuration.values(component, key)
        if hits and _settle(estate, component, capability, product, key, hits):
            found.add(settled(component, capability, product))
    for key, hit in estate.configuration.below(component, "spring.security.oauth2.client.provider"):
        if _PREFIXED.match(key) and _settle(estate, component, "auth", "", key, (hit,)):
            found.add(settled(component, "auth", ""))
    for hit in estate.configuration.values(component, "spring.config.import"):
        server = re.match(r"(?:optional:)?configserver:(.*)", hit.value)
        if server:
            target = (ConfigHit(server[1] or "http://localhost:8888", hit.hops, hit.profile),)
            _settle(estate, component, "config", "spring-cloud-config", "spring.config.import", target)
            found.add(settled(component, "config", "spring-cloud-config"))
    _administration(estate, component)
    _aggregation(estate, component)
    _configuration_repository(estate, component)
    return found


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
        for text in addresses(hit.value):
            wanted = WantedUse(component, capability, product or scheme_product(text), hit.evidence(key))
            target = locate(estate, wanted, text, hit.profile)
            if target:
                found.append((wanted, target))
    inside = [pair for pair in found if pair[1].component.role is not Role.EXTERNAL]
    for wanted, target in inside or found:
        note_use(estate, wanted, target, CONFIGURED)
    return bool(found)


def _administration(estate: Estate, component: Component) -> None:
    """A Spring Boot Admin server polls its clients: it depends on them."""
    for key in _ADMIN_KEYS:
        for hit in estate.configuration.values(component, key):
            for text in addresses(hit.value):
                wanted = WantedUse(component, "monitoring", "spring-boot-admin", hit.evidence(key))
                match = locate(estate, wanted, text, hit.profile)
                if match and match.component.label is NodeLabel.SERVICE and match.component.role is not Role.EXTERNAL:
                    estate.use(match.component, component, Kind.MONITORING, CONFIGURED, wanted.evidence)


def _aggregation(estate: Estate, component: Component) -> None:
    """Turbine reads the Hystrix streams of the applications that it names."""
    for hit in estate.configuration.values(component, "turbine.appConfig") if component.role is Role.MONITORING else ():
        for name in hit.value.split(","):
            match = estate.hosts.named(name.strip(), component) if name.strip() else None
            if match and match.component.label is NodeLabel.SERVICE and match.component is not component:
                evidence = hit.evidence("turbine.appConfig")
                estate.use(component, match.component, Kind.MONITORING, min(CONFIGURED, match.confidence), evidence)


def _configuration_repository(estate: Estate, component: Component) -> None:
    """A configuration server's git repository is a system outside the estate, unless it serves local files instead."""
    if any("native" in hit.value for hit in estate.configuration.values(component, "spring.profiles.active")):
        return
    for hit in estate.configuration.values(component, _GIT_KEY):
        text = re.sub(r"^git@([^:]+):", r"ssh://\1/", hit.value)
        address = parse_address(text)
        if address and address.is_external and component.role is Role.CONFIG:
            evidence = hit.evidence(_GIT_KEY)
            target = estate.external(address, Role.EXTERNAL, evidence)
            target.aliases |= {address.path.strip("/").removesuffix(".git").rpartition("/")[2]} - {""}
            estate.use(component, target, Kind.CONFIG, CONFIGURED, evidence)
