"""What GraphRAG extracted becomes extracted edges with quotes, on our services where it means them, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from parsed_graph.errors import SettingsError
from parsed_graph.identity import node_id
from parsed_graph.model import Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.documents.inventory import inventory_from_graph
from pipelines.imports.add_corpora import add_corpora, service_named
from pipelines.imports.corpus import Quote, keep_corpus, kept_corpora, remove_corpus
from pipelines.imports.graphrag import read_graphrag
from tests.pipelines.imports.small_corpus import write_corpus
from tests.small_estate import shop


def test_each_thing_comes_with_the_line_that_speaks_of_it(tmp_path: Path) -> None:
    corpus = read_graphrag(write_corpus(tmp_path / "rag" / "output").parent, "rfcs")

    quotes = {mention.name: mention.quotes for mention in corpus.mentions}
    assert quotes["ORDERS-API"] == (Quote("rfc-1.md", 4, "The orders-api shall ask the Passport Office for one."),)
    assert [quote.document for quote in quotes["PASSPORT OFFICE"]] == ["rfc-1.md", "chat.txt"]


def test_what_its_text_does_not_say_is_left_out_and_counted(tmp_path: Path) -> None:
    corpus = read_graphrag(write_corpus(tmp_path / "rag"), "rfcs")

    assert "CUSTOMS UNION" not in {mention.name for mention in corpus.mentions}
    assert [(link.source, link.target) for link in corpus.associations] == [("ORDERS-API", "PASSPORT OFFICE")]
    assert corpus.left_out == 2


def imported(tmp_path: Path) -> PropertyGraph:
    graph = shop()
    add_corpora(graph, [read_graphrag(write_corpus(tmp_path / "rag"), "rfcs")], inventory_from_graph(graph))
    return graph


def test_documents_mention_our_services_and_plain_entities_by_extracted_edges(tmp_path: Path) -> None:
    graph = imported(tmp_path)

    edges = {(edge.source, edge.target): edge for edge in graph.edges(EdgeType.MENTIONS)}
    assert set(edges) == {
        ("doc:rfcs:chat.txt", "entity:rfcs:PASSPORT OFFICE"),
        ("doc:rfcs:chat.txt", "service:mail"),
        ("doc:rfcs:rfc-1.md", "entity:rfcs:PASSPORT OFFICE"),
        ("doc:rfcs:rfc-1.md", "service:orders"),
    }
    assert {(edge.layer, edge.confidence) for edge in edges.values()} == {(Layer.EXTRACTED, 0.7)}
    quote = "The orders-api shall ask the Passport Office for one."
    assert edges["doc:rfcs:rfc-1.md", "service:orders"].evidence == (
        Evidence("rfcs", "rfc-1.md", 4, "graphrag", quote),
    )


def test_relationships_are_associations_and_never_anything_parsed(tmp_path: Path) -> None:
    before = {(edge.source, edge.type, edge.target, edge.layer) for edge in shop().edges()}

    added = [
        edge for edge in imported(tmp_path).edges() if (edge.source, edge.type, edge.target, edge.layer) not in before
    ]

    assert {edge.layer for edge in added} == {Layer.EXTRACTED}
    assert {edge.type for edge in added} == {EdgeType.MENTIONS, EdgeType.ASSOCIATED_WITH}
    [link] = [edge for edge in added if edge.type is EdgeType.ASSOCIATED_WITH]
    assert (link.source, link.target, link.properties) == (
        "service:orders",
        "entity:rfcs:PASSPORT OFFICE",
        {"description": "asks it"},
    )


def test_a_document_that_we_have_is_not_added_again(tmp_path: Path) -> None:
    graph = shop()
    ours = node_id(NodeLabel.DOC, "shop", "docs/rfc-1.md")
    graph.add_node(Node(ours, NodeLabel.DOC, "Passports", "", {"path": "docs/rfc-1.md"}))

    add_corpora(graph, [read_graphrag(write_corpus(tmp_path / "rag"), "rfcs")], inventory_from_graph(graph))

    assert ours in {edge.source for edge in graph.edges(EdgeType.MENTIONS)}
    assert graph.node("doc:rfcs:rfc-1.md") is None


def test_an_everyday_word_is_a_service_only_where_it_is_called_one() -> None:
    inventory = inventory_from_graph(shop())

    assert service_named("MAIL", "A service that writes mails", inventory) == "service:mail"
    assert service_named("MAIL", "Letters and parcels", inventory) is None
    assert service_named("THE MAIL ROOM", "A service", inventory) is None
    assert service_named("ORDERS-API", "", inventory) == "service:orders"


def test_our_own_export_is_refused(tmp_path: Path) -> None:
    folder = write_corpus(tmp_path / "rag")
    rows = [{"title": "Service(orders)", "type": "Service", "description": "", "text_unit_ids": ["u1"]}]
    pq.write_table(pa.Table.from_pylist(rows), folder / "entities.parquet")

    with pytest.raises(SettingsError, match="our own entities"):
        read_graphrag(folder, "rfcs")


def test_what_is_no_graphrag_project_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"documents\.parquet: missing"):
        read_graphrag(tmp_path, "rfcs")
    folder = write_corpus(tmp_path / "rag")
    (folder / "entities.parquet").write_bytes(b"no parquet")
    with pytest.raises(SettingsError, match="not a table of GraphRAG 3"):
        read_graphrag(folder, "rfcs")


def test_a_corpus_is_kept_until_it_is_removed(tmp_path: Path) -> None:
    corpus = read_graphrag(write_corpus(tmp_path / "rag"), "rfcs")

    keep_corpus(tmp_path / "output", corpus)
    assert kept_corpora(tmp_path / "output") == [corpus]
    remove_corpus(tmp_path / "output", "rfcs")
    assert kept_corpora(tmp_path / "output") == []
    with pytest.raises(SettingsError, match="there are: none"):
        remove_corpus(tmp_path / "output", "rfcs")
    with pytest.raises(SettingsError, match="cannot name a corpus"):
        remove_corpus(tmp_path / "output", "../rfcs")


def test_it_survives_the_next_index_and_leaves_with_it_when_removed(tmp_path: Path) -> None:
    output = tmp_path / "output"
    (tmp_path / "estate").mkdir()
    (tmp_path / "estate" / "compose.yaml").write_text("services:\n  orders-api: {build: .}\n")

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "pipelines.serving.cli", *arguments, "--output", str(output)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
        assert "no file behind them changed" not in done.stdout + done.stderr

    def mentions() -> list[dict[str, str]]:
        rows: list[dict[str, str]] = pq.read_table(output / "edges.parquet").to_pylist()
        return [row for row in rows if row["type"] == "MENTIONS"]

    run("index", str(tmp_path / "estate"))
    run("import", "graphrag", str(write_corpus(tmp_path / "rfcs")))
    assert mentions() == []
    run("index", str(tmp_path / "estate"))
    (tmp_path / "estate" / "compose.yaml").write_text("services:\n  orders-api: {build: .}\n  other: {build: .}\n")
    run("index", str(tmp_path / "estate"))
    assert ("doc:rfcs:rfc-1.md", "service:orders-api") in {(row["source"], row["target"]) for row in mentions()}
    run("import", "remove", "rfcs")
    run("index", str(tmp_path / "estate"))
    assert mentions() == []
