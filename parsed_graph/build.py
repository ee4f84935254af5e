"""From the facts of an estate to its graph: the resolvers in the order in which they need one another."""

from parsed_graph.built_graph import BuiltGraph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import Incomplete
from parsed_graph.model import Problem
from parsed_graph.resolve.addresses import resolve_addresses
from parsed_graph.resolve.catalog import resolve_catalog
from parsed_graph.resolve.catalog_drift import note_catalog_drift
from parsed_graph.resolve.dependencies import derive_dependencies, resolve_libraries
from parsed_graph.resolve.endpoints import resolve_routes
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.gateways import resolve_gateways
from parsed_graph.resolve.http import resolve_http
from parsed_graph.resolve.ignored import leave_out_ignored
from parsed_graph.resolve.infrastructure.resolve_infrastructure import resolve_infrastructure
from parsed_graph.resolve.messaging import resolve_messaging
from parsed_graph.resolve.observed import OBSERVED_DAYS, mark_status, resolve_observed
from parsed_graph.resolve.ownership import OwnerStamps
from parsed_graph.resolve.rpc import resolve_rpc
from parsed_graph.resolve.specifications import resolve_specifications
from parsed_graph.resolve.stack import note_stacks
from parsed_graph.resolve.storage import resolve_storage
from parsed_graph.resolve.symbols import resolve_symbols


def build_graph(facts: EstateFacts, observed_days: int = OBSERVED_DAYS) -> BuiltGraph:
    """Resolves an estate. A pure function of its facts; one unusable fact is a problem, never an exception.

    What traces showed counts for `observed_days` before the newest of it.
    """
    estate = Estate.of(facts)
    found = frozenset(estate.service_node(component) for component in estate.inventory.components)
    endpoints = resolve_routes(estate)
    resolve_specifications(estate, endpoints)
    forwards = resolve_gateways(estate)
    links = resolve_http(estate, endpoints, forwards)
    links += resolve_rpc(estate)
    resolve_infrastructure(estate)
    resolve_messaging(estate)
    resolve_addresses(estate)
    resolve_storage(estate)
    resolve_libraries(estate)
    owners = OwnerStamps.of(facts, resolve_catalog(estate))
    resolve_observed(estate, endpoints, observed_days)
    leave_out_ignored(estate, found)
    derive_dependencies(estate)
    mark_status(estate)
    note_catalog_drift(estate)
    note_stacks(estate)
    resolve_symbols(estate, links)
    owners.stamp(estate.graph)
    problems = sorted({*estate.problems, *estate.overrides.problems, *_incomplete(facts)})
    return BuiltGraph(estate.graph, problems, owners)


def _incomplete(facts: EstateFacts) -> list[Problem]:
    return [
        Problem(
            "parse", f"{located.repo}:{located.path}", located.fact.span.line, located.fact.reason, located.fact.detail
        )
        for located in facts.of(Incomplete)
    ]
