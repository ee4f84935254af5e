"""Vectors by the word vectors of WordLlama, which come with its package: no server, no network, a third of a second to load.

The two files are read here: importing the package takes longer than reading them, and its own averaging, which pads each
text to the longest, gives the same numbers in half as much time again.
"""

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
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
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(_folder() / "tokenizers" / "l2_supercat_tokenizer_config.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _word_vectors(self) -> Any:
        from safetensors import safe_open

        with safe_open(_folder() / "weights" / f"l2_supercat_{_DIMENSION}.safetensors", "numpy") as file:
            return file.get_tensor("embedding.weight")

    def embed_documents(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text; the same text gives the same row whatever stands beside it."""
        import numpy as np

        found = np.zeros((len(texts), _DIMENSION), np.float32)
        encoded = self._tokenizer.encode_batch_fast([_plain_words(text) for text in texts], add_special_tokens=False)
        for place, tokens in enumerate(encoded):
            if tokens.ids:
                found[place] = self._word_vectors[tokens.ids].sum(axis=0, dtype=np.float32) / len(tokens.ids)
        return unit_length(found)

    def embed_query(self, text: str) -> "Vectors":
        """The vector of a question."""
        found: Vectors = self.embed_documents([text])[0]
        return found


def _plain_words(text: str) -> str:
    """The words that carry meaning: in an average each bracket and each `the` would count like a word, and a name in one piece not at all."""
    words = [word for word in split_words(text) if word not in STOP_WORDS and (len(word) > 1 or word.isdigit())]
    return " ".join(words) or text


def _folder() -> Path:
    spec = find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("wordllama is not installed")
    return Path(spec.submodule_search_locations[0])
