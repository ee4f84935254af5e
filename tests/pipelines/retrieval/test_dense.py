from collections.abc import Iterator
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import View
from pipelines.models.embeddings import Embedder
from pipelines.models.embeddings_server import ServerEmbedder
from pipelines.models.vector_cache import open_vectors
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.retrieve import retrieve
from pipelines.stages.text_units import ordered_rows, text_units_part
from pipelines.stages.text_vectors import EmbeddedUnits, embed_units, vectors_part
from tests.loopback_embeddings import LoopbackEmbeddings, loopback_embeddings
from tests.pipelines.retrieval.small_library import text

TEXTS = [
    text("doc:a", "An order is placed.", title="Orders", service="service:orders"),
    text("doc:b", "A payment is made."),
    text("doc:c", "A parcel is packed."),
]


@pytest.fixture
def server() -> Iterator[LoopbackEmbeddings]:
    with loopback_embeddings() as running:
        yield running


def embedder(server: LoopbackEmbeddings, model: str = "tiny") -> ServerEmbedder:
    return ServerEmbedder(model, "", server.address, retries=0, timeout=5, batch=2)


def index(output: Path, by: Embedder, texts: object = TEXTS) -> EmbeddedUnits:
    rows = ordered_rows(texts)  # type: ignore[arg-type]
    with open_vectors(output) as cache:
        embedded = embed_units(rows, by, cache, lambda *_: None)
    write_snapshot(output, PropertyGraph(), [], RunReport(), parts=[text_units_part(rows), vectors_part(embedded)])
    return embedded


def ask(output: Path, question: str, by: Embedder) -> list[str]:
    hits = retrieve(View(open_snapshot(output)), question, limits=RetrievalLimits(hits=1), embedder=by).hits
    return [hit.text_unit_id for hit in hits]


def test_service_and_section_stand_before_a_text_when_it_is_embedded_and_nowhere_else(
    tmp_path: Path, server: LoopbackEmbeddings
) -> None:
    index(tmp_path, embedder(server))
    assert server.calls[0]["input"] == ["[orders · Orders] An order is placed.", "[] A payment is made."]
    hits = retrieve(View(open_snapshot(tmp_path)), "order", limits=RetrievalLimits(), embedder=embedder(server)).hits
    assert hits[0].text == "An order is placed."


def test_question_whose_words_no_text_holds_is_ranked_by_meaning_alone(
    tmp_path: Path, server: LoopbackEmbeddings
) -> None:
    index(tmp_path, embedder(server))
    hits = retrieve(
        View(open_snapshot(tmp_path)), "xpayment xxparcel xmade", limits=RetrievalLimits(), embedder=embedder(server)
    ).hits
    assert {name for hit in hits for name in hit.ranks} == {"dense"}


def test_unchanged_texts_reach_the_embedder_once(tmp_path: Path, server: LoopbackEmbeddings) -> None:
    assert index(tmp_path, embedder(server)).embedded == 3
    calls = len(server.calls)
    changed = [*TEXTS[:2], text("doc:c", "A parcel is lost.")]
    assert (index(tmp_path, embedder(server)).embedded, len(server.calls)) == (0, calls)
    assert (index(tmp_path, embedder(server), changed).embedded, len(server.calls)) == (1, calls + 1)


def test_another_model_embeds_anew_and_is_refused_before(tmp_path: Path, server: LoopbackEmbeddings) -> None:
    index(tmp_path, embedder(server))
    other = embedder(server, "other")
    with pytest.raises(SettingsError, match=r"openai-compatible:other.*estategraph index"):
        ask(tmp_path, "order", other)
    assert index(tmp_path, other).embedded == 3
    assert ask(tmp_path, "order", other) == ["doc:a#1"]


def test_question_of_another_dimension_is_refused(tmp_path: Path, server: LoopbackEmbeddings) -> None:
    index(tmp_path, embedder(server))
    server.script.append("narrow")
    with pytest.raises(SettingsError, match="2 numbers, those of the snapshot have"):
        ask(tmp_path, "order", embedder(server))


def test_vectors_of_another_dimension_are_a_problem_and_never_kept(tmp_path: Path, server: LoopbackEmbeddings) -> None:
    server.script.extend([200, "narrow"])
    first = index(tmp_path, embedder(server))
    assert [problem.reason for problem in first.problems] == ["wrong-dimension"]
    assert (first.matrix.shape, first.embedded) == ((3, 4), 2)
    assert index(tmp_path, embedder(server)).embedded == 1


def test_server_that_fails_while_indexing_is_a_problem_and_tried_again_by_the_next_run(
    tmp_path: Path, server: LoopbackEmbeddings
) -> None:
    server.script.append(500)
    first = index(tmp_path, embedder(server))
    assert [(problem.stage, problem.reason) for problem in first.problems] == [("embeddings", "server-error")]
    assert first.embedded == 1
    second = index(tmp_path, embedder(server))
    assert (second.problems, second.embedded) == ((), 2)


def test_server_that_fails_while_asked_leaves_the_words_and_says_so(tmp_path: Path, server: LoopbackEmbeddings) -> None:
    index(tmp_path, embedder(server))
    server.script.append(500)
    found = retrieve(View(open_snapshot(tmp_path)), "payment", limits=RetrievalLimits(), embedder=embedder(server))
    assert [hit.text_unit_id for hit in found.hits] == ["doc:b#1"]
    assert found.notes[0].startswith("found by words alone: embeddings: server-error")


def test_same_texts_give_the_same_snapshot_whether_the_cache_is_there_or_not(
    tmp_path: Path, server: LoopbackEmbeddings
) -> None:
    index(tmp_path, embedder(server))
    identity = open_snapshot(tmp_path).id
    (tmp_path / "cache" / "vectors.db").unlink()
    index(tmp_path, embedder(server))
    assert open_snapshot(tmp_path).id == identity
