"""Counts tokens without a network: tiktoken with the o200k_base vocabulary that is shipped beside this file.

The vocabulary is OpenAI's (MIT, from tiktoken), stored as token lengths and bytes in order of rank. Its hash is the one
that tiktoken itself demands, so counts are those of a tiktoken that downloaded it. OpenAI's models since GPT-4o count so;
for other models the count is an estimate.
"""

import base64
import hashlib
import lzma
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tiktoken

VOCABULARY_SIZE = 199_998
SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""Of the vocabulary in tiktoken's own file format."""

_LETTER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}"
_SMALL = r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
_ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_PATTERN = "|".join(
    (
        rf"[^\r\n\p{{L}}\p{{N}}]?[{_LETTER}]*[{_SMALL}]+{_ENDING}",
        rf"[^\r\n\p{{L}}\p{{N}}]?[{_LETTER}]+[{_SMALL}]*{_ENDING}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)


def count_tokens(text: str) -> int:
    """The number of o200k_base tokens of a text; what looks like a special token is ordinary text."""
    return len(encoding().encode_ordinary(text))


def vocabulary() -> dict[bytes, int]:
    """Token bytes to rank. Raises ValueError when the shipped file is damaged."""
    blob = lzma.decompress(files("pipelines.models").joinpath("vocabulary/o200k_base.xz").read_bytes())
    sizes, tokens = blob[:VOCABULARY_SIZE], blob[VOCABULARY_SIZE:]
    ranks: dict[bytes, int] = {}
    start = 0
    for rank, size in enumerate(sizes):
        ranks[tokens[start : start + size]] = rank
        start += size
    if len(ranks) != VOCABULARY_SIZE or start != len(tokens):
        raise ValueError("the shipped token vocabulary is damaged")
    return ranks


def vocabulary_hash(ranks: dict[bytes, int]) -> str:
    """SHA-256 of a vocabulary as tiktoken would store it."""
    lines = (base64.b64encode(token) + b" " + str(rank).encode() + b"\n" for token, rank in ranks.items())
    return hashlib.sha256(b"".join(lines)).hexdigest()


@cache
def encoding() -> "tiktoken.Encoding":
    """The encoding itself, for libraries that want one: theirs would be downloaded."""
    # Imported here: it costs 60 ms, and only an estimate or a budget needs it.
    import tiktoken

    return tiktoken.Encoding(name="o200k_base", pat_str=_PATTERN, mergeable_ranks=vocabulary(), special_tokens={})
