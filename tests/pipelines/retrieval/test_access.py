from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from parsed_graph.grant import Grant
from parsed_graph.model import Node
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import Principal, View
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.retrieve import retrieve
from tests.pipelines.retrieval.small_library import edge, library, service, text

NAMES = ("orders-api", "payments", "fraud", "ledger")
NODES = [
    *(service(name) for name in NAMES),
    *(Node(f"doc:{name}", NodeLabel.DOC, f"Guide {place}", f"service:{name}") for place, name in enumerate(NAMES)),
]
EDGES = [
    edge("service:orders-api", EdgeType.DEPENDS_ON, "service:payments"),
    edge("service:payments", EdgeType.DEPENDS_ON, "service:fraud"),
    edge("service:ledger", EdgeType.DEPENDS_ON, "service:payments"),
]
TEXTS = [
    text("doc:orders-api", "OrdersApi retries a charge at payments.", service="service:orders-api"),
    text("doc:payments", "Charges are kept.", service="service:payments"),
    text("doc:fraud", "A charge is assessed, see the payments guide.", service="service:fraud"),
    text("doc:ledger", "Books each charge.", service="service:ledger"),
    text("card:service:ledger", "ledger: depends on payments", kind="service_card", service="service:ledger"),
]


@given(
    hidden=st.sets(st.sampled_from(NAMES)), question=st.sampled_from(("charge", "payments guide", "who uses ledger"))
)
def test_nothing_hidden_is_ever_found(tmp_path_factory: object, hidden: set[str], question: str) -> None:
    view = _view(tmp_path_factory, hidden)
    seeds = [key for name in NAMES if (key := view.key(f"service:{name}")) is not None]
    found = retrieve(view, question, seeds=seeds, limits=RetrievalLimits(), embedder=None)
    shown = " ".join(f"{hit.title} {hit.path} {hit.service} {hit.text}" for hit in found.hits).lower()
    assert not [name for name in hidden if name in shown or name.replace("-", "") in shown]
    assert not [link for link in found.links if view.hides(link.source) or view.hides(link.target)]


def test_what_is_left_is_still_found(tmp_path: Path) -> None:
    view = library(tmp_path, TEXTS, NODES, EDGES, hidden=["service:payments"])
    found = retrieve(view, "charge", limits=RetrievalLimits(), embedder=None)
    assert [hit.text_unit_id for hit in found.hits] == ["doc:ledger#1"]


def test_card_is_composed_anew_of_what_is_visible(tmp_path: Path) -> None:
    view = library(tmp_path, TEXTS, NODES, EDGES, hidden=["service:payments"])
    found = retrieve(view, "ledger", kinds=frozenset({"service_card"}), limits=RetrievalLimits(), embedder=None)
    assert [(hit.text_unit_id, hit.text) for hit in found.hits] == [("card:service:ledger#1", "ledger: service.")]
    whole = library(tmp_path, TEXTS, NODES, EDGES)
    asked = retrieve(whole, "ledger", kinds=frozenset({"service_card"}), limits=RetrievalLimits(), embedder=None)
    assert [hit.text for hit in asked.hits] == ["ledger: depends on payments"]


def test_policy_hides_code_that_belongs_to_nobody_and_what_it_does_not_grant(tmp_path: Path) -> None:
    texts = [
        text("code:shop:lib/a.py", "def charge(): pass", kind="code"),
        text("code:shop:ledger/b.py", "def charge(): pass", kind="code", service="service:ledger"),
        text("code:shop:fraud/c.py", "def charge(): pass", kind="code", service="service:fraud"),
    ]
    snapshot = library(tmp_path, texts, NODES, EDGES).snapshot
    view = View(snapshot, Principal("ana", grant=Grant(services=frozenset({"ledger"}))))
    found = retrieve(view, "charge", limits=RetrievalLimits(), embedder=None)
    assert [hit.service for hit in found.hits] == ["service:ledger"]


_opened: dict[str, object] = {}


def _view(factory: object, hidden: set[str]) -> View:
    if "snapshot" not in _opened:
        folder = factory.mktemp("library")  # type: ignore[attr-defined]
        _opened["snapshot"] = library(folder, TEXTS, NODES, EDGES).snapshot
    ids = frozenset(f"{label}:{name}" for name in hidden for label in ("service", "doc"))
    return View(_opened["snapshot"], Principal("someone", ids))  # type: ignore[arg-type]
