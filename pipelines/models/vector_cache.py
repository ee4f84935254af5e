"""Vectors of texts that were embedded before, by model and text: unchanged text units cost nothing.

One SQLite file, `output/cache/vectors.db`; losing it costs embedding everything once more.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelines.blob_cache import BlobCache


def text_key(identity: str, text: str) -> bytes:
    """The key of a text under a model."""
    return hashlib.sha256(f"{identity}\0{text}".encode()).digest()


@contextmanager
def open_vectors(output: Path) -> Iterator[BlobCache]:
    """The cache of an output folder, closed at the end: vectors as the bytes of their float32 numbers, little endian."""
    cache = BlobCache(output / "cache" / "vectors.db", "vectors")
    try:
        yield cache
    finally:
        cache.close()
