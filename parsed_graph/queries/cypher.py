"""Read-only Cypher over the service-level graph: everything but functions, files and packages.

GraphQLite runs it inside SQLite. It can also write, read files of the machine (LOAD CSV) and run algorithms that no
time limit stops, and it drops some writes to a read-only file without a word: a query that asks for any of these is
refused before it runs.
"""

import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import apsw

from parsed_graph.errors import AccessError, CypherError
from parsed_graph.snapshot.cypher_projection import load_extension
from parsed_graph.view import View

_STEPS = 1_000
_LONGEST = 20_000
Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"

_NO_CODE = re.compile(
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|//[^\n]*|/\*.*?\*/|[.:$|&]\s*\w+|\b\w+(?=\s*:(?!:))", re.S
)
_WRITES = re.compile(r"\b(CREATE|MERGE|SET|DELETE|DETACH|REMOVE|DROP|FOREACH)\b", re.I)
_OUTSIDE = re.compile(r"\b(LOAD|CSV|ATTACH|PERIODIC|CALL\s+\w)", re.I)
_ALGORITHMS = re.compile(
    r"\b(pageRank|personalizedPageRank|labelPropagation|louvain|leiden\w*|community\w*|betweenness\w*|closeness\w*|"
    r"degreeCentrality|eigenvectorCentrality|weaklyConnectedComponents|stronglyConnectedComponents|"
    r"connectedComponents|dijkstra|aStar|allPairsShortestPath|apsp|nodeSimilarity|knn|triangle\w*|bfs|dfs)\s*\(",
    re.I,
)
_ANYWHERE = re.compile(r"\bload\b.*\bcsv\b", re.I | re.S)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of an answer. Nodes and relationships are mappings with `id`, labels or type, and `properties`."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: bool


def run_cypher(
    view: View,
    query: str,
    parameters: Mapping[str, Value] | None = None,
    *,
    most_rows: int = 1_000,
    seconds: float = 10.0,
) -> Table:
    """Runs a query with `$name` parameters; at most `most_rows` rows, for at most `seconds`.

    All layers and confidences are in reach: a query filters by `r.layer` and `r.confidence` itself. Raises CypherError
    for a query that is wrong, writes or takes too long, AccessError for a principal that does not see everything.
    """
    if not view.sees_everything:
        raise AccessError("Cypher cannot hide what a policy hides: only a principal that sees everything may use it")
    refuse_writes(query)
    connection = view.snapshot.database
    _prepare(connection)
    deadline = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
    try:
        return _fetch(connection, query, json.dumps(parameters or {}), most_rows)
    except apsw.Error as error:
        if time.monotonic() > deadline:
            raise CypherError(f"the query took longer than {seconds:g} s and was stopped") from error
        raise CypherError(f"Cypher: {_message(str(error))}") from error
    finally:
        connection.set_progress_handler(None)


def refuse_writes(query: str) -> None:
    """Raises CypherError for a query that does more than read the graph."""
    if len(query) > _LONGEST:
        raise CypherError(f"a Cypher query has at most {_LONGEST} characters")
    code = _NO_CODE.sub(" ", query)
    found = _WRITES.search(code)
    if found:
        raise CypherError(
            f"Cypher is read-only here: {found[1].upper()} is refused. The graph is written by: estategraph index"
        )
    found = _OUTSIDE.search(code) or _ANYWHERE.search(query)
    if found:
        raise CypherError(f"Cypher only reads the graph here: {found[0].upper()[:20]} is refused")
    found = _ALGORITHMS.search(code)
    if found:
        raise CypherError(f"Cypher has no time limit inside {found[1]}(): graph algorithms are refused")


def _prepare(connection: apsw.Connection) -> None:
    known = connection.execute("SELECT count(*) FROM pragma_function_list WHERE name = 'cypher'").get
    if not known:
        load_extension(connection)


def _fetch(connection: apsw.Connection, query: str, parameters: str, most_rows: int) -> Table:
    columns: list[str] = []
    rows: list[tuple[Value, ...]] = []
    truncated = False
    for (text,) in connection.execute("SELECT row FROM cypher_rows(?, ?)", (query, parameters)):
        if len(rows) == most_rows:
            truncated = True
            break
        row = json.loads(str(text))
        if set(row) >= {"error", "code"}:
            raise CypherError(f"Cypher: {row['error']}")
        columns += [name for name in row if name not in columns]
        rows.append(tuple(_plain(row.get(name)) for name in columns))
    width = len(columns)
    return Table(tuple(columns), tuple((*row, *[None] * (width - len(row))) for row in rows), truncated)


def _plain(value: Value) -> Value:
    """Nodes, relationships and lists come back with JSON in strings; this undoes it."""
    if isinstance(value, str):
        return _list_in_text(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {
            name: _decoded(item) if name in ("labels", "properties") else _plain(item) for name, item in value.items()
        }
    return value


def _decoded(value: Value) -> Value:
    if not isinstance(value, str):
        return _plain(value)
    try:
        decoded: Value = json.loads(value)
    except ValueError:
        return value
    return decoded


def _list_in_text(text: str) -> Value:
    if not (text.startswith("[") and text.endswith("]")):
        return text
    try:
        decoded: Value = json.loads(text)
    except ValueError:
        return text
    return _plain(decoded)


def _message(text: str) -> str:
    try:
        decoded: Value = json.loads(text)
    except ValueError:
        return text
    return str(decoded.get("error", text)) if isinstance(decoded, dict) else text


def column_texts(rows: Sequence[Sequence[Value]]) -> list[list[str]]:
    """Values as short text for a table: a node as its id, a relationship as its type, the rest as JSON."""
    return [[_short(value) for value in row] for row in rows]


def _short(value: Value) -> str:
    if isinstance(value, dict) and isinstance(value.get("properties"), dict):
        properties = value["properties"]
        named = properties.get("id") if isinstance(properties, dict) else None
        return str(named or value.get("type") or value.get("id"))
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
