"""The architecture in other languages: every reference leads somewhere, names are accepted, text cannot break out."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from parsed_graph.facts import CatalogEntity
from parsed_graph.parser import Artefact
from parsed_graph.parsers.backstage import parse
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.exports.architecture.api_definition import api_definition
from pipelines.exports.architecture.backstage import backstage
from pipelines.exports.architecture.c4_mermaid import c4_mermaid
from pipelines.exports.architecture.landscape import build_landscape
from pipelines.exports.architecture.short_names import short_names
from pipelines.exports.architecture.structurizr import structurizr
from pipelines.exports.exported_estate import ExportedEstate, read_estate
from tests.small_estate import add_edge, add_node, depend, view_of


@pytest.fixture
def estate(tmp_path: Path) -> ExportedEstate:
    """Two systems, a store that only one of them uses, a partner outside, a topic, a record."""
    graph = PropertyGraph()
    web = add_node(
        graph,
        NodeLabel.SERVICE,
        "web",
        system="front",
        domain="shop",
        owner="team-web",
        language="typescript",
        repo="r",
    )
    orders = add_node(
        graph, NodeLabel.SERVICE, "orders", system="core", owner="team-core", repo="r", title='Orders "API"'
    )
    partner = add_node(graph, NodeLabel.SERVICE, "Partner Bank", role="external")
    store = add_node(graph, NodeLabel.DATABASE, "orders-db", kind="postgres")
    topic = add_node(graph, NodeLabel.TOPIC, "order events", "kafka", "order events", kind="topic")
    endpoint = add_node(
        graph, NodeLabel.ENDPOINT, "GET /orders/{}", "orders", "GET /orders/{}",
        service=orders, protocol="http", method="GET", path="/orders/{}",
    )  # fmt: skip
    record = add_node(graph, NodeLabel.ADR, "ADR-1", "r", "docs/adr/1", repo="r", path="docs/adr/1.md")
    add_edge(graph, orders, EdgeType.EXPOSES, endpoint)
    add_edge(graph, web, EdgeType.CALLS, endpoint)
    add_edge(graph, orders, EdgeType.PUBLISHES, topic)
    add_edge(graph, orders, EdgeType.GOVERNED_BY, record, layer=Layer.DECLARED)
    depend(graph, web, orders, "http")
    depend(graph, orders, store, "database")
    depend(graph, orders, partner, "http")
    return read_estate(view_of(tmp_path, graph))


def test_a_store_stands_with_the_only_system_that_uses_it(estate: ExportedEstate) -> None:
    landscape = build_landscape(estate)

    assert {system: [node.name for node in nodes] for system, nodes in landscape.systems.items()} == {
        "core": ["orders", "orders-db"],
        "front": ["web"],
    }
    assert [node.name for node in landscape.outside] == ["Partner Bank"]


def entities(estate: ExportedEstate) -> dict[tuple[str, str], dict[str, Any]]:
    return {(entity["kind"], entity["metadata"]["name"]): entity for entity in yaml.safe_load_all(backstage(estate))}


def test_backstage_has_components_apis_resources_systems_and_where_records_are(estate: ExportedEstate) -> None:
    found = entities(estate)

    orders = found["Component", "orders"]
    assert orders["metadata"]["annotations"] == {"backstage.io/adr-location": "docs/adr"}
    assert orders["spec"] == {
        "type": "service",
        "lifecycle": "unknown",
        "owner": "team-core",
        "system": "core",
        "providesApis": ["orders-http"],
        "dependsOn": ["resource:Partner-Bank", "resource:order-events", "resource:orders-db"],
    }
    assert found["Component", "web"]["spec"]["consumesApis"] == ["orders-http"]
    assert found["System", "front"]["spec"] == {"owner": "team-web", "domain": "shop"}
    assert found["Resource", "orders-db"]["spec"] == {"type": "postgres", "owner": "unknown", "system": "core"}
    assert found["Resource", "Partner-Bank"]["spec"]["type"] == "external-system"


def test_no_reference_of_backstage_leads_nowhere(estate: ExportedEstate) -> None:
    found = entities(estate)
    kinds = {"owner": "Group", "system": "System", "domain": "Domain", "providesApis": "API", "consumesApis": "API"}

    for entity in found.values():
        for field, kind in kinds.items():
            named = entity["spec"].get(field, [])
            for name in [named] if isinstance(named, str) else named:
                assert (kind, name) in found
        for reference in entity["spec"].get("dependsOn", []):
            kind, _, name = reference.partition(":")
            assert (kind.capitalize(), name) in found


def test_what_backstage_gets_our_own_parser_reads(estate: ExportedEstate) -> None:
    facts = list(parse(Artefact("catalog-info.yaml", backstage(estate).encode())))

    assert all(isinstance(fact, CatalogEntity) for fact in facts)
    assert len(facts) == len(entities(estate))


def test_an_api_is_an_openapi_document_with_named_parameters(estate: ExportedEstate) -> None:
    definition = yaml.safe_load(entities(estate)["API", "orders-http"]["spec"]["definition"])

    assert definition["openapi"] == "3.0.3"
    operation = definition["paths"]["/orders/{parameter1}"]["get"]
    assert [parameter["name"] for parameter in operation["parameters"]] == ["parameter1"]


def test_other_protocols_are_listed_as_comments() -> None:
    assert api_definition("grpc", "x", []) == ""


def test_structurizr_has_systems_containers_and_relations(estate: ExportedEstate) -> None:
    text = structurizr(estate)

    assert 'system_core = softwareSystem "core" {' in text
    assert 'Service_orders = container "orders" "Orders \\"API\\". Owner: team-core" "" "Service"' in text
    assert 'Database_orders_db = container "orders-db" "" "postgres" "Database"' in text
    assert 'Service_Partner_Bank = softwareSystem "Partner Bank" "" "External"' in text
    assert 'Service_web -> Service_orders "uses" "http"' in text
    assert text.count("{") == text.count("}")


def test_structurizr_gives_no_two_things_in_one_place_one_name(tmp_path: Path) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, "redis", system="core")
    add_node(graph, NodeLabel.DATABASE, "redis", system="core")
    add_node(graph, NodeLabel.SERVICE, "core", role="external")
    text = structurizr(read_estate(view_of(tmp_path, graph)))

    assert 'Service_redis = container "redis (service:redis)"' in text
    assert 'Database_redis = container "redis (database:redis)"' in text
    assert 'softwareSystem "core" {' in text
    assert 'Service_core = softwareSystem "core (service:core)"' in text


def test_an_estate_of_nothing_is_a_diagram_of_nothing() -> None:
    estate = ExportedEstate((), ())

    assert c4_mermaid(estate) == "C4Container\n  title Services, stores and outside systems\n"


def test_c4_has_boundaries_containers_and_relations(estate: ExportedEstate) -> None:
    lines = c4_mermaid(estate).splitlines()

    assert lines[0] == "C4Container"
    assert '  System_Boundary(system_core, "core") {' in lines
    assert '    Container(Service_orders, "orders", " ", "Orders #34;API#34;")' in lines
    assert '  System_Ext(Service_Partner_Bank, "Partner Bank", "external")' in lines
    assert '  Rel(Service_web, Service_orders, "http")' in lines


def test_hostile_names_cannot_break_out(tmp_path: Path) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, 'x"\n} evil = person "y"', system='s"\n--- {', owner="a\n---\nkind: Evil")
    estate = read_estate(view_of(tmp_path, graph))

    assert not any(line.strip().startswith(("} evil", "evil")) for line in structurizr(estate).splitlines())
    assert len(c4_mermaid(estate).splitlines()) == 5
    assert {entity["kind"] for entity in yaml.safe_load_all(backstage(estate))} == {"Group", "System", "Component"}


def test_what_no_letter_is_left_of_still_has_a_name(tmp_path: Path) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, "\u202e", language="Visual Basic (6)")
    estate = read_estate(view_of(tmp_path, graph))

    metadata = entities(estate)["Component", "unnamed"]["metadata"]
    assert metadata == {"name": "unnamed", "title": "unnamed", "tags": ["visual-basic-6"]}
    assert 'container "Service"' in structurizr(estate)


@given(st.lists(st.text(max_size=80), max_size=12))
def test_short_names_are_accepted_everywhere_and_never_alike(texts: list[str]) -> None:
    names = list(short_names(((str(place), text) for place, text in enumerate(texts)), "-").values())

    assert len({name.lower() for name in names}) == len(texts)
    assert all(0 < len(name) <= 63 and name.strip("-") == name and name.replace("-", "").isalnum() for name in names)
