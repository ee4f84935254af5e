"""What turns texts into vectors, as the rest sees it, and which one the settings name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from parsed_graph.errors import EstateError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class EmbeddingError(EstateError):
    """Texts did not become vectors: the server is away, refuses, or answers with something else. `reason` is a code."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"embeddings: {reason}: {detail}")
        self.reason, self.detail = reason, detail


class Embedder(Protocol):
    """Texts to vectors of length one. Building one is cheap: what is heavy loads at the first text."""

    @property
    def identity(self) -> str:
        """Names the model and what is put before a text: vectors of another identity do not compare with these."""
        ...

    @property
    def batch(self) -> int:
        """How many texts go at once."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text. Raises EmbeddingError."""
        ...

    def embed_query(self, text: str) -> "Vectors":
        """The vector of a question. Raises EmbeddingError."""
        ...


def unit_length(vectors: "Vectors") -> "Vectors":
    """Each row divided by its length; a row of zeros, or one that holds no numbers, becomes zeros."""
    import numpy as np

    rows = np.nan_to_num(vectors.astype(np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Vectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return found
