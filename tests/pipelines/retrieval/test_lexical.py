from pathlib import Path

import pytest

from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.question_words import question_terms
from pipelines.retrieval.retrieve import retrieve
from tests.pipelines.retrieval.small_library import library, text

TEXTS = [
    text("doc:a", "The class OrderCreatedV2 is sent at once.", title="Messages"),
    text("doc:b", "place_order writes to orders-db, see com.shop.ledger.", title="Storage"),
    text("doc:c", "O catálogo guarda as reservas não confirmadas.", title="Catálogo"),
    text("doc:d", "Nothing here.", path="services/billing-api/README.md"),
]


def words(question: str) -> list[str]:
    return [term.word for term in question_terms(question) if not term.is_compound]


def found(tmp_path: Path, question: str) -> list[str]:
    view = library(tmp_path, TEXTS)
    return [hit.text_unit_id[4] for hit in retrieve(view, question, limits=RetrievalLimits(), embedder=None).hits]


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("created", "a"),
        ("ordercreatedv2", "a"),
        ("OrderCreated", "a"),
        ("place order", "b"),
        ("place_order", "b"),
        ("orders-db", "b"),
        ("the ledger", "b"),
        ("catalogo", "c"),
        ("reserva confirmada", "c"),
        ("billing", "d"),
    ],
)
def test_names_are_found_by_their_parts_however_they_are_written(tmp_path: Path, question: str, unit: str) -> None:
    assert found(tmp_path, question)[0] == unit


def test_word_of_a_title_counts_more_than_one_of_the_text(tmp_path: Path) -> None:
    texts = [text("doc:a", "Deployment of the fleet."), text("doc:b", "Fleet of cars.", title="Deployment")]
    hits = retrieve(library(tmp_path, texts), "deployment", limits=RetrievalLimits(), embedder=None).hits
    assert [hit.text_unit_id for hit in hits] == ["doc:b#1", "doc:a#1"]


def test_stop_words_of_both_languages_are_left_out() -> None:
    assert words("Where is the signature of the webhook verified?") == ["signature", "webhook", "verified"]
    assert words("Onde é que a função está?") == ["funcao"]
    assert words("o que é isso") == ["o", "que", "e", "isso"]


def test_filters_keep_out_other_services_and_kinds(tmp_path: Path) -> None:
    texts = [
        text("doc:a", "retry", service="service:a", kind="README"),
        text("doc:b", "retry", service="service:b", kind="README"),
        text("doc:c", "retry", service="service:a", kind="code"),
    ]
    view = library(tmp_path, texts)
    hits = retrieve(
        view,
        "retry",
        services=frozenset({"service:a"}),
        kinds=frozenset({"README"}),
        limits=RetrievalLimits(),
        embedder=None,
    ).hits
    assert [hit.text_unit_id for hit in hits] == ["doc:a#1"]
    assert hits[0].ranks["bm25"] == 1


@pytest.mark.parametrize("question", ['"?*', "", "\udcff\udcfe", "\0"])
def test_question_without_words_finds_nothing_and_says_so(tmp_path: Path, question: str) -> None:
    found = retrieve(library(tmp_path, TEXTS), question, limits=RetrievalLimits(), embedder=None)
    assert (found.hits, found.notes) == ((), ("the question holds no word to search for",))


@pytest.mark.parametrize("question", ['"billing" OR *', "billing NEAR( ) AND -x", "billing " * 5_000, "billing\udcff"])
def test_question_is_never_taken_for_a_query_language(tmp_path: Path, question: str) -> None:
    assert found(tmp_path, question)[0] == "d"


def test_text_that_says_it_in_a_cousin_of_the_word_is_found_behind_the_word_itself(tmp_path: Path) -> None:
    texts = [text("doc:a", "The basket is empty."), text("doc:b", "The cart is full."), text("doc:c", "Parcels.")]
    hits = retrieve(library(tmp_path, texts), "Which basket?", limits=RetrievalLimits(), embedder=None).hits
    assert [hit.text_unit_id for hit in hits] == ["doc:a#1", "doc:b#1"]
    assert hits[1].ranks == {"synonyms": 2}


def test_copies_of_one_text_take_one_place(tmp_path: Path) -> None:
    texts = [text(f"doc:{name}", "service Stock { rpc Reserve }", path=f"{name}/stock.proto") for name in "abc"]
    view = library(tmp_path, [*texts, text("doc:d", "Reserve early.")])
    hits = retrieve(view, "reserve", limits=RetrievalLimits(), embedder=None).hits
    assert sorted(hit.text_unit_id[4] for hit in hits) == ["a", "d"]
