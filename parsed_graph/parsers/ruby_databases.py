"""Databases and caches from Ruby: clients that a program makes are uses of infrastructure with their address."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import entry_of, list_texts, literal_text, texts
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_HOSTS = ("url", "uri", "hosts", "host", "hostname")
_ADAPTERS = {
    "postgresql": "postgres", "postgres": "postgres", "postgis": "postgres", "mysql2": "mysql", "mysql": "mysql",
    "trilogy": "mysql", "sqlserver": "sqlserver", "oracle_enhanced": "oracle", "tinytds": "sqlserver",
}  # fmt: skip


def _redis(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _opened(call, file, "redis", "cache")


def _memcached(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    found = list_texts(call.argument(position=0), call, file)
    yield from connections(found, file, call.line, product="memcached", capability="cache", function=call.caller)


def _mongo(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    found = list_texts(call.argument(position=0), call, file)
    yield from connections(found, file, call.line, product="mongo", capability="database", function=call.caller)


def _mysql(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _opened(call, file, "mysql", "database")


def _postgres(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if file.text(call.receiver).lstrip(":") in ("PG", "PG::Connection"):
        yield from _opened(call, file, "postgres", "database")


def _search(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if file.imports_any(("Elasticsearch", "OpenSearch")):
        product = "opensearch" if file.imports_any(("OpenSearch",)) else "elasticsearch"
        yield from _opened(call, file, product, "search")


def _established(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`ActiveRecord::Base.establish_connection(adapter: "postgresql", host: …)`, `Sequel.connect(url)`."""
    first = call.argument(position=0)
    if call.name == "connect" and file.text(call.receiver).lstrip(":") != "Sequel":
        return
    adapter = literal_text(call.argument("adapter") or entry_of(first, file, "adapter"), file)
    if adapter.startswith("sqlite") or (first is not None and first.type in ("simple_symbol", "element_reference")):
        return
    yield from _opened(call, file, _ADAPTERS.get(adapter, ""), "database")


def _opened(call: CallSyntax, file: SourceFile, product: str, capability: str) -> Iterator[Fact]:
    """A client by keywords, by a hash, or by a URL."""
    first = call.argument(position=0)
    host = call.argument(*_HOSTS) or entry_of(first, file, *_HOSTS)
    port = call.argument("port") or entry_of(first, file, "port")
    found: list[Text] = list_texts(host, call, file) if host is not None else []
    if found:
        found = list(host_and_port(found, texts(port, call, file)))
    elif first is not None and host is None:
        found = [text for text in texts(first, call, file) if text]
    name = call.argument("database", "dbname") or entry_of(first, file, "database", "dbname")
    databases = tuple(texts(name, call, file)) if capability == "database" else ()
    if found and databases:
        found = list(joined([tuple(found), literal("/"), databases]))
    yield from connections(found, file, call.line, product=product, capability=capability, function=call.caller)


FRAMEWORK = Framework(
    "ruby_databases",
    languages=("ruby",),
    calls=(
        CallRule(("Redis", "RedisClient"), _redis, types=("Redis", "RedisClient")),
        CallRule(("Client",), _memcached, types=("Client",), imports=("Dalli", "dalli")),
        CallRule(("Client",), _mongo, types=("Client",), imports=("Mongo", "mongo")),
        CallRule(("Client",), _mysql, types=("Client",), imports=("Mysql2", "mysql2")),
        CallRule(("connect", "new"), _postgres, imports=("PG", "pg")),
        CallRule(("Client",), _search, types=("Client",)),
        CallRule(
            ("establish_connection", "connect"),
            _established,
            imports=("ActiveRecord", "Sequel", "active_record", "sequel"),
        ),
    ),
)
