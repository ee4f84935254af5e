"""Databases in Go: database/sql, sqlx, gorm, pgx, mongo, memcached, Elasticsearch, Cassandra and others are uses at the address that they open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connection_strings import connection_address
from parsed_graph.rules.connections import PRODUCTS, connections
from parsed_graph.rules.go_calls import list_texts, package_of, receiver_of, struct_field
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_SQL = (
    "database.sql",
    "github.com.jmoiron.sqlx",
    "go.elastic.co.apm.module.apmsql",
    "github.com.XSAM.otelsql",
    "go.nhat.io.otelsql",
    "github.com.uptrace.opentelemetry-go-extra.otelsqlx",
    "github.com.uptrace.opentelemetry-go-extra.otelsql",
)
_DRIVERS = {
    **PRODUCTS,
    "pgx": "postgres",
    "pq": "postgres",
    "cloudsqlpostgres": "postgres",
    "nrpostgres": "postgres",
    "nrmysql": "mysql",
    "godror": "oracle",
    "oci8": "oracle",
    "azuresql": "sqlserver",
}
_DIALECTS = {
    "gorm.io.driver.postgres": "postgres",
    "gorm.io.driver.mysql": "mysql",
    "gorm.io.driver.sqlserver": "sqlserver",
    "gorm.io.driver.clickhouse": "clickhouse",
}
_POSTGRES = ("github.com.jackc.pgx", "github.com.jackc.pgxpool")
_MONGO = ("go.mongodb.org.mongo-driver", "gopkg.in.mgo", "github.com.globalsign.mgo")
_MEMCACHED = "github.com.bradfitz.gomemcache"
# (package, function, position of the address, product, capability)
_CLIENTS: tuple[tuple[str, tuple[str, ...], int, str, str], ...] = (
    (_MEMCACHED, ("New",), 0, "memcached", "cache"),
    ("github.com.gocql.gocql", ("NewCluster",), 0, "cassandra", "database"),
    ("github.com.neo4j.neo4j-go-driver", ("NewDriver", "NewDriverWithContext"), 0, "neo4j", "database"),
    ("github.com.influxdata.influxdb-client-go", ("NewClient", "NewClientWithOptions"), 0, "influxdb", "database"),
    ("github.com.minio.minio-go", ("New",), 0, "minio", "storage"),
    ("github.com.olivere.elastic", ("SetURL",), 0, "elasticsearch", "search"),
    ("github.com.dgraph-io.dgo", ("DialSlashEndpoint",), 0, "dgraph", "database"),
    ("github.com.arangodb.go-driver", ("NewConnection",), 0, "arangodb", "database"),
)
_STRUCTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str, str], ...] = (
    ("github.com.elastic.go-elasticsearch", ("Config",), ("Addresses",), "elasticsearch", "search"),
    ("github.com.opensearch-project.opensearch-go", ("Config",), ("Addresses",), "elasticsearch", "search"),
    ("github.com.ClickHouse.clickhouse-go", ("Options",), ("Addr",), "clickhouse", "database"),
    ("github.com.go-pg.pg", ("Options",), ("Addr",), "postgres", "database"),
    ("go.etcd.io.etcd", ("Config",), ("Endpoints",), "etcd", "database"),
    ("github.com.coreos.etcd", ("Config",), ("Endpoints",), "etcd", "database"),
)


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sql.Open("postgres", dsn)`, `sqlx.Connect("mysql", dsn)`; gorm v1 opens alike, v2 opens a dialector."""
    package = package_of(call, file)
    if package.startswith("gorm.io.gorm"):
        return  # Its dialector says both.
    if not (package.startswith(_SQL) or package.startswith("github.com.jinzhu.gorm")):
        return
    first = int(call.name.endswith("Context"))
    if len(call.arguments) < first + 2:
        return
    driver = literal_text(call.arguments[first].node, file)
    addresses = texts(call.arguments[first + 1].node, call, file)
    if "sqlite" not in driver:
        yield from _uses(addresses, call, file, _DRIVERS.get(driver, ""))


def _dialect(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`postgres.Open(dsn)`, `mysql.New(mysql.Config{DSN: dsn})` of gorm."""
    product = _DIALECTS.get(package_of(call, file))
    if product and call.arguments:
        node = struct_field(call.arguments[0].node, file, "DSN") if call.name == "New" else call.arguments[0].node
        yield from _uses(texts(node, call, file), call, file, product)


def _postgres(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """pgx: `pgx.Connect(ctx, url)`, `pgxpool.ParseConfig(url)`."""
    if package_of(call, file).startswith(_POSTGRES):
        position = 0 if call.name in ("ParseConfig", "ParseDSN") else 1
        yield from _uses(texts(call.argument(position=position), call, file), call, file, "postgres")


def _mongo(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`options.Client().ApplyURI(uri)`, `mgo.Dial(url)`."""
    if call.name == "ApplyURI" or package_of(call, file).startswith(_MONGO[1:]):
        yield from _uses(texts(call.argument(position=0), call, file), call, file, "mongo")


def _client(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    package = package_of(call, file)
    for path, names, position, product, capability in _CLIENTS:
        if call.name in names and package.startswith(path):
            nodes = [argument.node for argument in call.arguments[position : position + 4]]
            yield from _uses(list_texts(nodes, call, file)[:4], call, file, product, capability)


def _servers(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """gomemcache: `new(memcache.ServerList).SetServers(servers...)`."""
    if receiver_of(call, file).startswith(_MEMCACHED):
        nodes = [
            node.named_children[0] if node.type == "variadic_argument" else node
            for node in (argument.node for argument in call.arguments[:4])
        ]
        yield from _uses(list_texts(nodes, call, file)[:4], call, file, "memcached", "cache")


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    package = package_of(call, file) if call.is_new else ""
    for path, names, fields, product, capability in _STRUCTS if package else ():
        if call.name in names and package.startswith(path):
            nodes: list[Node] = [argument.node for argument in call.arguments if argument.name in fields]
            yield from _uses(list_texts(nodes, call, file)[:4], call, file, product, capability)


def _mysql_config(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`mysql.Config{Addr: "db:3306", DBName: "orders"}` of go-sql-driver."""
    if call.is_new and package_of(call, file).startswith("github.com.go-sql-driver.mysql"):
        database = literal_text(call.argument("DBName"), file)
        addresses = texts(call.argument("Addr"), call, file)
        yield from connections(addresses, file, call.line, product="mysql", database=database, function=call.caller)


def _uses(
    addresses: Iterable[Text], call: CallSyntax, file: SourceFile, product: str, capability: str = ""
) -> Iterator[Fact]:
    found = [connection_address(address) for address in addresses]
    kept = [address for address in found if address]
    if kept or not found:
        yield from connections(kept, file, call.line, product=product, capability=capability, function=call.caller)


_NAMES = tuple(sorted({name for _, names, *_ in _CLIENTS for name in names}))
FRAMEWORK = Framework(
    "go_stores",
    ("go",),
    calls=(
        CallRule(("Open", "Connect", "ConnectContext", "MustConnect", "MustOpen"), _opened),
        CallRule(("Open", "New"), _dialect, imports=("gorm.io/driver",)),
        CallRule(("Connect", "New", "ParseConfig"), _postgres, imports=("github.com/jackc/",)),
        CallRule(
            ("ApplyURI", "Dial", "DialWithTimeout"),
            _mongo,
            imports=("go.mongodb.org/", "gopkg.in/mgo", "github.com/globalsign/mgo"),
        ),
        CallRule(_NAMES, _client),
        CallRule(("SetServers",), _servers, imports=("github.com/bradfitz/gomemcache",)),
        CallRule(("Config", "Options"), _configured),
        CallRule(("Config",), _mysql_config, imports=("github.com/go-sql-driver/mysql",)),
    ),
)
