"""Databases and caches from Rust: sqlx, Diesel, SeaORM, tokio-postgres, MongoDB and Redis connections are uses with their address."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connection_strings import connection_address
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import list_texts, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_POOLS = {
    "PgPool": "postgres", "PgPoolOptions": "postgres", "PgConnection": "postgres", "AsyncPgConnection": "postgres",
    "MySqlPool": "mysql", "MySqlPoolOptions": "mysql", "MysqlConnection": "mysql", "MySqlConnection": "mysql",
    "AnyPool": "", "AnyPoolOptions": "", "PgConnectOptions": "postgres", "Database": "", "AsyncMysqlConnection": "mysql",
    "PostgresConnectionManager": "postgres", "tokio_postgres": "postgres",
}  # fmt: skip
_TYPED = re.compile(r"(?:Async)?(Pg|Mysql|MySql|Postgres)\w*")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`PgPool::connect(&url)`, `PgPoolOptions::new().connect(&url)`, `PgConnection::establish(&url)`, `Database::connect(url)`."""
    if not call.arguments or call.receiver is None:
        return
    start = call_index(file).receivers(call)[0]
    name = start.name if start.is_new else file.text(start.receiver).partition("::<")[0].rpartition("::")[2]
    if name in ("Pool", "PoolOptions"):
        match = _TYPED.search(file.text(start.node))
        name = "PgPool" if match is None or match.group(1).startswith("P") else "MySqlPool"
    if name not in _POOLS:
        return
    found = [connection_address(text) for text in texts(call.argument(position=0), call, file)]
    yield from connections(found, file, call.line, product=_POOLS[name], capability="database", function=call.caller)


def _managed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`ConnectionManager::<PgConnection>::new(url)`."""
    match = _TYPED.search(file.text(call.node).partition("(")[0])
    product = "" if match is None else "postgres" if match.group(1).startswith("P") else "mysql"
    if call.arguments:
        found = texts(call.argument(position=0), call, file)
        yield from connections(found, file, call.line, product=product, capability="database", function=call.caller)


def _redis(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`redis::Client::open(url)`."""
    written = file.text(call.receiver)
    if written in ("redis::Client", "RedisClient") or (
        written == "Client" and file.imports.get("Client") == "redis.Client"
    ):
        found = texts(call.argument(position=0), call, file)
        yield from connections(found, file, call.line, product="redis", capability="cache", function=call.caller)


def _redis_manager(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    found: list[Text] = texts(call.argument(position=0), call, file)
    yield from connections(found, file, call.line, product="redis", capability="cache", function=call.caller)


def _mongo(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if file.text(call.receiver).rpartition("::")[2] in ("Client", "ClientOptions"):
        found = texts(call.argument(position=0), call, file)
        yield from connections(found, file, call.line, product="mongo", capability="database", function=call.caller)


def _scylla(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    found = list_texts(call.argument(position=0), call, file)
    yield from connections(found, file, call.line, product="cassandra", capability="database", function=call.caller)


FRAMEWORK = Framework(
    "rust_databases",
    languages=("rust",),
    calls=(
        CallRule(
            ("connect", "connect_lazy", "establish", "from_str", "connect_with"),
            _connected,
            imports=("sqlx", "diesel", "sea_orm", "tokio_postgres", "postgres", "diesel_async"),
        ),
        CallRule(
            ("ConnectionManager", "AsyncDieselConnectionManager"),
            _managed,
            types=("ConnectionManager", "AsyncDieselConnectionManager"),
        ),
        CallRule(("open",), _redis, imports=("redis",)),
        CallRule(
            ("RedisConnectionManager", "RedisSessionStore"),
            _redis_manager,
            types=("RedisConnectionManager", "RedisSessionStore"),
        ),
        CallRule(("with_uri_str", "parse"), _mongo, imports=("mongodb",)),
        CallRule(("known_node",), _scylla, imports=("scylla",)),
    ),
)
