"""What turns texts into vectors, as the rest sees it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Texts to vectors of length one. Building one is cheap: what is heavy loads at the first text."""

    @property
    def identity(self) -> str:
        """Names model and prefixes: vectors of another identity do not compare with these."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """A row for each text. Raises EmbeddingError."""
        ...

    def embed_query(self, text: str) -> "NDArray[np.float32]":
        """The vector of a question. Raises EmbeddingError."""
        ...
