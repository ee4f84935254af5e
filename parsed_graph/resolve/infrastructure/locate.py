"""The component behind the address that a use names; one that only its address shows is added to the estate."""

from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.hosts import Address, Match, parse_address
from parsed_graph.resolve.images import product_named
from parsed_graph.resolve.infrastructure.connection_strings import database_name
from parsed_graph.resolve.infrastructure.only_choice import STORES, can_be, only_choice, suits
from parsed_graph.resolve.infrastructure.wanted_use import WantedUse
from parsed_graph.schema import CONFIGURED, NodeLabel, Role


def locate(estate: Estate, wanted: WantedUse, text: str, profile: str) -> Match | None:
    """The component behind an address; for a store that no deployment file shows, a Database of its own."""
    address = parse_address(text)
    if address is None:
        return None
    if "{}" in address.host:
        return only_choice(estate, wanted) if wanted.certain else None
    match = estate.hosts.find(address, wanted.source)
    if match and suits(match.component, wanted):
        return match if match.component is not wanted.source else None
    if not wanted.certain and not address.is_external:
        return None  # A framework's defaults name hosts that nobody may run.
    if address.is_local or address.is_ip:
        return only_choice(estate, wanted) or (_undeployed(estate, wanted, address) if not profile else None)
    if address.is_external:
        return _outside(estate, wanted, address)
    if match is None and wanted.capability in STORES and not profile:
        return _undeployed(estate, wanted, address)
    only = only_choice(estate, wanted)
    is_missing = match is None and not any(can_be(other, wanted) for other in estate.inventory.components)
    if only or not is_missing or wanted.capability != "messaging" or profile:
        return only
    return _undeployed(estate, wanted, address)


def _undeployed(estate: Estate, wanted: WantedUse, address: Address) -> Match | None:
    """What only its address shows: a database named by what it opens, a server named by its product."""
    if wanted.capability not in STORES:
        product = product_named(wanted.product)
        if product is None or product.role is None or (address.is_local and not address.port):
            return None
        server = Component(
            product.name, role=product.role, product=product.name, properties={"instance": _instance(address)}
        )
        server.evidence.add(wanted.evidence)
        return Match(estate.inventory.add(server), CONFIGURED, "")
    database = wanted.database or database_name(address.path)
    name = database or ("" if address.is_local else address.host) or wanted.product
    if not name or name == "{}":
        return None
    component = Component(
        name, label=NodeLabel.DATABASE, product=wanted.product, properties={"instance": _instance(address)}
    )
    component.evidence.add(wanted.evidence)
    if any(known.id == component.id and _is_on_another_host(known, address) for known in estate.inventory.components):
        component.qualifier = address.host
    return Match(estate.inventory.add(component), CONFIGURED, "")


def _is_on_another_host(known: Component, address: Address) -> bool:
    """Whether a database of the same name is known at another address that everyone sees alike."""
    other = parse_address(known.properties.get("instance", ""))
    if other is None or other.is_local or other.is_ip or address.is_local or address.is_ip:
        return False
    return other.host.lower() != address.host.lower()


def _outside(estate: Estate, wanted: WantedUse, address: Address) -> Match:
    if wanted.capability in STORES:
        name = database_name(address.path) or address.host
        component = Component(
            name, label=NodeLabel.DATABASE, product=wanted.product, properties={"instance": _instance(address)}
        )
        return Match(estate.inventory.add(component), CONFIGURED, "")
    return Match(estate.external(address, Role.EXTERNAL, wanted.evidence), CONFIGURED, "")


def _instance(address: Address) -> str:
    return f"{address.host}:{address.port}" if address.port else address.host
