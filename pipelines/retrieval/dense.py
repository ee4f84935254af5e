"""Ranks text units by the likeness of their vectors to the question's: exact, one product over the whole matrix."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsed_graph.errors import SettingsError
from parsed_graph.view import View
from pipelines.models.embeddings import Embedder
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.scope import IsWanted

if TYPE_CHECKING:
    from pipelines.models.embeddings import Vectors

DENSE = "dense"
_KEPT = 2
_read: dict[str, "TextVectors | None"] = {}
"""The matrices of the last snapshots by id: an id stands for content, and a server opens a view for each question."""


@dataclass(frozen=True, slots=True)
class TextVectors:
    """The matrix of a snapshot; row `key - 1` is a unit's. `identity` names the embedder."""

    identity: str
    matrix: "Vectors"


def rank_by_meaning(view: View, question: str, embedder: Embedder, is_wanted: IsWanted | None, most: int) -> Ranking:
    """The units closest to a question, of those that are wanted (all, where None).

    Raises EmbeddingError where the question gets no vector, SettingsError where the snapshot's vectors are of another model.
    """
    stored = read_vectors(view)
    if stored is None or not stored.matrix.size:
        return Ranking(DENSE, ())
    if stored.identity != embedder.identity:
        raise SettingsError(
            f"this snapshot was embedded by {stored.identity}, the settings say {embedder.identity}."
            " Run: estategraph index, or set retrieval.embeddings back"
        )
    import numpy as np

    query = embedder.embed_query(question)
    if query.shape[0] != stored.matrix.shape[1]:
        raise SettingsError(
            f"retrieval.embeddings: the question's vector has {query.shape[0]} numbers, those of the snapshot have"
            f" {stored.matrix.shape[1]}. Run: estategraph index"
        )
    scores = stored.matrix @ query
    # Sorted as far as needed: more than `most` where some are not wanted.
    size = min(len(scores), most if is_wanted is None else 8 * most)
    while True:
        best = np.argpartition(scores, -size)[-size:]
        ordered = sorted(
            ((int(place) + 1, float(scores[place])) for place in best), key=lambda item: (-item[1], item[0])
        )
        found = [(key, score) for key, score in ordered if score > 0 and (is_wanted is None or is_wanted(key))]
        if len(found) >= most or size == len(scores):
            return Ranking(DENSE, tuple(found[:most]))
        size = min(len(scores), size * 8)


def read_vectors(view: View) -> TextVectors | None:
    """The vectors of a snapshot, None where it was written without."""
    identity = view.snapshot.id
    if identity not in _read:
        while len(_read) >= _KEPT:
            _read.pop(next(iter(_read)))
        _read[identity] = _load(view)
    return _read[identity]


def _load(view: View) -> TextVectors | None:
    if not list(view.rows("SELECT 1 FROM sqlite_master WHERE name = 'text_vector_model'")):
        return None
    import numpy as np

    identity, dimension, units = next(view.rows("SELECT identity, dimension, units FROM text_vector_model"))
    matrix = np.empty((int(str(units)), int(str(dimension))), "<f4")
    place = 0
    for (value,) in view.rows("SELECT value FROM text_vectors ORDER BY part"):
        assert isinstance(value, bytes)
        rows = np.frombuffer(value, "<f4").reshape(-1, matrix.shape[1])
        matrix[place : place + len(rows)] = rows
        place += len(rows)
    return TextVectors(str(identity), matrix)
