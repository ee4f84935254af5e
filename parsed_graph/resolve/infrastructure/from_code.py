"""Uses that code states: a connection that it opens, an annotation, a client that it makes."""

from collections.abc import Iterator
from dataclasses import replace

from parsed_graph.estate_facts import Located
from parsed_graph.facts import InfrastructureUse
from parsed_graph.resolve.estate import Estate, Owner
from parsed_graph.resolve.hosts import Match
from parsed_graph.resolve.infrastructure.connection_strings import addresses, is_embedded, scheme_product
from parsed_graph.resolve.infrastructure.locate import locate
from parsed_graph.resolve.infrastructure.only_choice import can_be, only_choice
from parsed_graph.resolve.infrastructure.wanted_use import Settled, WantedUse, note_use, settled
from parsed_graph.schema import CONFIGURED, PATTERN, NodeLabel


def note_uses_in_code(estate: Estate, addressed: set[Settled]) -> None:
    """Adds to `addressed` what an address in code settles; what is in it needs no other."""
    for located in estate.facts.of(InfrastructureUse):
        fact = located.fact
        for owner in _sources(estate, located):
            source = owner.component
            wanted = WantedUse(
                source,
                fact.capability,
                fact.product,
                located.evidence(fact.product or fact.capability),
                certain=fact.certain,
                database=fact.database,
            )
            matches = list(_by_address(estate, wanted, located))
            known = settled(source, fact.capability, fact.product)
            if not matches and known not in addressed and fact.certain:
                only = only_choice(estate, wanted)
                matches = [only] if only else []
            for match in matches:
                note_use(estate, wanted, match, min(CONFIGURED if fact.certain else PATTERN, owner.confidence))
            if matches and fact.address:
                addressed.add(known)


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


def _by_address(estate: Estate, wanted: WantedUse, located: Located[InfrastructureUse]) -> Iterator[Match]:
    fact = located.fact
    for value in (
        estate.values.evaluate(fact.address, wanted.source, located.repo, fact.function) if fact.address else ()
    ):
        if is_embedded(value.text):
            continue
        for address in addresses(value.text):
            named = wanted if wanted.product else replace(wanted, product=scheme_product(address))
            match = locate(
                estate, named, address, "default" if value.is_default and _is_deployed(estate, named) else ""
            )
            if match:
                yield match


def _is_deployed(estate: Estate, wanted: WantedUse) -> bool:
    """Whether the estate runs the product somewhere: a default in code that names another host is left over."""
    return any(component.units and can_be(component, wanted) for component in estate.inventory.components)
