"""Databases, brokers, configuration and discovery servers, monitors, mail: who uses which, from code, keys and libraries.

An address decides where there is one. Where there is none (an annotation, a starter on the classpath) or only
`localhost`, the use goes to the estate's only component that can be meant; if several can, it goes to none.
"""

from parsed_graph.facts import StartOrder
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.infrastructure.discovered_routes import note_discovered_routes
from parsed_graph.resolve.infrastructure.from_code import note_uses_in_code
from parsed_graph.resolve.infrastructure.from_configuration import note_configured_uses
from parsed_graph.resolve.infrastructure.from_libraries import note_uses_of_libraries
from parsed_graph.resolve.infrastructure.wanted_use import Settled
from parsed_graph.schema import START_ORDER, Kind, Layer, NodeLabel


def resolve_infrastructure(estate: Estate) -> None:
    """Notes every use of infrastructure, adding Database nodes and external systems that only an address shows."""
    addressed: set[Settled] = set()
    for component in list(estate.inventory.components):
        if component.label is NodeLabel.SERVICE and component.program:
            addressed |= note_configured_uses(estate, component)
    note_uses_in_code(estate, addressed)
    note_uses_of_libraries(estate, addressed)
    note_discovered_routes(estate)
    _note_start_order(estate)


def _note_start_order(estate: Estate) -> None:
    """Compose `depends_on` is start-up order: kept, below what answers use."""
    for located in estate.facts.of(StartOrder):
        source = estate.inventory.unit_owner(located.repo, located.fact.source, located.path)
        target = estate.inventory.unit_owner(located.repo, located.fact.target, located.path)
        if source and target and source is not target:
            evidence = located.evidence("depends_on")
            estate.use(source, target, Kind.OTHER, START_ORDER, evidence, Layer.DECLARED)
