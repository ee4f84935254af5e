"""The estate's only component that a use can mean, where no address says which."""

from parsed_graph.identity import name_key, name_stem, name_words
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.hosts import Match
from parsed_graph.resolve.images import product_named
from parsed_graph.resolve.infrastructure.wanted_use import WantedUse
from parsed_graph.schema import CONFIGURED, PATTERN, NodeLabel, Role

_ROLES = {
    "config": (Role.CONFIG,),
    "discovery": (Role.DISCOVERY,),
    "auth": (Role.AUTH,),
    "messaging": (Role.BROKER,),
    "monitoring": (Role.MONITORING,),
    "tracing": (Role.MONITORING,),
    "logging": (Role.MONITORING,),
}
STORES = frozenset({"database", "cache", "search", "storage"})
"""Capabilities that a Database gives, not a Service."""
_STORE_WORDS = frozenset({"db", "database", "cache", "store", "storage", "svc", "srv", "service", "server", "pg"})


def only_choice(estate: Estate, wanted: WantedUse) -> Match | None:
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
        found = [c for c in components if can_be(c, wanted)]
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


def can_be(component: Component, wanted: WantedUse) -> bool:
    """Whether a component is of the product that is wanted, or plays the role where no product is named."""
    if component.role is Role.EXTERNAL:
        return False
    product = product_named(component.product) if component.product else None
    other = product_named(wanted.product) if wanted.product else None
    if wanted.product and component.product and (component.product == wanted.product or (product and product == other)):
        return suits(component, wanted)
    if wanted.product and component.product and wanted.capability in (*STORES, "messaging", "config"):
        return False
    if product and other and product.capability == other.capability == wanted.capability:
        return False  # Another product for the same purpose: Consul is no Eureka.
    roles = _ROLES.get(wanted.capability, ())
    if component.role not in roles or (wanted.product and component.product == "zookeeper"):
        return False
    if wanted.capability in ("tracing", "logging", "monitoring"):
        return product is not None and product.capability == wanted.capability and not wanted.product
    return True


def suits(component: Component, wanted: WantedUse) -> bool:
    """Whether a component at the address that was given can be what is wanted: a store is a Database, all else a Service."""
    if wanted.capability in STORES:
        return component.label is NodeLabel.DATABASE or component.role is Role.EXTERNAL
    return component.label is NodeLabel.SERVICE
