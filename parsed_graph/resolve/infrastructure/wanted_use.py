"""A use of infrastructure before its target is known, and how it is noted once it is."""

from dataclasses import dataclass

from parsed_graph.model import Evidence
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.hosts import Match
from parsed_graph.schema import Kind, Layer, NodeLabel

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


@dataclass(frozen=True, slots=True)
class WantedUse:
    """`source` uses something that gives `capability`: of `product`, where that is not "", and the database of that name."""

    source: Component
    capability: str
    product: str
    evidence: Evidence
    layer: Layer = Layer.PARSED
    certain: bool = True
    database: str = ""


Settled = tuple[str, str, bool]
"""A component and a capability whose address is known, secrets apart from other configuration."""


def settled(component: Component, capability: str, product: str) -> Settled:
    """What an address of this product settles: a client of Vault may be one of a configuration server, too."""
    return component.id, capability, product == "vault"


def note_use(estate: Estate, wanted: WantedUse, match: Match, confidence: float) -> None:
    """Adds the use of what was found to the estate, no surer than either the evidence or the match."""
    hops = (*wanted.evidence.hops, match.hop) if match.hop else wanted.evidence.hops
    evidence = wanted.evidence._replace(hops=hops)
    kind = _KINDS.get(wanted.capability, Kind.OTHER)
    if match.component.label is NodeLabel.DATABASE and kind not in (Kind.DATABASE, Kind.CACHE):
        kind = Kind.DATABASE
    estate.use(wanted.source, match.component, kind, min(confidence, match.confidence), evidence, wanted.layer)
