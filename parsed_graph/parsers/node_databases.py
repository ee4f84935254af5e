"""Database drivers of Node.js (pg, mysql, mssql, knex, Cassandra, Elasticsearch, Neo4j, …): opening a connection is a database use."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, Unknown
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import PRODUCTS, connections, host_and_port
from parsed_graph.rules.script_arguments import entry_of, list_texts, literal_text, object_entries, option, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_MODULES = {
    "pg": "postgres", "pg-promise": "postgres", "postgres": "postgres", "@vercel/postgres": "postgres", "mysql": "mysql",
    "mysql2": "mysql", "mysql2/promise": "mysql", "promise-mysql": "mysql", "mariadb": "mariadb", "mssql": "sqlserver",
    "tedious": "sqlserver", "oracledb": "oracle", "cassandra-driver": "cassandra", "@elastic/elasticsearch": "elasticsearch",
    "elasticsearch": "elasticsearch", "@opensearch-project/opensearch": "opensearch", "neo4j-driver": "neo4j",
    "memcached": "memcached", "memjs": "memcached", "@clickhouse/client": "clickhouse", "influx": "influxdb",
    "@influxdata/influxdb-client": "influxdb", "minio": "minio", "couchbase": "couchbase", "nano": "couchdb", "arangojs": "arangodb",
    "@qdrant/js-client-rest": "qdrant", "weaviate-ts-client": "weaviate", "meilisearch": "meilisearch", "typesense": "typesense",
    "rethinkdb": "rethinkdb",
}  # fmt: skip
_CAPABILITIES = {
    "elasticsearch": "search",
    "opensearch": "search",
    "meilisearch": "search",
    "typesense": "search",
    "memcached": "cache",
    "minio": "storage",
}
_OPENERS = (
    "Pool", "Client", "createPool", "createConnection", "createPoolCluster", "connect", "ConnectionPool", "driver",
    "Memcached", "createClient", "InfluxDB", "MeiliSearch", "QdrantClient", "Connection", "Database", "getConnection",
)  # fmt: skip
_HOSTS = (
    "connectionString",
    "url",
    "uri",
    "node",
    "nodes",
    "hosts",
    "host",
    "server",
    "contactPoints",
    "endPoint",
    "connectString",
    "serverURL",
)


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    module = _module(call, file)
    if module:
        yield from _uses(_MODULES[module], call.arguments[0].node if call.arguments else None, call, file)


def _module(call: CallSyntax, file: SourceFile) -> str:
    """The driver that a call belongs to: `new pg.Pool(…)`, `createPool(…)`, `mysql.createConnection(…)`."""
    if call.receiver is None:
        written = file.imports.get(call.name, "")
    else:
        written = file.imports.get(file.text(call.receiver).partition(".")[0], "")
    return next((m for m in (written, written.rpartition(".")[0]) if m in _MODULES), "")


def _uses(product: str, options: Node | None, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    database = literal_text(entry_of(options, file, "database", "keyspace", "bucket"), file)
    capability = _CAPABILITIES.get(product, "database")
    yield from connections(
        _addresses(options, call, file),
        file,
        call.line,
        product=product,
        capability=capability,
        database=database,
        function=call.caller,
    )


def _addresses(options: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    if not object_entries(options, file):
        return [text for text in list_texts(options, call, file) if text and not _is_open(text)]
    hosts = list_texts(entry_of(options, file, *_HOSTS), call, file)
    return list(host_and_port(hosts, texts(entry_of(options, file, "port"), call, file)))


def _is_open(text: Text) -> bool:
    return all(isinstance(part, Unknown) for part in text)


def _called(file: SourceFile) -> Iterator[Fact]:
    """Modules that are called themselves: `postgres(url)`, `knex({ client, connection })`, `require("pg-promise")()(url)`."""
    names = {
        name: module for name, module in file.imports.items() if module in ("postgres", "knex", "pg-promise", "nano")
    }
    for call in file.calls if names else ():
        module = names.get(call.name) if call.receiver is None else None
        if module == "knex":
            yield from _knex(call, file)
        elif module in ("postgres", "nano") and call.arguments:
            yield from _uses(_MODULES[module], call.arguments[0].node, call, file)


def _knex(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    client = literal_text(option(call, file, "client"), file)
    connection = option(call, file, "connection")
    product = "postgres" if client == "pg" else PRODUCTS.get(client.removesuffix("2"), "")
    if "sqlite" not in client and connection is not None:
        yield from _uses(product, connection, call, file)


FRAMEWORK = Framework(
    "node_databases",
    languages=SCRIPTS,
    calls=(CallRule(_OPENERS, _opened, imports=tuple(_MODULES)),),
    files=(_called,),
)
