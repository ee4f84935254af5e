"""Gateways without routes of their own: they forward to whatever registers where they look services up.

Zuul does so unless its services are ignored, Spring Cloud Gateway where its locator is switched on.
https://docs.spring.io/spring-cloud-netflix/docs/2.2.x/reference/html/#netflix-zuul-reverse-proxy
https://docs.spring.io/spring-cloud-gateway/reference/spring-cloud-gateway/the-discoveryclient-route-definition-locator.html
"""

from collections import defaultdict
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import shared_folders
from parsed_graph.facts import RoleDecl
from parsed_graph.identity import name_key
from parsed_graph.model import Evidence
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.schema import PATTERN, EdgeType, Kind, NodeLabel, Role

_LOCATOR = "spring.cloud.gateway.discovery.locator.enabled"
_LOCATORS = (_LOCATOR, _LOCATOR.replace("gateway.", "gateway.server.webflux."))
_PLATFORM = frozenset({Role.CONFIG, Role.DISCOVERY, Role.MONITORING})


def note_discovered_routes(estate: Estate) -> None:
    """Notes that such a gateway depends on each service that registers with a discovery server that it asks itself."""
    registered: defaultdict[str, set[str]] = defaultdict(set)
    for use in estate.uses:
        if use.kind is Kind.DISCOVERY:
            registered[use.source].add(use.target)
    for gateway, evidence in (*_zuul(estate), *_locators(estate)):
        offered: defaultdict[str, list[Component]] = defaultdict(list)
        for component in estate.inventory.components:
            together = registered[component.id] & registered[gateway.id]
            if together and _is_offered(estate, component):
                offered[_registered_name(component)].append(component)
        for name, components in sorted(offered.items()):
            nearest = _nearest(components, gateway) if name != _registered_name(gateway) else None
            if nearest is not None:
                estate.use(gateway, nearest, Kind.HTTP, PATTERN, evidence)


def _registered_name(component: Component) -> str:
    own = component.program.app_name if component.program else ""
    return name_key(own or component.name)


def _nearest(components: list[Component], gateway: Component) -> Component | None:
    """Of several variants of a service the one that lies beside the gateway, None where that does not tell them apart."""
    shared = [shared_folders(_folder(component), _folder(gateway)) for component in components]
    found = [component for component, size in zip(components, shared, strict=True) if size == max(shared)]
    return found[0] if len(found) == 1 else None


def _folder(component: Component) -> str:
    return f"{component.repo}/{component.program.directory}/" if component.program else f"{component.repo}/"


def _zuul(estate: Estate) -> Iterator[tuple[Component, Evidence]]:
    """Proxies alone: what serves something itself may use its proxy for one service, and which is not said."""
    for located in estate.facts.of(RoleDecl):
        gateway = estate.inventory.owner(located.repo, located.path)
        if located.fact.product != "zuul" or gateway is None or estate.configuration.below(gateway, "zuul.routes"):
            continue
        ignored = estate.configuration.values(gateway, "zuul.ignored-services")
        if not any("*" in hit.value for hit in ignored) and not _serves(estate, gateway):
            yield gateway, located.evidence("routes by discovery")


def _locators(estate: Estate) -> Iterator[tuple[Component, Evidence]]:
    for gateway in estate.inventory.with_role(Role.GATEWAY):
        hits = [hit for key in _LOCATORS for hit in estate.configuration.values(gateway, key)]
        has_routes = any(use.source == gateway.id and use.kind is Kind.HTTP for use in estate.uses)
        if not has_routes:
            yield from ((gateway, hit.evidence("routes by discovery")) for hit in hits if hit.value.lower() == "true")


def _is_offered(estate: Estate, component: Component) -> bool:
    registers = estate.configuration.values(component, "eureka.client.register-with-eureka")
    is_client_only = any(hit.value.lower() == "false" for hit in registers)
    return component.role not in _PLATFORM and not is_client_only and _serves(estate, component)


def _serves(estate: Estate, component: Component) -> bool:
    return component.label is NodeLabel.SERVICE and any(estate.graph.out_edges(component.id, EdgeType.EXPOSES))
