from pathlib import Path

import pytest

from parsed_graph.model import Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.retrieval.direction import Direction, direction_of
from pipelines.retrieval.expand import expand
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.retrieve import retrieve
from tests.pipelines.retrieval.small_library import edge, library, service, text

NODES = [
    service("gateway"),
    service("orders"),
    service("payments"),
    service("fraud"),
    service("weak"),
    Node("topic:events", NodeLabel.TOPIC, "events"),
    Node("subscription:mail", NodeLabel.SUBSCRIPTION, "mail", "service:mail"),
    service("mail"),
    Node("library:json", NodeLabel.LIBRARY, "json"),
]
EDGES = [
    edge("service:gateway", EdgeType.DEPENDS_ON, "service:orders"),
    edge("service:orders", EdgeType.DEPENDS_ON, "service:payments"),
    edge("service:payments", EdgeType.DEPENDS_ON, "service:fraud"),
    edge("service:orders", EdgeType.DEPENDS_ON, "service:weak", 0.4),
    edge("service:orders", EdgeType.PUBLISHES, "topic:events"),
    edge("subscription:mail", EdgeType.CONSUMES, "topic:events"),
    edge("service:mail", EdgeType.OWNS, "subscription:mail"),
    edge("service:orders", EdgeType.DEPENDS_ON, "library:json"),
    edge("service:fraud", EdgeType.DEPENDS_ON, "library:json"),
]


def met(tmp_path: Path, start: str, direction: Direction, **limits: int) -> set[str]:
    view = library(tmp_path, [], NODES, EDGES)
    key = view.key(start)
    assert key is not None
    found = expand(view, {key: 1.0}, direction, RetrievalLimits(**limits))
    return {view.node(one).name for one in found.scores}


def test_two_hops_along_edges_of_answer_confidence(tmp_path: Path) -> None:
    assert met(tmp_path, "service:orders", Direction.LEAVING, max_path_length=2) == {
        "orders", "payments", "fraud", "events", "json",
    }  # fmt: skip


def test_subscription_between_topic_and_service_is_no_hop_of_its_own(tmp_path: Path) -> None:
    assert "mail" in met(tmp_path, "service:orders", Direction.BOTH, max_path_length=2)
    assert "mail" not in met(tmp_path, "service:orders", Direction.BOTH, max_path_length=1)


def test_library_is_never_a_way_from_one_service_to_another(tmp_path: Path) -> None:
    assert "fraud" not in met(tmp_path, "service:orders", Direction.BOTH, max_path_length=1)
    assert "orders" not in met(tmp_path, "service:fraud", Direction.LEAVING, max_path_length=2)


def test_question_for_users_looks_against_the_edges(tmp_path: Path) -> None:
    assert met(tmp_path, "service:orders", Direction.REACHING, max_path_length=2) == {"orders", "gateway"}


def test_subgraph_is_bounded_and_nearer_scores_higher(tmp_path: Path) -> None:
    view = library(tmp_path, [], NODES, EDGES)
    start = view.key("service:gateway")
    assert start is not None
    found = expand(view, {start: 1.0}, Direction.LEAVING, RetrievalLimits(max_subgraph_size=10, max_path_length=5))
    scores = {view.node(key).name: score for key, score in found.scores.items()}
    assert scores["orders"] > scores["payments"] > scores["fraud"]
    small = expand(view, {start: 1.0}, Direction.BOTH, RetrievalLimits(max_subgraph_size=1))
    assert len(small.links) == 1


@pytest.mark.parametrize(
    ("question", "direction"),
    [
        ("Who calls POST /charges?", Direction.REACHING),
        ("Which services depend on payments?", Direction.REACHING),
        ("Quem consome orders-events?", Direction.REACHING),
        ("What breaks if payments is down?", Direction.REACHING),
        ("What does orders depend on?", Direction.LEAVING),
        ("Why is the catalogue slow?", Direction.BOTH),
    ],
)
def test_direction_is_read_from_the_words(question: str, direction: Direction) -> None:
    assert direction_of(question) is direction


def test_text_about_a_neighbour_of_what_is_named_is_found_through_the_graph(tmp_path: Path) -> None:
    texts = [
        text("card:service:orders", "orders takes baskets", kind="service_card", service="service:orders"),
        text("doc:fraud", "risk is assessed", service="service:fraud"),
    ]
    texts[1] = (texts[1][0], tuple(type(unit)(*_fields(unit), ("service:fraud",)) for unit in texts[1][1]))
    view = library(tmp_path, texts, NODES, EDGES)
    seed = view.key("service:orders")
    assert seed is not None
    found = retrieve(view, "baskets", seeds=[seed], limits=RetrievalLimits(), embedder=None)
    assert [(hit.text_unit_id, hit.ranks) for hit in found.hits] == [
        ("card:service:orders#1", {"bm25": 1, "named": 1}),
        ("doc:fraud#1", {"graph": 1}),
    ]
    assert "DEPENDS_ON" in {link.type for link in found.links}


def _fields(unit: object) -> tuple[object, ...]:
    names = ("id", "document_id", "kind", "service", "title", "path", "repo", "line", "text")
    return tuple(getattr(unit, name) for name in names)
