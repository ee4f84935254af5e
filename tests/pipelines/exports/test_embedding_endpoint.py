"""The endpoint that embeds other tools' questions."""

import base64
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from pipelines.exports.embedding_address import embedding_address
from pipelines.models.embedding_settings import EmbeddingSettings
from pipelines.serving.embedding_endpoint import embedding_endpoint


class Letters:
    """Counts of a and b."""

    identity = "letters"
    batch = 8

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[text.count("a"), text.count("b")] for text in texts], np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        found: NDArray[np.float32] = self.embed_documents([text])[0]
        return found


@pytest.fixture
def address() -> Iterator[str]:
    with embedding_endpoint(Letters(), 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def post(url: str, body: object) -> dict[str, object]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as reply:
        found: dict[str, object] = json.loads(reply.read())
    return found


def test_each_text_gets_its_vector_in_order(address: str) -> None:
    reply = post(f"{address}/v1/embeddings", {"model": "any", "input": ["aab", "b"]})

    assert reply["data"] == [
        {"object": "embedding", "index": 0, "embedding": [2.0, 1.0]},
        {"object": "embedding", "index": 1, "embedding": [0.0, 1.0]},
    ]


def test_vectors_come_packed_where_the_client_asks_for_it(address: str) -> None:
    reply = post(f"{address}/v1/embeddings", {"model": "any", "input": "ab", "encoding_format": "base64"})

    [row] = reply["data"]  # type: ignore[misc]  # JSON
    assert np.frombuffer(base64.b64decode(row["embedding"]), "<f4").tolist() == [1.0, 1.0]


@pytest.mark.parametrize("body", [{"input": [1, 2]}, {"input": None}, [], "x"])
def test_what_holds_no_text_is_refused(address: str, body: object) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(f"{address}/v1/embeddings", body)

    assert refused.value.code == 400


def test_there_is_nothing_else(address: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(f"{address}/v1/chat/completions", {})

    assert refused.value.code == 404


def test_a_configured_server_is_asked_directly_unless_questions_need_a_prefix() -> None:
    server = EmbeddingSettings(provider="openai-compatible", base_url="http://models:8080/v1", model="bge")

    assert embedding_address(server).base_url == "http://models:8080/v1"
    assert (
        embedding_address(msgspec.structs.replace(server, query_prefix="query: ")).base_url
        == "http://127.0.0.1:8765/v1"
    )
    assert embedding_address(EmbeddingSettings()).base_url == "http://127.0.0.1:8765/v1"
