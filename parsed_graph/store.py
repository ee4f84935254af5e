"""Writes a graph as a new snapshot beside the old ones, and swaps it in with one rename: readers see all of it or none."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import apsw

from parsed_graph.model import Edge, Node, Problem
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import SCHEMA_VERSION
from parsed_graph.snapshot.adjacency import write_adjacency
from parsed_graph.snapshot.changes import graph_changes
from parsed_graph.snapshot.content_id import content_id, read_fingerprints, rows_fingerprint, write_fingerprints
from parsed_graph.snapshot.current import SnapshotWritten, current_record, is_readable, keep_current
from parsed_graph.snapshot.cypher_projection import load_extension, write_projection
from parsed_graph.snapshot.database import attach_database, create_database, open_database
from parsed_graph.snapshot.encodable import encodable_edge, encodable_node, encodable_problem
from parsed_graph.snapshot.layout import (
    DATABASE,
    EDGES,
    NODES,
    PARTIAL,
    PROBLEMS,
    SNAPSHOTS,
    link_files,
    make_current,
    remove_partial,
    snapshot_folder,
    sync_file,
    sync_folder,
)
from parsed_graph.snapshot.lock import locked
from parsed_graph.snapshot.parquet_tables import write_parquet
from parsed_graph.snapshot.reader import kept_snapshots
from parsed_graph.snapshot.retention import KEEP_SNAPSHOTS
from parsed_graph.snapshot.run_file import read_record, write_record
from parsed_graph.snapshot.run_report import Change, RunRecord, RunReport, count_graph, service_extractions
from parsed_graph.snapshot.tables import (
    EDGE_TABLES,
    NAME_TABLES,
    NODE_TABLES,
    copy_tables,
    create_indexes,
    create_tables,
    create_views,
    fill_edges,
    fill_names,
    fill_nodes,
    fill_problems,
    names_of_nodes,
)

_GRAPH = frozenset({NODES, EDGES})
_NAMES = "names"
_OLD = "old"
"""How SQL calls the database of the last snapshot."""


@dataclass(frozen=True, slots=True)
class SnapshotPart:
    """Something more that belongs in a snapshot: tables of `estate.db`, files beside it, or both.

    `write` gets the open database and the folder, after the graph and the parts that were given before it are in. It must
    write the same bytes whenever `fingerprint`, the graph and those parts are the same: so a run without change is told.
    A part that writes nothing but `files`, whose fingerprint covers all that they are made from, is not asked to write them
    again: the new snapshot takes over those of the last one.
    """

    name: str
    fingerprint: str
    write: Callable[[apsw.Connection, Path], None]
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Content:
    nodes: list[Node]
    edges: list[Edge]
    problems: list[Problem]
    parts: tuple[SnapshotPart, ...]
    fingerprints: dict[str, str]

    @property
    def id(self) -> str:
        return content_id(self.fingerprints)


@dataclass(frozen=True, slots=True)
class _Last:
    """The snapshot before: which of its fingerprints are the same now, and what came and went since."""

    folder: Path
    same: frozenset[str]
    changes: Mapping[str, Change]


def write_snapshot(
    output: Path,
    graph: PropertyGraph,
    problems: Sequence[Problem],
    run: RunReport,
    keep: int = KEEP_SNAPSHOTS,
    parts: Sequence[SnapshotPart] = (),
) -> SnapshotWritten:
    """Makes a graph the current snapshot of `output`; the `keep` latest stay, counting this one.

    Where the current snapshot holds just that already, nothing is written and `is_new` is False.
    Raises SnapshotError when another run holds the folder.
    """
    with locked(output):
        (output / SNAPSHOTS).mkdir(exist_ok=True)
        remove_partial(output)
        content = _content(graph, problems, parts)
        before = current_record(output)
        if before is not None and before.snapshot == content.id:
            return keep_current(output, before)
        last = _last(output, content, before) if before else None
        record = _record(content, run, before, last)
        taken = last if before and before.run.code == run.code != "" else None
        try:
            _write_folder(output, content, record, taken)
        except apsw.CorruptError:
            # Of the last snapshot: nothing of it is needed.
            remove_partial(output)
            _write_folder(output, content, record, None)
        make_current(output, content.id)
        link_files(output)
        _prune(output, keep, content.id)
        return SnapshotWritten(content.id, snapshot_folder(output, content.id), True, record)


def _content(graph: PropertyGraph, problems: Sequence[Problem], parts: Sequence[SnapshotPart]) -> _Content:
    nodes, edges, rows = list(graph.nodes()), list(graph.edges()), sorted(set(problems))
    try:
        fingerprints = _fingerprints(nodes, edges, rows)
    except UnicodeEncodeError:
        # A file name that is no UTF-8 reaches here as surrogates, which no file format holds.
        nodes = [encodable_node(node) for node in nodes]
        edges = [encodable_edge(edge) for edge in edges]
        rows = [encodable_problem(problem) for problem in rows]
        fingerprints = _fingerprints(nodes, edges, rows)
    own = {f"part {part.name}": part.fingerprint for part in parts}
    return _Content(nodes, edges, rows, tuple(parts), {**fingerprints, **own})


def _fingerprints(nodes: Sequence[Node], edges: Sequence[Edge], problems: Sequence[Problem]) -> dict[str, str]:
    tables: dict[str, Iterable[object]] = {
        NODES: nodes,
        EDGES: edges,
        PROBLEMS: problems,
        _NAMES: names_of_nodes(nodes),
    }
    return {name: rows_fingerprint(rows) for name, rows in tables.items()}


def _last(output: Path, content: _Content, before: RunRecord) -> _Last | None:
    folder = snapshot_folder(output, before.snapshot)
    connection = open_database(folder / DATABASE)
    try:
        known = read_fingerprints(connection)
        same = frozenset(name for name, value in content.fingerprints.items() if known.get(name) == value)
        if same >= _GRAPH:
            return _Last(folder, same, {"nodes": Change(), "edges": Change()})
        return _Last(folder, same, graph_changes(connection, content.nodes, content.edges))
    except apsw.CorruptError:
        return None
    finally:
        connection.close()


def _record(content: _Content, run: RunReport, before: RunRecord | None, last: _Last | None) -> RunRecord:
    services = run.services or service_extractions(content.nodes, content.problems, run.repositories)
    return RunRecord(
        schema_version=SCHEMA_VERSION,
        snapshot=content.id,
        number=before.number + 1 if before else 1,
        counts=count_graph(content.nodes, content.edges, content.problems),
        changes=last.changes if last else graph_changes(None, content.nodes, content.edges),
        run=replace(run, services=services),
    )


def _write_folder(output: Path, content: _Content, record: RunRecord, last: _Last | None) -> None:
    """Writes a snapshot. `last` is one whose tables and files this code wrote: it takes over what it would write just so again."""
    final = snapshot_folder(output, content.id)
    if final.exists() and is_readable(final):
        # The input is again what it was some runs ago: only the record of the run is new.
        write_record(final, record)
        return
    partial = final.with_name(f"{PARTIAL}{content.id}")
    partial.mkdir()
    if last is not None:
        _take_over_files(last, partial, content)
    _write_database(partial, content, last)
    write_parquet(partial, content.nodes, content.edges, content.problems)
    write_record(partial, record)
    for path in sorted(partial.rglob("*")):
        sync_file(path)
    sync_folder(partial)
    if final.exists():
        final.replace(final.with_name(f"{PARTIAL}{content.id}-damaged"))
    partial.replace(final)
    sync_folder(final.parent)


def _take_over_files(last: _Last, new: Path, content: _Content) -> None:
    files = {name: (name,) for name in (NODES, EDGES, PROBLEMS)} | {f"part {p.name}": p.files for p in content.parts}
    for owner, names in files.items():
        if owner in last.same and all((last.folder / name).is_file() for name in names):
            for name in names:
                (new / name).hardlink_to(last.folder / name)


def _write_database(folder: Path, content: _Content, last: _Last | None) -> None:
    """Writes `estate.db`; tables that would be the same as in the last snapshot are copied from there."""
    nodes, edges = content.nodes, content.edges
    same = last.same if last else frozenset[str]()
    keys = {node.id: key for key, node in enumerate(nodes, 1)}
    connection = create_database(folder / DATABASE)
    try:
        load_extension(connection)
        if last is not None:
            attach_database(connection, last.folder / DATABASE, _OLD)
        with connection:
            create_tables(connection, content.id)
            if NODES in same:
                copy_tables(connection, _OLD, NODE_TABLES)
            else:
                fill_nodes(connection, nodes)
            if same >= _GRAPH:
                copy_tables(connection, _OLD, EDGE_TABLES)
            else:
                fill_edges(connection, edges, keys)
            if _NAMES in same:
                copy_tables(connection, _OLD, NAME_TABLES)
            else:
                fill_names(connection, nodes)
            create_indexes(connection)
            write_adjacency(connection, edges, keys)
            fill_problems(connection, content.problems)
            create_views(connection)
            write_projection(connection, nodes, edges, keys)
            write_fingerprints(connection, content.fingerprints)
            for part in content.parts:
                if not part.files or not all((folder / name).exists() for name in part.files):
                    part.write(connection, folder)
    finally:
        connection.close()


def _prune(output: Path, keep: int, current: str) -> None:
    def age(snapshot_id: str) -> tuple[bool, int, str]:
        record = read_record(output, snapshot_id)
        return snapshot_id == current, record.number if record else 0, snapshot_id

    for snapshot_id in sorted(kept_snapshots(output), key=age)[: -max(keep, 1)]:
        # Renamed first: a folder with a snapshot's name is always complete.
        doomed = output / SNAPSHOTS / f"{PARTIAL}{snapshot_id}"
        snapshot_folder(output, snapshot_id).replace(doomed)
        shutil.rmtree(doomed, ignore_errors=True)
