"""The tables of `estate.db`, and how a graph fills them: integer keys in the order of ids, evidence and paths stored once.

They are called `graph_nodes` and `graph_edges` because the Cypher extension owns `nodes` and `edges` in the same file.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import apsw

from parsed_graph.model import Edge, Node, Problem
from parsed_graph.name_words import split_words
from parsed_graph.node_names import names_of
from parsed_graph.schema import SCHEMA_VERSION, NodeLabel
from parsed_graph.snapshot.canonical_json import canonical_bytes, properties_json

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE graph_nodes (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL, service TEXT NOT NULL,
  properties TEXT NOT NULL
);
CREATE TABLE graph_edges (
  key INTEGER PRIMARY KEY, source INTEGER NOT NULL, type TEXT NOT NULL, target INTEGER NOT NULL, layer TEXT NOT NULL,
  confidence REAL NOT NULL, properties TEXT NOT NULL
);
CREATE TABLE files (key INTEGER PRIMARY KEY, repo TEXT NOT NULL, path TEXT NOT NULL);
CREATE TABLE evidence (
  edge INTEGER NOT NULL, position INTEGER NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL, rule TEXT NOT NULL,
  quote TEXT NOT NULL, hops TEXT NOT NULL, PRIMARY KEY (edge, position)
) WITHOUT ROWID;
CREATE TABLE problems (
  key INTEGER PRIMARY KEY, stage TEXT NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL,
  detail TEXT NOT NULL
);
CREATE TABLE node_names (
  name TEXT NOT NULL, tier INTEGER NOT NULL, node INTEGER NOT NULL, PRIMARY KEY (name, tier, node)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE node_search USING fts5(name, words, content='', tokenize='unicode61');
CREATE TABLE adjacency (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""

INDEXES = """
CREATE UNIQUE INDEX graph_nodes_by_id ON graph_nodes (id);
CREATE INDEX graph_nodes_by_label ON graph_nodes (label);
CREATE INDEX graph_nodes_by_service ON graph_nodes (service);
CREATE INDEX graph_edges_by_source ON graph_edges (source, type, target);
CREATE INDEX graph_edges_by_target ON graph_edges (target, type, source);
"""

VIEWS = """
CREATE VIEW consumers_of_topic AS
SELECT topic.id AS topic, topic.name AS topic_name, service.id AS service, service.name AS service_name,
  subscription.id AS subscription, subscription.name AS subscription_name, consumes.layer AS layer,
  min(consumes.confidence, owns.confidence) AS confidence, topic.key AS topic_key, service.key AS service_key,
  subscription.key AS subscription_key, consumes.key AS consumes_key, owns.key AS owns_key
FROM graph_edges AS consumes
JOIN graph_nodes AS topic ON topic.key = consumes.target
JOIN graph_nodes AS subscription ON subscription.key = consumes.source
JOIN graph_edges AS owns ON owns.target = consumes.source AND owns.type = 'OWNS'
JOIN graph_nodes AS service ON service.key = owns.source
WHERE consumes.type = 'CONSUMES';

CREATE VIEW callers_of_endpoint AS
SELECT endpoint.id AS endpoint, endpoint.name AS endpoint_name, endpoint.service AS provider,
  CASE caller.label WHEN 'Service' THEN caller.id ELSE caller.service END AS service,
  CASE caller.label WHEN 'Service' THEN '' ELSE caller.id END AS function, calls.layer AS layer,
  calls.confidence AS confidence, endpoint.key AS endpoint_key, caller.key AS caller_key, calls.key AS calls_key
FROM graph_edges AS calls
JOIN graph_nodes AS endpoint ON endpoint.key = calls.target AND endpoint.label = 'Endpoint'
JOIN graph_nodes AS caller ON caller.key = calls.source
WHERE calls.type = 'CALLS';

CREATE VIEW service_map AS
SELECT source.id AS source, target.id AS target, target.label AS target_label, depends.layer AS layer,
  depends.confidence AS confidence, json_extract(depends.properties, '$.kinds') AS kinds, depends.key AS depends_key
FROM graph_edges AS depends
JOIN graph_nodes AS source ON source.key = depends.source
JOIN graph_nodes AS target ON target.key = depends.target AND target.label <> 'Library'
WHERE depends.type = 'DEPENDS_ON';
"""

NODE_TABLES = ("graph_nodes",)
EDGE_TABLES = ("graph_edges", "evidence", "files")
_SEARCH_TABLES = ("node_search_data", "node_search_idx", "node_search_docsize", "node_search_config")
NAME_TABLES = ("node_names", *_SEARCH_TABLES)


def create_tables(connection: apsw.Connection, snapshot_id: str) -> None:
    """Makes the empty tables, and records what they are."""
    connection.execute(TABLES)
    # Not `user_version`: the Cypher extension keeps the version of its own tables there, and crashes on another one.
    connection.execute(f"PRAGMA application_id = {SCHEMA_VERSION}")
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?)", [("schema_version", str(SCHEMA_VERSION)), ("snapshot", snapshot_id)]
    )


def fill_nodes(connection: apsw.Connection, nodes: Sequence[Node]) -> None:
    """Inserts nodes, in the order given: their keys are their places, from 1."""
    connection.executemany("INSERT INTO graph_nodes VALUES (?, ?, ?, ?, ?, ?)", _node_rows(nodes))


def fill_edges(connection: apsw.Connection, edges: Sequence[Edge], keys: Mapping[str, int]) -> None:
    """Inserts edges with their evidence, in the order given; `keys` are those of the nodes."""
    connection.executemany("INSERT INTO graph_edges VALUES (?, ?, ?, ?, ?, ?, ?)", _edge_rows(edges, keys))
    files: dict[tuple[str, str], int] = {}
    connection.executemany("INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?)", _evidence_rows(edges, files))
    connection.executemany("INSERT INTO files VALUES (?, ?, ?)", ((key, *place) for place, key in files.items()))


def fill_names(connection: apsw.Connection, nodes: Sequence[Node]) -> None:
    """Makes the look-up of names and the search in them. The search is built aside, so that copying it gives the same bytes."""
    connection.executemany("INSERT INTO node_names VALUES (?, ?, ?)", sorted(_name_rows(nodes)))
    connection.execute("CREATE VIRTUAL TABLE temp.built USING fts5(name, words, content='', tokenize='unicode61')")
    connection.executemany("INSERT INTO temp.built (rowid, name, words) VALUES (?, ?, ?)", _search_rows(nodes))
    connection.execute("INSERT INTO temp.built (built) VALUES ('optimize')")
    for table in _SEARCH_TABLES:
        _copy(connection, f"temp.{table.replace('node_search', 'built')}", table)
    connection.execute("DROP TABLE temp.built")


def names_of_nodes(nodes: Sequence[Node]) -> Iterator[object]:
    """All that names depend on: of functions, which are many, neither line nor signature."""
    for node in nodes:
        yield (node.id, node.name) if node.label is NodeLabel.FUNCTION else node


def copy_tables(connection: apsw.Connection, old: str, tables: Sequence[str]) -> None:
    """Takes tables over from an attached database that holds the same: the same bytes in a fraction of the time."""
    for table in tables:
        _copy(connection, f"{old}.{table}", table)


def _copy(connection: apsw.Connection, source: str, table: str) -> None:
    # In order and row by row, as they were inserted: left to itself SQLite copies whole pages and packs them more closely.
    connection.execute(f"DELETE FROM main.{table}; INSERT INTO main.{table} SELECT * FROM {source} ORDER BY 1, 2")


def create_indexes(connection: apsw.Connection) -> None:
    """Makes the indexes of full tables."""
    connection.execute(INDEXES)


def fill_problems(connection: apsw.Connection, problems: Sequence[Problem]) -> None:
    """Inserts what could not be used, in the order given."""
    rows = ((key, *problem) for key, problem in enumerate(problems, 1))
    connection.executemany("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?)", rows)


def create_views(connection: apsw.Connection) -> None:
    """Makes the views over the tables."""
    connection.execute(VIEWS)


def _node_rows(nodes: Sequence[Node]) -> Iterator[tuple[int, str, str, str, str, str]]:
    for key, node in enumerate(nodes, 1):
        yield key, node.id, node.label.value, node.name, node.service, properties_json(node.properties)


def _edge_rows(edges: Sequence[Edge], keys: Mapping[str, int]) -> Iterator[tuple[int, int, str, int, str, float, str]]:
    for key, edge in enumerate(edges, 1):
        yield (
            key,
            keys[edge.source],
            edge.type.value,
            keys[edge.target],
            edge.layer.value,
            edge.confidence,
            properties_json(edge.properties),
        )


def _evidence_rows(
    edges: Sequence[Edge], files: dict[tuple[str, str], int]
) -> Iterator[tuple[int, int, int, int, str, str, str]]:
    for key, edge in enumerate(edges, 1):
        for position, item in enumerate(edge.evidence):
            file = files.setdefault((item.repo, item.path), len(files) + 1)
            hops = canonical_bytes(item.hops).decode() if item.hops else "[]"
            yield key, position, file, item.line, item.rule, item.quote, hops


def _name_rows(nodes: Sequence[Node]) -> Iterator[tuple[str, int, int]]:
    for key, node in enumerate(nodes, 1):
        for name, tier in names_of(node).items():
            yield name, tier.value, key


def _search_rows(nodes: Sequence[Node]) -> Iterator[tuple[int, str, str]]:
    for key, node in enumerate(nodes, 1):
        aliases = node.properties.get("aliases", ())
        texts = [node.name, *(aliases if isinstance(aliases, tuple) else ()), str(node.properties.get("title", ""))]
        yield key, " ".join(texts), " ".join(filter(None, map(_words, texts)))


@lru_cache(maxsize=1 << 16)
def _words(text: str) -> str:
    return " ".join(split_words(text))
