"""The id of a snapshot: a hash of what it holds, so that a run that changes nothing can be told from one that does."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import islice

from parsed_graph.model import Edge, Node, Problem
from parsed_graph.schema import SCHEMA_VERSION
from parsed_graph.snapshot.canonical_json import canonical_bytes

_BATCH = 1000


def content_id(
    nodes: Sequence[Node], edges: Sequence[Edge], problems: Sequence[Problem], fingerprints: Sequence[str]
) -> str:
    """Sixteen hexadecimal digits over sorted nodes, edges, problems and the fingerprints of further parts."""
    digest = hashlib.sha256(canonical_bytes((SCHEMA_VERSION, len(nodes), len(edges), len(problems), fingerprints)))
    for rows in (nodes, edges, problems):
        for batch in _batches(rows):
            digest.update(canonical_bytes(batch))
    return digest.hexdigest()[:16]


def _batches(rows: Iterable[object]) -> Iterable[list[object]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, _BATCH)):
        yield batch
