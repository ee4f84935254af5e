"""Who depends on whom as flat arrays: fast enough to walk a whole estate within a query.

Compressed sparse rows over the DEPENDS_ON edges, one set for those that leave a node and one for those that reach it.
`offsets[key]` to `offsets[key + 1]` are the places of a node's edges in the other arrays.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import apsw

from parsed_graph.errors import SnapshotError
from parsed_graph.model import Edge
from parsed_graph.schema import EdgeType, Kind

KIND_BIT = {kind: 1 << place for place, kind in enumerate(Kind)}
NO_KIND = 1 << len(KIND_BIT)
"""The bit of an edge without kinds: a library."""
_FIELDS = (("offsets", "I"), ("others", "I"), ("edges", "I"), ("percents", "B"), ("kinds", "H"))
Entry = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Rows:
    """One direction. `others` are node keys, `edges` edge keys, `percents` confidence in hundredths, `kinds` bits."""

    offsets: Sequence[int]
    others: Sequence[int]
    edges: Sequence[int]
    percents: Sequence[int]
    kinds: Sequence[int]


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Both directions: what a node depends on, and what depends on it."""

    leaving: Rows
    reaching: Rows

    def where(self, allows: Callable[[int, int], bool]) -> Adjacency:
        """The arrays with only the edges between a source and a target that `allows` both."""
        return Adjacency(_kept(self.leaving, allows), _kept(self.reaching, lambda node, other: allows(other, node)))


def percent(confidence: float) -> int:
    """Confidence in whole hundredths, rounded down, so that comparing never lets a weaker edge pass."""
    return int(confidence * 100 + 1e-6)


def kind_bits(kinds: Sequence[str]) -> int:
    """Kinds as one number; a kind that this version does not know counts as `other`."""
    bits = 0
    for kind in kinds:
        bits |= KIND_BIT[Kind(kind)] if kind in KIND_BIT else KIND_BIT[Kind.OTHER]
    return bits or NO_KIND


def write_adjacency(connection: apsw.Connection, edges: Sequence[Edge], keys: Mapping[str, int]) -> None:
    """Stores both directions; edge keys are places in `edges`, from 1."""
    entries = [
        (keys[edge.source], keys[edge.target], key, percent(edge.confidence), _bits(edge))
        for key, edge in enumerate(edges, 1)
        if edge.type is EdgeType.DEPENDS_ON
    ]
    for name, end in (("leaving", 0), ("reaching", 1)):
        rows = _rows(entries, end, len(keys))
        blobs = [(f"{name}.{field}", _little(array).tobytes()) for (field, _), array in zip(_FIELDS, rows, strict=True)]
        connection.executemany("INSERT INTO adjacency VALUES (?, ?)", blobs)


def read_adjacency(connection: apsw.Connection) -> Adjacency:
    """The arrays of a snapshot; a millisecond for a hundred thousand edges."""
    blobs: dict[str, bytes] = dict(connection.execute("SELECT name, value FROM adjacency"))
    if not blobs:
        raise SnapshotError("the snapshot has no adjacency arrays. Run: estategraph index")
    return Adjacency(*(_read(blobs, name) for name in ("leaving", "reaching")))


def _read(blobs: Mapping[str, bytes], name: str) -> Rows:
    arrays = []
    for field, code in _FIELDS:
        values = array(code)
        values.frombytes(blobs[f"{name}.{field}"])
        arrays.append(_little(values))
    return Rows(*arrays)


def _kept(rows: Rows, allows: Callable[[int, int], bool]) -> Rows:
    offsets, places = array("I", [0]), []
    for node in range(len(rows.offsets) - 1):
        places += [
            place for place in range(rows.offsets[node], rows.offsets[node + 1]) if allows(node, rows.others[place])
        ]
        offsets.append(len(places))
    columns = (rows.others, rows.edges, rows.percents, rows.kinds)
    return Rows(offsets, *([column[place] for place in places] for column in columns))


def _rows(entries: list[Entry], end: int, nodes: int) -> tuple[array[int], ...]:
    ordered = sorted(entries, key=lambda entry: (entry[end], entry[1 - end], entry[2]))
    offsets = array("I", bytes(4 * (nodes + 2)))
    for entry in ordered:
        offsets[entry[end] + 1] += 1
    for place in range(1, nodes + 2):
        offsets[place] += offsets[place - 1]
    return (
        offsets,
        array("I", [entry[1 - end] for entry in ordered]),
        array("I", [entry[2] for entry in ordered]),
        array("B", [entry[3] for entry in ordered]),
        array("H", [entry[4] for entry in ordered]),
    )


def _little(values: array[int]) -> array[int]:
    # The file is the same on every machine.
    if sys.byteorder == "big":
        values.byteswap()
    return values


def _bits(edge: Edge) -> int:
    kinds = edge.properties.get("kinds", ())
    return kind_bits(kinds if isinstance(kinds, tuple) else (str(kinds),))
