"""Databases and caches from PHP: PDO, mysqli, MongoDB, Redis, Memcached and Elasticsearch clients are uses of infrastructure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Env, Fact, Literal, Setting, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connection_strings import connection_address
from parsed_graph.rules.connections import CAPABILITIES, connections, host_and_port
from parsed_graph.rules.script_arguments import entry_of, list_texts, object_entries, texts
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PDO = {"mysql": "mysql", "pgsql": "postgres", "sqlsrv": "sqlserver", "dblib": "sqlserver", "oci": "oracle"}
_DRIVER = re.compile(r"^(\w+):")
_PART = re.compile(r"(?:^|[;:])\s*(host|port|dbname|server|database)\s*=\s*$", re.I)


def _pdo(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new PDO("mysql:host=$host;dbname=orders")`."""
    for text in texts(call.argument("dsn", position=0), call, file):
        product = _PDO.get(_driver(text), "")
        if _driver(text) == "sqlite":
            continue
        yield from connections(
            [_address(text)], file, call.line, product=product, capability="database", function=call.caller
        )


def _driver(text: Text) -> str:
    """The driver that a data source name starts with; of an open one, that of its default."""
    first = text[0] if text else None
    written = first.text if isinstance(first, Literal) else first.default if isinstance(first, Env | Setting) else None
    match = _DRIVER.match(written or "")
    return match.group(1).lower() if match else ""


def _address(text: Text) -> Text:
    """`mysql:host={env:HOST};port=3306;dbname=x` as `{env:HOST}:3306/x`; what is open as a whole stays."""
    given: dict[str, Text] = {}
    key = ""
    for part in text:
        if not isinstance(part, Literal):
            if key:
                given[key] = (*given.get(key, ()), part)
            continue
        for index, piece in enumerate(re.split(r"([;])", part.text)):
            if piece == ";":
                key = ""
            elif "=" in piece:
                name, _, value = piece.rpartition("=")
                key = re.split(r"[:;]", name)[-1].strip().lower()
                given[key] = (Literal(value.strip()),) if value.strip() else ()
            elif key and index == 0 and piece:
                given[key] = (*given.get(key, ()), Literal(piece))
    host = given.get("host") or given.get("server")
    if not host:
        return text
    found = joined([(host,)] + ([literal(":"), (given["port"],)] if given.get("port") else []))
    database = given.get("dbname") or given.get("database")
    return joined([found, literal("/"), (database,)])[0] if database else found[0]


def _mysqli(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new mysqli($host, $user, $password, $database)`, `mysqli_connect(…)`, `pg_connect("host=…")`."""
    hosts = texts(call.argument("hostname", position=0), call, file)
    if call.name == "pg_connect":
        hosts = [connection_address(text) for text in hosts]
    elif call.name == "real_connect" and not hosts:
        return
    names = texts(call.argument("database", position=3), call, file) if call.name != "pg_connect" else []
    product = "postgres" if call.name.startswith("pg_") else "mysql"
    found = joined([tuple(hosts), literal("/"), tuple(names)]) if hosts and names else tuple(hosts)
    yield from connections(found, file, call.line, product=product, capability="database", function=call.caller)


def _mongo(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    addresses = texts(call.argument("uri", position=0), call, file)
    yield from connections(addresses, file, call.line, product="mongo", capability="database", function=call.caller)


def _predis(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    r"""`new Predis\Client(['host' => …, 'port' => …])` or with a URL."""
    first = call.argument("parameters", position=0)
    if object_entries(first, file):
        hosts = texts(entry_of(first, file, "host", "path"), call, file)
        found = list(host_and_port(hosts, texts(entry_of(first, file, "port"), call, file)))
    else:
        found = list_texts(first, call, file)
    yield from connections(found, file, call.line, product="redis", capability="cache", function=call.caller)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`$redis->connect($host, $port)`, `$memcached->addServer($host, $port)`."""
    product = "redis" if call.receiver_type.startswith("Redis") else "memcached"
    found = host_and_port(
        texts(call.argument("host", position=0), call, file), texts(call.argument("port", position=1), call, file)
    )
    yield from connections(found, file, call.line, product=product, capability="cache", function=call.caller)


def _search(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`ClientBuilder::create()->setHosts([…])`."""
    product = "opensearch" if file.imports_any(("OpenSearch",)) else "elasticsearch"
    found = list_texts(call.argument("hosts", position=0), call, file)
    yield from connections(
        found, file, call.line, product=product, capability=CAPABILITIES["elasticsearch"], function=call.caller
    )


FRAMEWORK = Framework(
    "php_databases",
    languages=("php",),
    calls=(
        CallRule(("PDO",), _pdo, types=("PDO",)),
        CallRule(("mysqli",), _mysqli, types=("mysqli",)),
        CallRule(("mysqli_connect", "pg_connect", "pg_pconnect"), _mysqli),
        CallRule(("real_connect",), _mysqli, types=("mysqli", "mysqli_init")),
        CallRule(("Client", "Manager"), _mongo, types=("Client", "Manager"), imports=("MongoDB.",)),
        CallRule(("Client",), _predis, types=("Client",), imports=("Predis",)),
        CallRule(("connect", "pconnect", "addServer"), _connected, types=("Redis", "Memcached", "Memcache")),
        CallRule(("setHosts",), _search, imports=("Elastic", "OpenSearch")),
    ),
)
