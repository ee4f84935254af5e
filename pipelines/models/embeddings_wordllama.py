"""Vectors by WordLlama, whose weights come with its package: no server, no network, a third of a second to load."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parsed_graph.name_words import split_words
from pipelines.models.embeddings import unit_length
from pipelines.words.stop_words import STOP_WORDS

if TYPE_CHECKING:
    from pipelines.models.embeddings import Vectors

_DIMENSION = 256


class WordLlamaEmbedder:
    """Averages of word vectors (English)."""

    identity = f"wordllama:l2_supercat:{_DIMENSION}:plain-words"
    batch = 256

    @cached_property
    def _model(self) -> Any:
        import wordllama

        folder = Path(wordllama.__file__).parent
        return wordllama.WordLlama.load(dim=_DIMENSION, cache_dir=folder, disable_download=True)

    def embed_documents(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text; the same text gives the same row whatever stands beside it."""
        import numpy as np

        # Texts of one batch are padded to the longest: alike lengths waste nothing.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found = np.empty((len(texts), _DIMENSION), np.float32)
        found[order] = self._model.embed([_plain_words(texts[place]) for place in order], batch_size=32)
        return unit_length(found)

    def embed_query(self, text: str) -> "Vectors":
        """The vector of a question."""
        found: Vectors = self.embed_documents([text])[0]
        return found


def _plain_words(text: str) -> str:
    """The words that carry meaning: in an average each bracket and each `the` would count like a word, and a name in one piece not at all."""
    words = [word for word in split_words(text) if word not in STOP_WORDS and (len(word) > 1 or word.isdigit())]
    return " ".join(words) or text
