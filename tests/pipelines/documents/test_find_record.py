from pathlib import Path

import pytest

from parsed_graph.errors import QueryError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import View
from pipelines.documents.find_record import find_record, record_meant
from tests.small_estate import add_edge, add_node, view_of


@pytest.fixture
def view(tmp_path: Path) -> View:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, "queue")
    folder = "docs/adr"
    queue = add_node(
        graph, NodeLabel.ADR, "ADR-0002", number="2", title="Use a queue", path=f"{folder}/0002-use-a-queue.md"
    )
    add_node(graph, NodeLabel.ADR, "ADR-0003", number="3", title="Use a cache", path=f"{folder}/0003-use-a-cache.md")
    add_edge(graph, queue, EdgeType.DECIDES, add_node(graph, NodeLabel.DECISION, "Use a queue"))
    add_node(
        graph, NodeLabel.INCIDENT, "Queue full", title="Queue full", date="2024-05-06", path="pm/2024-05-06-full.md"
    )
    return view_of(tmp_path, graph)


@pytest.mark.parametrize(
    "text",
    ["ADR-2", "ADR 0002", "adr-2", "2", "adr:ADR-0002", "Use a queue", "0002-use-a-queue.md", "0002-use-a-queue"],
)
def test_a_record_goes_by_id_number_title_and_file(view: View, text: str) -> None:
    found = record_meant(view, text)
    assert found is not None and found.node.name == "ADR-0002"
    assert find_record(view, text).key == found.key


@pytest.mark.parametrize("text", ["INC-2024-05-06", "queue full", "2024-05-06-full"])
def test_a_postmortem_goes_by_date_title_and_file(view: View, text: str) -> None:
    found = record_meant(view, text)
    assert found is not None and found.node.name == "Queue full"


def test_a_service_is_no_record_and_a_misspelt_name_is_nothing(view: View) -> None:
    assert record_meant(view, "queue") is None
    assert record_meant(view, "quueue") is None
    assert record_meant(view, "adr") is None


def test_words_of_two_records_list_both(view: View) -> None:
    with pytest.raises(QueryError, match=r"(?s)'use' fits 2 records.*ADR-0002.*ADR-0003"):
        record_meant(view, "use")


def test_an_unknown_record_names_the_closest(view: View) -> None:
    with pytest.raises(QueryError, match="no ADR is called"):
        find_record(view, "ADR-77", NodeLabel.ADR)
