"""Vectors of text units in a snapshot: one float32 matrix in `estate.db`, a row for each unit in the order of keys."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import apsw

from parsed_graph.model import Problem
from parsed_graph.store import SnapshotPart
from pipelines.blob_cache import BlobCache
from pipelines.models.embeddings import Embedder, EmbeddingError
from pipelines.models.vector_cache import text_key
from pipelines.stages.text_unit_rows import Row, TextUnitRow

if TYPE_CHECKING:
    from pipelines.models.embeddings import Vectors

_TABLES = """
CREATE TABLE text_vector_model (identity TEXT NOT NULL, dimension INTEGER NOT NULL, units INTEGER NOT NULL);
CREATE TABLE text_vectors (part INTEGER PRIMARY KEY, value BLOB NOT NULL);
"""
_PART = 65_536
"""Rows in one blob: SQLite holds no more than a gigabyte in one."""
_STAGE = "embeddings"
_OTHER_DIMENSION = (
    "vectors of {} numbers beside kept ones of {}; if it is another model now, remove output/cache/vectors.db"
)
_FAILURES = 3
"""After so many calls without an answer the server is taken to be away, and the rest is left for the next run."""
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class EmbeddedUnits:
    """The matrix (zeros where a unit got no vector), what failed, and how many texts were new."""

    identity: str
    matrix: "Vectors"
    problems: tuple[Problem, ...]
    embedded: int


def embedding_text(unit: TextUnitRow) -> str:
    """What is embedded: `[service · section]` and the text. Nobody is shown it."""
    service = unit.service.partition(":")[2]
    return f"[{' · '.join(part for part in (service, unit.title) if part)}] {unit.text}"


def embed_units(rows: Sequence[Row], embedder: Embedder, cache: BlobCache, report: Report) -> EmbeddedUnits:
    """Vectors for the units of rows, in their order; only texts that the cache does not hold reach the embedder."""
    import numpy as np

    units = [unit for _, below in rows for unit in below]
    texts = [embedding_text(unit) for unit in units]
    keys = [text_key(embedder.identity, text) for text in texts]
    known = cache.get(list(dict.fromkeys(keys)))
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    fresh, problems = _embed_missing(missing, embedder, cache, _dimension(known), report)
    known |= fresh
    dimension = _dimension(known)
    blank = bytes(dimension * 4)
    stored = b"".join(known.get(key, blank) for key in keys)
    matrix = np.frombuffer(stored, "<f4").reshape(len(units), dimension)
    cache.forget_others(keys)
    return EmbeddedUnits(embedder.identity, matrix, tuple(problems), len(fresh))


def _dimension(vectors: Mapping[bytes, bytes]) -> int:
    """How many numbers the vectors have: all the same; 0 where there is none."""
    return len(next(iter(vectors.values()), b"")) // 4


def _embed_missing(
    missing: dict[bytes, str], embedder: Embedder, cache: BlobCache, dimension: int, report: Report
) -> tuple[dict[bytes, bytes], list[Problem]]:
    fresh: dict[bytes, bytes] = {}
    problems: list[Problem] = []
    keys, failures = list(missing), 0
    for start in range(0, len(keys), embedder.batch):
        part = keys[start : start + embedder.batch]
        try:
            vectors = embedder.embed_documents([missing[key] for key in part])
            dimension = dimension or vectors.shape[1]
            if vectors.shape[1] != dimension:
                raise EmbeddingError("wrong-dimension", _OTHER_DIMENSION.format(vectors.shape[1], dimension))
        except EmbeddingError as error:
            failures += 1
            detail = f"{len(part)} texts have no vector: {error.detail}"
            problems.append(Problem(_STAGE, "", 0, error.reason, detail))
            if failures == _FAILURES:
                left = len(keys) - start - len(part)
                problems += [Problem(_STAGE, "", 0, "given-up", f"{left} more texts have no vector")] if left else []
                break
            continue
        found = {key: vector.astype("<f4").tobytes() for key, vector in zip(part, vectors, strict=True)}
        # Kept as they come: what was paid for survives an interrupted run.
        cache.put(found)
        fresh |= found
        report(start + len(part), len(keys))
    return fresh, problems


def vectors_part(embedded: EmbeddedUnits) -> SnapshotPart:
    """The part of a snapshot that holds the matrix."""
    matrix = embedded.matrix
    digest = hashlib.sha256(embedded.identity.encode())
    digest.update(matrix.tobytes())

    def write(connection: apsw.Connection, _: object) -> None:
        connection.execute(_TABLES)
        units, dimension = matrix.shape
        connection.execute("INSERT INTO text_vector_model VALUES (?, ?, ?)", (embedded.identity, dimension, units))
        parts = ((part, matrix[start : start + _PART].tobytes()) for part, start in enumerate(range(0, units, _PART)))
        connection.executemany("INSERT INTO text_vectors VALUES (?, ?)", parts)

    return SnapshotPart("text_vectors", digest.hexdigest(), write)
