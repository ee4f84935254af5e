"""GraphRAG's tables, read back from the Parquet files that a run writes."""

from pathlib import Path
from typing import Any, get_args, get_type_hints

import pyarrow.parquet as pq
import pytest

from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import Principal, View
from pipelines.exports.exported_estate import ExportedCommunity, ExportedEstate, read_estate
from pipelines.exports.graphrag.build import build_tables
from pipelines.exports.graphrag.parquet import write_tables
from pipelines.exports.graphrag.rows import GraphragTables
from pipelines.exports.graphrag.snapshot_part import TABLES as SNAPSHOT_TABLES
from tests.small_estate import add_edge, add_node, shop, view_of

TABLES = {
    "documents": ["id", "human_readable_id", "title", "text", "text_unit_ids", "creation_date", "raw_data"],
    "text_units": [
        "id", "human_readable_id", "text", "n_tokens", "document_id", "entity_ids", "relationship_ids", "covariate_ids",
    ],
    "entities": ["id", "human_readable_id", "title", "type", "description", "text_unit_ids", "frequency", "degree"],
    "relationships": [
        "id", "human_readable_id", "source", "target", "description", "weight", "combined_degree", "text_unit_ids",
    ],
    "communities": [
        "id", "human_readable_id", "community", "level", "parent", "children", "title", "entity_ids", "relationship_ids",
        "text_unit_ids", "period", "size",
    ],
    "community_reports": [
        "id", "human_readable_id", "community", "level", "parent", "children", "title", "summary", "full_content", "rank",
        "rating_explanation", "findings", "full_content_json", "period", "size",
    ],
    "covariates": [
        "id", "human_readable_id", "covariate_type", "type", "description", "subject_id", "object_id", "status", "start_date",
        "end_date", "source_text", "text_unit_id",
    ],
}  # fmt: skip


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return found


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The tables of the small estate, which has neither documents nor communities, with one decision record."""
    graph = shop()
    record = add_node(
        graph, NodeLabel.ADR, "ADR-1", "shop", "docs/1", title="Use Kafka", status="accepted", date="2024-01-02"
    )
    decision = add_node(
        graph, NodeLabel.DECISION, "Events go over Kafka", "1", text="Events go over Kafka", category="messaging"
    )
    add_edge(graph, "service:orders", EdgeType.GOVERNED_BY, record, layer=Layer.DECLARED)
    add_edge(graph, record, EdgeType.DECIDES, decision, 0.8, Layer.EXTRACTED)
    write_tables(tmp_path, build_tables(read_estate(view_of(tmp_path / "output", graph))))
    return tmp_path


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_those_of_graphrag_in_its_order(small: Path, table: str) -> None:
    assert pq.read_schema(small / f"{table}.parquet").names == TABLES[table]


def test_a_run_knows_the_names_of_all_tables_without_importing_their_types() -> None:
    kinds = (get_args(hint)[0] for hint in get_type_hints(GraphragTables).values())
    assert tuple(kind.FILE for kind in kinds) == SNAPSHOT_TABLES


def test_an_entity_says_what_it_is_how_sure_and_where_it_was_read(small: Path) -> None:
    orders = next(row for row in rows(small, "entities") if row["id"] == "service:orders")

    assert (orders["title"], orders["type"]) == ("Service(orders)", "Service")
    assert orders["description"] == (
        "Service orders. owner: team-orders. on call: P1. also called: orders-api, oms. Parsed, confidence 1, read in orders."
    )


def test_a_relationship_names_titles_and_cites(small: Path) -> None:
    calls = next(
        row for row in rows(small, "relationships") if row["id"] == "service:storefront DEPENDS_ON service:orders"
    )

    assert (calls["source"], calls["target"], calls["weight"]) == ("Service(storefront)", "Service(orders)", 0.8)
    assert calls["description"] == (
        "DEPENDS_ON (http). Parsed, confidence 0.8, read in shop:src/Client.java:1 by test."
    )


def test_ends_of_relationships_are_entities_and_functions_stay_at_home(small: Path) -> None:
    titles = [row["title"] for row in rows(small, "entities")]

    assert len(set(titles)) == len(titles)
    assert {end for row in rows(small, "relationships") for end in (row["source"], row["target"])} <= set(titles)
    assert not any(row["type"] in ("Function", "File") for row in rows(small, "entities"))


def test_what_answers_leave_out_is_left_out(small: Path) -> None:
    assert "service:mail DEPENDS_ON service:storefront" not in {row["id"] for row in rows(small, "relationships")}


def test_a_decision_is_a_claim_on_its_record_and_on_the_service_it_binds(small: Path) -> None:
    claims = [(row["subject_id"], row["object_id"], row["status"], row["type"]) for row in rows(small, "covariates")]

    assert claims == [
        ("ADR(ADR-1)", "NONE", "accepted", "messaging"),
        ("Service(orders)", "ADR(ADR-1)", "accepted", "messaging"),
    ]


def test_facts_of_a_service_are_a_text_with_citations(small: Path) -> None:
    facts = next(row for row in rows(small, "text_units") if row["document_id"] == "facts:service:storefront")

    assert "Service(storefront) --DEPENDS_ON(http 0.8)--> Service(orders) [shop:src/Client.java:1]" in facts["text"]
    assert "service:storefront DEPENDS_ON service:orders" in facts["relationship_ids"]
    assert {"service:storefront", "service:orders"} <= set(facts["entity_ids"])


def test_an_estate_without_communities_has_one_with_every_entity(small: Path) -> None:
    [community] = rows(small, "communities")

    assert (community["level"], community["parent"], community["children"]) == (0, -1, [])
    assert set(community["entity_ids"]) == {row["id"] for row in rows(small, "entities")}
    assert len(rows(small, "community_reports")) == 1


def test_every_entity_is_in_a_community_of_the_top_and_follows_its_neighbours(tmp_path: Path) -> None:
    estate = read_estate(view_of(tmp_path))
    top = ExportedCommunity("community:whole", 0, "", "All", ("service:orders", "service:mail"), "s")
    orders = ExportedCommunity("community:orders", 1, "community:whole", "Same", ("service:orders",), "s")
    mail = ExportedCommunity("community:mail", 1, "community:whole", "Same", ("service:mail",), "s")

    tables = build_tables(ExportedEstate(estate.nodes, estate.edges, (), (), (top, mail, orders)))

    members = {row.id: set(row.entity_ids) for row in tables.communities}
    assert members["community:whole"] == {row.id for row in tables.entities}
    assert {"database:orders-db", "endpoint:orders:GET /orders/{}"} <= members["community:orders"]
    assert "subscription:mail:mailer" in members["community:mail"]
    assert [(row.community, row.parent, row.children) for row in tables.communities] == [
        (0, -1, (1, 2)),
        (1, 0, ()),
        (2, 0, ()),
    ]
    assert len({row.title for row in tables.community_reports}) == 3


def test_the_same_graph_gives_the_same_bytes(tmp_path: Path) -> None:
    tables = [build_tables(read_estate(view_of(tmp_path / name))) for name in ("a", "b")]
    for name, written in zip(("x", "y"), tables, strict=True):
        (tmp_path / name).mkdir()
        write_tables(tmp_path / name, written)

    assert all(
        (tmp_path / "x" / f"{t}.parquet").read_bytes() == (tmp_path / "y" / f"{t}.parquet").read_bytes() for t in TABLES
    )


def test_what_a_principal_may_not_see_is_in_no_table(tmp_path: Path) -> None:
    view_of(tmp_path)
    hidden = frozenset({"service:orders", "endpoint:orders:GET /orders/{}", "database:orders-db"})

    tables = build_tables(read_estate(View(open_snapshot(tmp_path), Principal("guest", hidden))))

    assert "orders-db" not in repr(tables)
    assert "Service(orders)" not in repr(tables)
