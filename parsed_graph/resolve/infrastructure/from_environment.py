"""Stores and brokers that only the environment of a unit without source names: `DATABASE_URL=postgres://db.internal/orders`.

Where there is source, code and keys say which variable is read, and for what; here the scheme of a URL must do.
"""

from parsed_graph.facts import SourceSpan
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.configuration import ConfigHit
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.hosts import parse_address
from parsed_graph.resolve.images import product_named
from parsed_graph.resolve.infrastructure.connection_strings import addresses, scheme_product
from parsed_graph.resolve.infrastructure.locate import locate
from parsed_graph.resolve.infrastructure.only_choice import STORES
from parsed_graph.resolve.infrastructure.wanted_use import WantedUse, note_use
from parsed_graph.schema import Layer


def note_connections(estate: Estate, source: Component, key: str, hit: ConfigHit, confidence: float) -> None:
    """Notes the uses that a variable of `source` states, if nobody who is known answers there; what leads nowhere is a problem."""
    for text in addresses(hit.value) if "://" in hit.value else ():
        product = product_named(scheme_product(text))
        if product is None or (product.capability not in STORES and product.capability != "messaging"):
            continue
        address, evidence = parse_address(text), hit.evidence(f"environment {key}")
        if address and estate.hosts.find(address, source):
            continue
        wanted = WantedUse(source, product.capability, product.name, evidence, Layer.DECLARED)
        # Without source nothing tells what runs beside the unit: a local address may be anybody's.
        is_named = address is not None and not address.is_local and not address.is_ip
        match = locate(estate, wanted, text, hit.profile) if is_named else None
        if match:
            note_use(estate, wanted, match, confidence)
        else:
            # The value may hold a password.
            detail = f"{source.name}: where {key} leads to, a {product.name} address, is not known"
            estate.problem(
                "addresses", evidence.repo, SourceSpan(evidence.path, evidence.line), "unresolved-host", detail
            )
