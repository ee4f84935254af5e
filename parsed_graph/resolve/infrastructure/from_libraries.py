"""Uses that a library on the classpath implies, where neither code nor configuration names an address."""

from parsed_graph.facts import Dependency
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.infrastructure.only_choice import only_choice
from parsed_graph.resolve.infrastructure.wanted_use import Settled, WantedUse, note_use, settled
from parsed_graph.resolve.library_uses.library_use import library_use
from parsed_graph.schema import CONFIGURED, NodeLabel


def note_uses_of_libraries(estate: Estate, addressed: set[Settled]) -> None:
    """A starter that connects by itself (discovery, configuration, bus) uses the estate's only server of its kind."""
    for located in estate.facts.of(Dependency):
        fact = located.fact
        use = library_use(fact.ecosystem, fact.group, fact.artifact)
        if use is None or not use.certain or use.server_role or fact.scope in ("test", "dev"):
            continue
        for owner in estate.owners(located):
            source = owner.component
            if source.label is not NodeLabel.SERVICE or settled(source, use.capability, use.product) in addressed:
                continue
            wanted = WantedUse(source, use.capability, use.product, located.evidence(f"library {fact.artifact}"))
            match = only_choice(estate, wanted)
            if match and match.component.role is not source.role:
                note_use(estate, wanted, match, min(CONFIGURED, owner.confidence))
