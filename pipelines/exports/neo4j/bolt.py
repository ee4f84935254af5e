"""Brings a database in step with the graph over Bolt: a transaction for each label and each type, in batches."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from parsed_graph.errors import SettingsError
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import View
from pipelines.exports.exported_estate import read_estate
from pipelines.exports.neo4j.records import OWNER, LinkKind, LinkRecord, NodeRecord, Records, build_records
from pipelines.extras import need

_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class Server:
    """Where to write. An empty database is the user's default one."""

    uri: str
    user: str
    password: str
    database: str = ""


@dataclass(frozen=True, slots=True)
class DatabaseWritten:
    """What a database holds of us now, and how much of an earlier export was removed."""

    uri: str
    nodes: int
    relationships: int
    nodes_removed: int
    relationships_removed: int


def export_bolt(server: Server, view: View, labels: Sequence[NodeLabel]) -> DatabaseWritten:
    """Writes what a view lets out about nodes of some labels, and removes what earlier exports wrote beyond it.

    What others wrote stays. Raises SettingsError where the driver is missing or the server refuses.
    """
    driver_module = need("neo4j", "neo4j")
    records = build_records(read_estate(view, labels))
    problems = (driver_module.exceptions.Neo4jError, driver_module.exceptions.DriverError, ValueError)
    try:
        auth = (server.user, server.password) if server.user else None
        with (
            driver_module.GraphDatabase.driver(server.uri, auth=auth) as driver,
            driver.session(database=server.database or None) as session,
        ):
            return _write(session, records, server.uri)
    except problems as error:
        said = next(iter(str(error).splitlines()), "").rstrip(": .")
        raise SettingsError(f"{server.uri}: {said}. Check --uri, --user, --database and NEO4J_PASSWORD") from error


def _write(session: Any, records: Records, uri: str) -> DatabaseWritten:
    for label in records.nodes:
        name = f"estategraph_{label.value.lower()}_id"
        session.run(f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label.value}) REQUIRE n.id IS UNIQUE").consume()
    removed = 0
    for label in NodeLabel:
        removed += session.execute_write(_write_label, label, records.nodes.get(label, ()), records.run)
    links_removed = 0
    for edge_type in EdgeType:
        kinds = {kind: rows for kind, rows in records.links.items() if kind[0] is edge_type}
        links_removed += session.execute_write(_write_type, edge_type, kinds, records.run)
    nodes, links = sum(map(len, records.nodes.values())), sum(map(len, records.links.values()))
    return DatabaseWritten(uri, nodes, links, removed, links_removed)


def _write_label(transaction: Any, label: NodeLabel, rows: Sequence[NodeRecord], run: str) -> int:
    merge = f"UNWIND $rows AS row MERGE (n:{label.value} {{id: row.id}}) SET n = row.properties"
    for batch in _batches(rows):
        transaction.run(merge, rows=[asdict(row) for row in batch]).consume()
    return _removed(transaction, f"MATCH (n:{label.value})", "DETACH DELETE", run)


def _write_type(transaction: Any, edge_type: EdgeType, kinds: dict[LinkKind, list[LinkRecord]], run: str) -> int:
    for (_, source, target), rows in kinds.items():
        merge = (
            f"UNWIND $rows AS row MATCH (s:{source.value} {{id: row.source}}) MATCH (t:{target.value} {{id: row.target}})"
            f" MERGE (s)-[n:{edge_type.value} {{layer: row.layer}}]->(t) SET n = row.properties"
        )
        for batch in _batches(rows):
            transaction.run(merge, rows=[asdict(row) for row in batch]).consume()
    return _removed(transaction, f"MATCH ()-[n:{edge_type.value}]->()", "DELETE", run)


def _removed(transaction: Any, match: str, delete: str, run: str) -> int:
    """Deletes what an earlier export wrote and this one did not, and says how much."""
    stale = f"{match} WHERE n.exported_by = $owner AND n.run <> $run"
    given = {"owner": OWNER, "run": run}
    found = transaction.run(f"{stale} RETURN count(n) AS stale", given).single()
    count = int(found["stale"]) if found else 0
    if count:
        transaction.run(f"{stale} {delete} n", given).consume()
    return count


def _batches(rows: Sequence[Any]) -> Iterator[list[Any]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, _BATCH)):
        yield batch
