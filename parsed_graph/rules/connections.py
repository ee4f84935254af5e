"""Connections to infrastructure: what a URL's scheme or a driver says of the product, and the facts for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parsed_graph.facts import Fact, InfrastructureUse, Literal, Text
from parsed_graph.syntax.alternatives import Alternatives, joined, literal
from parsed_graph.syntax.source_file import SourceFile

PRODUCTS = {
    "postgres": "postgres", "postgresql": "postgres", "psql": "postgres", "cockroachdb": "cockroachdb", "mysql": "mysql",
    "mariadb": "mariadb", "mssql": "sqlserver", "sqlserver": "sqlserver", "oracle": "oracle", "mongodb": "mongo",
    "mongo": "mongo", "redis": "redis", "rediss": "redis", "amqp": "rabbitmq", "amqps": "rabbitmq", "pyamqp": "rabbitmq",
    "nats": "nats", "kafka": "kafka", "cassandra": "cassandra", "elasticsearch": "elasticsearch", "neo4j": "neo4j",
    "bolt": "neo4j", "clickhouse": "clickhouse", "memcached": "memcached", "mqtt": "mqtt", "db2": "db2", "libsql": "sqlite",
}  # fmt: skip
"""The product behind a URL scheme or a driver's name."""
CAPABILITIES = {
    "redis": "cache", "memcached": "cache", "rabbitmq": "messaging", "nats": "messaging", "kafka": "messaging",
    "mqtt": "messaging", "elasticsearch": "search",
}  # fmt: skip
"""The capability of products that are no database."""
_SCHEME = re.compile(r"^([a-zA-Z][a-zA-Z0-9]*)(?:\+[\w.-]+)*://")
_DATABASE = re.compile(r"^[a-zA-Z][\w+.-]*://[^/]*/([\w-]+)")


def product_of(url: Text) -> str:
    """The product that a URL's scheme names, "" where it does not say."""
    first = url[0] if url else None
    default = getattr(first, "default", None)
    text = first.text if isinstance(first, Literal) else default if isinstance(default, str) else ""
    match = _SCHEME.match(text)
    return PRODUCTS.get(match.group(1).lower(), "") if match else ""


def is_embedded(url: Text) -> bool:
    """Whether a URL is that of a file or a database in memory."""
    first = url[0] if url else None
    return isinstance(first, Literal) and first.text.startswith(("sqlite", "file:", "memory://", ":memory:"))


def connections(
    addresses: Iterable[Text],
    file: SourceFile,
    line: int,
    *,
    product: str = "",
    capability: str = "",
    database: str = "",
    function: str = "",
) -> Iterator[Fact]:
    """One InfrastructureUse for each possible address; of () for a connection whose address is not said."""
    for address in list(addresses) or [()]:
        if is_embedded(address):
            continue
        named = product_of(address) or product
        kind = capability or CAPABILITIES.get(named, "database")
        name = database or (database_of(address) if kind == "database" else "")
        yield InfrastructureUse(kind, named, file.span(line), address, name, function=function)


def database_of(url: Text) -> str:
    """The database that a literal URL names after its host, "" otherwise."""
    first = url[0] if len(url) == 1 else None
    match = _DATABASE.match(first.text) if isinstance(first, Literal) else None
    return match.group(1) if match else ""


def host_and_port(hosts: Iterable[Text], ports: Iterable[Text]) -> Alternatives:
    """`host:port` for each host; without a port where none is given."""
    found, numbers = tuple(hosts), tuple(ports)
    return joined([found, literal(":"), numbers]) if numbers else found
