"""Vectors by WordLlama, whose weights come with its package: no server, no network, a third of a second to load."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipelines.models.embeddings import unit_length

if TYPE_CHECKING:
    from pipelines.models.embeddings import Vectors

_DIMENSION = 256


class WordLlamaEmbedder:
    """Averages of word vectors (English)."""

    identity = f"wordllama:l2_supercat:{_DIMENSION}"
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
        found[order] = self._model.embed([texts[place] for place in order], batch_size=32)
        return unit_length(found)

    def embed_query(self, text: str) -> "Vectors":
        """The vector of a question."""
        found: Vectors = self.embed_documents([text])[0]
        return found
