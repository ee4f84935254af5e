"""Communities inside a snapshot: tables of `estate.db`, written with the graph and read back by the next run."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import apsw
import msgspec
import numpy as np

from community.change import EdgeChange
from community.community import Community, CommunityState, Event, Finding, Report
from community.descent import Descent, Fate
from community.edge_set import EdgeIndex, EdgeKey, pack, unpack
from community.group_kind import GroupKind
from community.tables import TABLES, has_communities
from parsed_graph.errors import SnapshotError
from parsed_graph.snapshot.canonical_json import canonical_bytes
from parsed_graph.snapshot.encodable import encodable
from parsed_graph.snapshot.reader import Snapshot, open_snapshot
from parsed_graph.store import SnapshotPart

PART_NAME = "communities"
_decode_findings = msgspec.json.Decoder(tuple[Finding, ...]).decode
_decode_relatives = msgspec.json.Decoder(tuple[str, ...]).decode


def communities_part(state: CommunityState) -> SnapshotPart:
    """What belongs into the snapshot of a run."""
    return SnapshotPart(PART_NAME, _fingerprint(state), lambda connection, _: _write(connection, state))


def read_previous(output: Path) -> CommunityState | None:
    """The state in the current snapshot of an output folder; None before the first run, and where another version wrote it."""
    try:
        snapshot = open_snapshot(output)
    except SnapshotError:
        return None
    try:
        return read_state(snapshot)
    except apsw.CorruptError:
        return None
    finally:
        snapshot.close()


def read_state(snapshot: Snapshot) -> CommunityState | None:
    """The state in a snapshot; None in one that was written without communities."""
    database = snapshot.database
    if not has_communities(database):
        return None
    named = {
        _unsigned(key): ((source, kind, target), bool(current))
        for key, source, kind, target, current in database.execute("SELECT * FROM community_edges")
    }
    values = dict(database.execute("SELECT name, value FROM community_state"))
    ids = dict(database.execute("SELECT key, id FROM communities"))
    return CommunityState(
        communities=tuple(_communities(database)),
        reports={ids[key]: report for key, report in _reports(database, ids)},
        edges=EdgeIndex(sorted(edge for edge, current in named.values() if current)),
        partition_edges=unpack(bytes(values["partition_edges"])),
        partition=int(values["partition"]),
        settings=str(values["settings"]),
        history=tuple(_history(database)),
        named={key: edge for key, (edge, current) in named.items() if not current},
    )


def _communities(database: apsw.Connection) -> Iterator[Community]:
    members: dict[int, list[str]] = {}
    rows = database.execute(
        "SELECT community, graph_nodes.id FROM community_members JOIN graph_nodes ON graph_nodes.key = node"
        " ORDER BY community, graph_nodes.id"
    )
    for community, node in rows:
        members.setdefault(community, []).append(node)
    columns = "key, id, tier, level, parent, kind, name, title, edges_before, edges_added, edges_removed"
    for key, *row, before, added, removed in database.execute(f"SELECT {columns} FROM communities ORDER BY key"):
        identity, tier, level, parent, kind, name, title = row
        change = EdgeChange(before, added, removed)
        yield Community(
            identity, tier, level, parent, GroupKind(kind), name, title, tuple(members.get(key, ())), change
        )


def _reports(database: apsw.Connection, ids: Mapping[int, str]) -> Iterator[tuple[int, Report]]:
    columns = "community, title, summary, rating, rating_reason, findings, writer, prompt, because, edges"
    for key, title, summary, rating, reason, findings, writer, prompt, because, edges in database.execute(
        f"SELECT {columns} FROM community_reports ORDER BY community"
    ):
        found = _decode_findings(findings)
        yield (
            key,
            Report(ids[key], title, summary, rating, reason, found, writer, prompt, because, unpack(bytes(edges))),
        )


def _history(database: apsw.Connection) -> Iterator[Event]:
    rows = database.execute("SELECT partition, community, fate, relatives FROM community_history ORDER BY position")
    for partition, community, fate, relatives in rows:
        yield Event(partition, Descent(community, Fate(fate), _decode_relatives(relatives)))


# --- Writing -----------------------------------------------------------------------------------------


def _write(connection: apsw.Connection, state: CommunityState) -> None:
    connection.execute(TABLES)
    keys = {community.id: key for key, community in enumerate(state.communities, 1)}
    nodes = dict(connection.execute("SELECT id, key FROM graph_nodes"))
    connection.executemany(
        "INSERT INTO communities VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((keys[c.id], *_community_row(c)) for c in state.communities),
    )
    connection.executemany(
        "INSERT INTO community_members VALUES (?, ?)",
        sorted((keys[c.id], nodes[encodable(member)]) for c in state.communities for member in c.members),
    )
    connection.executemany(
        "INSERT INTO community_reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((keys[c.id], *_report_row(state.reports[c.id])) for c in state.communities if c.id in state.reports),
    )
    connection.executemany("INSERT INTO community_edges VALUES (?, ?, ?, ?, ?)", _edge_rows(state))
    connection.executemany(
        "INSERT INTO community_history VALUES (?, ?, ?, ?, ?)", ((p, *r) for p, r in enumerate(_events(state), 1))
    )
    connection.executemany("INSERT INTO community_state VALUES (?, ?)", _values(state))


def _community_row(community: Community) -> tuple[str | int, ...]:
    change = community.change
    return (
        encodable(community.id),
        community.tier,
        community.level,
        encodable(community.parent),
        community.kind.value,
        encodable(community.name),
        encodable(community.title),
        change.before,
        change.added,
        change.removed,
    )


def _report_row(report: Report) -> tuple[str | float | bytes, ...]:
    return (
        report.title,
        report.summary,
        report.rating,
        report.rating_reason,
        canonical_bytes(report.findings).decode(),
        report.writer,
        report.prompt,
        report.because,
        pack(report.edges),
    )


def _edge_rows(state: CommunityState) -> Iterator[tuple[int, str, str, str, int]]:
    rows: dict[int, tuple[EdgeKey, int]] = {key: (edge, 0) for key, edge in state.named.items()}
    rows |= {key: (edge, 1) for key, edge in state.edges.named().items()}
    signed = {_signed(key): row for key, row in rows.items()}
    for key in sorted(signed):
        edge, current = signed[key]
        source, kind, target = map(encodable, edge)
        yield key, source, kind, target, current


def _events(state: CommunityState) -> Iterator[tuple[int, str, str, str]]:
    for event in state.history:
        descent = event.descent
        relatives = canonical_bytes([encodable(relative) for relative in descent.relatives]).decode()
        yield event.partition, encodable(descent.id), descent.fate.value, relatives


def _values(state: CommunityState) -> list[tuple[str, str | bytes]]:
    return [
        ("partition", str(state.partition)),
        ("partition_edges", pack(state.partition_edges)),
        ("settings", state.settings),
    ]


def _fingerprint(state: CommunityState) -> str:
    digest = hashlib.sha256()
    for community in state.communities:
        members = [encodable(member) for member in community.members]
        digest.update(canonical_bytes((_community_row(community), members)))
        if community.id in state.reports:
            *row, edges = _report_row(state.reports[community.id])
            digest.update(canonical_bytes(row) + bytes(edges) if isinstance(edges, bytes) else b"")
    digest.update(canonical_bytes(list(_edge_rows(state))) + canonical_bytes(list(_events(state))))
    for name, value in _values(state):
        digest.update(name.encode() + (value if isinstance(value, bytes) else value.encode()))
    return digest.hexdigest()


def _signed(key: int) -> int:
    """SQLite's integers have a sign."""
    return int(np.uint64(key).astype(np.int64))


def _unsigned(key: int) -> int:
    return int(np.int64(key).astype(np.uint64))
