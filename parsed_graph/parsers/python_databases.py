"""Database drivers of Python: opening a connection is a database use with its address."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import list_texts, literal_text, option, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PRODUCTS = {
    "psycopg2": "postgres", "psycopg": "postgres", "asyncpg": "postgres", "aiopg": "postgres", "pg8000": "postgres",
    "psycopg_pool": "postgres", "pymysql": "mysql", "MySQLdb": "mysql", "aiomysql": "mysql", "connector": "mysql",
    "asyncmy": "mysql", "pyodbc": "sqlserver", "pymssql": "sqlserver", "cx_Oracle": "oracle", "oracledb": "oracle",
    "cassandra": "cassandra", "elasticsearch": "elasticsearch", "opensearchpy": "opensearch", "neo4j": "neo4j",
    "clickhouse_driver": "clickhouse", "clickhouse_connect": "clickhouse", "influxdb": "influxdb",
    "influxdb_client": "influxdb", "pymemcache": "memcached", "memcache": "memcached", "bmemcached": "memcached",
    "minio": "minio", "qdrant_client": "qdrant", "weaviate": "weaviate", "chromadb": "chroma", "pymilvus": "milvus",
    "hazelcast": "hazelcast", "ldap3": "ldap", "peewee": "",
}  # fmt: skip
_CAPABILITIES = {
    "elasticsearch": "search",
    "opensearch": "search",
    "memcached": "cache",
    "hazelcast": "cache",
    "minio": "storage",
    "ldap": "auth",
}
_CLASSES = {
    "ThreadedConnectionPool": "postgres", "SimpleConnectionPool": "postgres", "ConnectionPool": "postgres",
    "AsyncConnectionPool": "postgres", "Cluster": "cassandra", "Elasticsearch": "elasticsearch",
    "AsyncElasticsearch": "elasticsearch", "OpenSearch": "opensearch", "InfluxDBClient": "influxdb",
    "PostgresqlDatabase": "postgres", "PooledPostgresqlDatabase": "postgres", "MySQLDatabase": "mysql",
    "PooledMySQLDatabase": "mysql", "QdrantClient": "qdrant", "AsyncQdrantClient": "qdrant", "Minio": "minio",
    "MySQLConnectionPool": "mysql",
}  # fmt: skip
_HOSTS = ("host", "hosts", "contact_points", "hostname", "url", "dsn", "conninfo", "server", "endpoint", "uri")


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`psycopg2.connect(host=…)`, `asyncpg.create_pool(dsn)`, `GraphDatabase.driver(uri)`."""
    module = (
        file.imports.get(call.name, "")
        if call.receiver is None
        else file.imports.get(file.text(call.receiver).partition(".")[0], "")
    )
    top = next((part for part in reversed(module.split(".")) if part in _PRODUCTS), "")
    product = _PRODUCTS.get(top) or _PRODUCTS.get(call.receiver_type, "")
    if product:
        yield from _connections(call, file, product)


def _made(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver is None and not file.imports.get(call.name):
        return
    yield from _connections(call, file, _CLASSES[call.name])


def _connections(call: CallSyntax, file: SourceFile, product: str) -> Iterator[Fact]:
    addresses = _addresses(call, file)
    name = literal_text(option(call, file, "database", "dbname", "db"), file)
    capability = _CAPABILITIES.get(product, "database")
    yield from connections(
        addresses, file, call.line, function=call.caller, product=product, capability=capability, database=name
    )


def _addresses(call: CallSyntax, file: SourceFile) -> list[Text]:
    given = option(call, file, *_HOSTS)
    if given is not None:
        hosts = list_texts(given, call, file)
        return list(host_and_port(hosts, texts(option(call, file, "port"), call, file)))
    first = next(
        (a.node for a in call.arguments if not a.name and a.node.type not in ("integer", "dictionary_splat")), None
    )
    return [text for text in list_texts(first, call, file) if text] if first is not None else []


FRAMEWORK = Framework(
    "python_databases",
    languages=("python",),
    calls=(
        CallRule(("connect", "create_pool", "Connection", "Connect"), _opened, imports=(*_PRODUCTS, "mysql")),
        CallRule(("driver", "async_driver"), _opened, types=("GraphDatabase", "AsyncGraphDatabase"), imports=("neo4j",)),
        CallRule(("Client",), _opened, imports=("pymemcache", "memcache", "clickhouse_driver")),
        CallRule(
            tuple(_CLASSES), _made,
            imports=(*_PRODUCTS, "mysql", "playhouse"),
        ),
    ),
)  # fmt: skip
