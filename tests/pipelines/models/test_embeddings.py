from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from parsed_graph.errors import SettingsError
from pipelines.models.choose_embedder import choose_embedder
from pipelines.models.embedding_settings import EmbeddingSettings
from pipelines.models.embeddings import EmbeddingError, unit_length
from pipelines.models.embeddings_server import ServerEmbedder
from pipelines.models.embeddings_wordllama import WordLlamaEmbedder
from tests.loopback_embeddings import LoopbackEmbeddings, loopback_embeddings


@pytest.fixture
def server() -> Iterator[LoopbackEmbeddings]:
    with loopback_embeddings() as running:
        yield running


def embedder(server: LoopbackEmbeddings, retries: int = 2, **more: str) -> ServerEmbedder:
    return ServerEmbedder("tiny", "", server.address, retries=retries, timeout=5, **more)


def test_vectors_come_back_in_the_order_of_texts_and_with_length_one(server: LoopbackEmbeddings) -> None:
    found = embedder(server).embed_documents(["order", "payment payment"])
    assert np.allclose(found, [[2**-0.5, 0, 0, 2**-0.5], [0, 2 / 5**0.5, 0, 1 / 5**0.5]])
    assert found.dtype == np.float32


def test_questions_and_texts_get_prefixes_of_their_own(server: LoopbackEmbeddings) -> None:
    made = embedder(server, query_prefix="query: ", document_prefix="passage: ")
    made.embed_documents(["order"])
    made.embed_query("payment")
    assert [call["input"] for call in server.calls] == [["passage: order"], ["query: payment"]]


@pytest.mark.parametrize("act", [429, 500, 503, "cut"])
def test_call_that_may_succeed_later_is_tried_again(server: LoopbackEmbeddings, act: int | str) -> None:
    server.script.append(act)
    assert embedder(server).embed_query("order").shape == (4,)
    assert len(server.calls) == 2


@pytest.mark.parametrize(
    ("acts", "reason"),
    [
        ([429, 429, 429], "rate-limited"),
        ([500, 500, 500], "server-error"),
        ([401], "unauthorised"),
        (["short"], "incomplete"),
        (["ragged"], "wrong-dimension"),
    ],
)
def test_what_stays_wrong_is_an_error_with_a_reason(
    server: LoopbackEmbeddings, acts: list[int | str], reason: str
) -> None:
    server.script.extend(acts)
    with pytest.raises(EmbeddingError) as raised:
        embedder(server).embed_documents(["order", "payment"])
    assert raised.value.reason == reason


def test_server_that_is_not_there_is_named() -> None:
    with pytest.raises(EmbeddingError, match=r"http://127\.0\.0\.1:9/v1"):
        ServerEmbedder("tiny", "", "http://127.0.0.1:9/v1", retries=0, timeout=1).embed_query("order")


def test_identity_changes_with_the_model_and_the_prefix_of_texts_alone(server: LoopbackEmbeddings) -> None:
    plain = embedder(server).identity
    assert embedder(server, query_prefix="q: ").identity == plain
    assert embedder(server, document_prefix="d: ").identity != plain


def test_vector_without_length_becomes_zeros() -> None:
    assert unit_length(np.array([[0.0, 0.0], [float("nan"), 0.0]], np.float32)).tolist() == [[0, 0], [0, 0]]


def test_wordllama_gives_a_text_the_same_vector_whatever_stands_beside_it() -> None:
    made = WordLlamaEmbedder()
    alone = made.embed_documents(["How is the discount computed?"])
    beside = made.embed_documents(["a long text about parcels and carriers " * 20, "How is the discount computed?", ""])
    assert np.array_equal(alone[0], beside[1])
    assert beside.shape == (3, 256)


def test_wordllama_averages_word_vectors_as_its_own_package_does() -> None:
    import wordllama

    folder = Path(wordllama.__file__).parent
    package = wordllama.WordLlama.load(dim=256, cache_dir=folder, disable_download=True)
    texts = ["parcel weight", "webhook signature verified twice"]
    assert np.array_equal(WordLlamaEmbedder().embed_documents(texts), unit_length(package.embed(texts)))


def test_wordllama_finds_names_that_are_written_in_one() -> None:
    made = WordLlamaEmbedder()
    near, far = made.embed_documents(["fun verifyWebhookSignature() { check(); }", "val parcelWeight = 3"])
    asked = made.embed_query("Where is the signature of a webhook verified?")
    assert float(near @ asked) > float(far @ asked)


def test_server_without_address_or_model_is_refused_by_the_setting() -> None:
    with pytest.raises(SettingsError, match=r"retrieval\.embeddings\.base_url"):
        choose_embedder(EmbeddingSettings(provider="openai-compatible"), {})
    with pytest.raises(SettingsError, match=r"retrieval\.embeddings\.model"):
        choose_embedder(EmbeddingSettings(provider="openai-compatible", base_url="http://localhost/v1"), {})
    assert choose_embedder(EmbeddingSettings(provider="none"), {}) is None
