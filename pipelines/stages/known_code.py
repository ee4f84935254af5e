"""Text units of source files that were cut before: a file whose text and functions are the same is not read again.

One SQLite file, `output/cache/code.db`; losing it costs reading and cutting the code once more.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from parsed_graph.model import Node
from pipelines.blob_cache import BlobCache
from pipelines.product_version import product_version
from pipelines.stages.text_unit_rows import Row

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Row | None)


def code_key(repo: str, path: str, service: str, digest: str, functions: Sequence[Node]) -> bytes:
    """The key over all that a file's units are made from: its place, its content by digest, and what is known of its functions."""
    known = [(node.id, node.name, *sorted(node.properties.items())) for node in functions]
    parts = repr((product_version(), repo, path, service, digest, known))
    return hashlib.sha256(parts.encode("utf-8", "surrogateescape")).digest()


class KnownCode:
    """Ready rows by `code_key`; None for a file that gives none."""

    def __init__(self, cache: BlobCache) -> None:
        self._cache = cache

    def rows(self, keys: Iterable[bytes]) -> dict[bytes, Row | None]:
        """Those of the keys that are known."""
        return {key: _DECODER.decode(value) for key, value in self._cache.get(list(keys)).items()}

    def keep(self, rows: Mapping[bytes, Row | None], used: Iterable[bytes]) -> None:
        """Keeps new rows, and forgets in time what is not used."""
        if rows:
            self._cache.put({key: _ENCODER.encode(row) for key, row in rows.items()})
            self._cache.forget_others(used)


@contextmanager
def open_code(output: Path) -> Iterator[KnownCode]:
    """What is known of the code of an output folder."""
    cache = BlobCache(output / "cache" / "code.db", "code")
    try:
        yield KnownCode(cache)
    finally:
        cache.close()
