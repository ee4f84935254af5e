"""Databases, caches, search and object stores that JVM code opens or calls: InfrastructureUse, with its address where the code has one.

A template or client counts where a method is called on it, once a file: a declared and unused one says nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.facts import Fact, InfrastructureUse, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


class _Store(NamedTuple):
    capability: str
    product: str


_SQL = _Store("database", "")
_MONGO = _Store("database", "mongo")
_REDIS = _Store("cache", "redis")
_ELASTIC = _Store("search", "elasticsearch")
_DYNAMO = _Store("database", "dynamodb")
_S3 = _Store("storage", "s3")

# Types on which any call uses the store, by the package they come from.
_CLIENTS: dict[str, tuple[str, _Store]] = {
    "JdbcTemplate": ("org.springframework.jdbc", _SQL),
    "NamedParameterJdbcTemplate": ("org.springframework.jdbc", _SQL),
    "JdbcClient": ("org.springframework.jdbc", _SQL),
    "SimpleJdbcInsert": ("org.springframework.jdbc", _SQL),
    "R2dbcEntityTemplate": ("org.springframework", _SQL),
    "DatabaseClient": ("org.springframework", _SQL),
    "EntityManager": ("ja", _SQL),
    "SessionFactory": ("org.hibernate", _SQL),
    "SqlSession": ("org.apache.ibatis", _SQL),
    "DSLContext": ("org.jooq", _SQL),
    "Jdbi": ("org.jdbi", _SQL),
    "MongoTemplate": ("org.springframework.data.mongodb", _MONGO),
    "ReactiveMongoTemplate": ("org.springframework.data.mongodb", _MONGO),
    "MongoOperations": ("org.springframework.data.mongodb", _MONGO),
    "ReactiveMongoOperations": ("org.springframework.data.mongodb", _MONGO),
    "GridFsTemplate": ("org.springframework.data.mongodb", _MONGO),
    "MongoClient": ("com.mongodb", _MONGO),
    "MongoCollection": ("com.mongodb", _MONGO),
    "RedisTemplate": ("org.springframework.data.redis", _REDIS),
    "StringRedisTemplate": ("org.springframework.data.redis", _REDIS),
    "ReactiveRedisTemplate": ("org.springframework.data.redis", _REDIS),
    "ReactiveStringRedisTemplate": ("org.springframework.data.redis", _REDIS),
    "RedissonClient": ("org.redisson", _REDIS),
    "Jedis": ("redis.clients", _REDIS),
    "JedisPool": ("redis.clients", _REDIS),
    "MemcachedClient": ("net.", _Store("cache", "memcached")),
    "HazelcastInstance": ("com.hazelcast", _Store("cache", "hazelcast")),
    "CassandraTemplate": ("org.springframework.data.cassandra", _Store("database", "cassandra")),
    "CqlSession": ("com.datastax", _Store("database", "cassandra")),
    "Neo4jTemplate": ("org.springframework.data.neo4j", _Store("database", "neo4j")),
    "Neo4jClient": ("org.springframework.data.neo4j", _Store("database", "neo4j")),
    "InfluxDBClient": ("com.influxdb", _Store("database", "influxdb")),
    "ElasticsearchTemplate": ("org.springframework.data.elasticsearch", _ELASTIC),
    "ElasticsearchRestTemplate": ("org.springframework.data.elasticsearch", _ELASTIC),
    "ElasticsearchOperations": ("org.springframework.data.elasticsearch", _ELASTIC),
    "ElasticsearchClient": ("co.elastic", _ELASTIC),
    "RestHighLevelClient": ("org.elasticsearch", _ELASTIC),
    "DynamoDBMapper": ("com.amazonaws", _DYNAMO),
    "AmazonDynamoDB": ("com.amazonaws", _DYNAMO),
    "DynamoDB": ("com.amazonaws", _DYNAMO),
    "DynamoDbClient": ("software.amazon", _DYNAMO),
    "DynamoDbAsyncClient": ("software.amazon", _DYNAMO),
    "DynamoDbEnhancedClient": ("software.amazon", _DYNAMO),
    "DynamoDbTemplate": ("io.awspring", _DYNAMO),
    "AmazonS3": ("com.amazonaws", _S3),
    "S3Client": ("software.amazon", _S3),
    "S3AsyncClient": ("software.amazon", _S3),
    "S3Template": ("io.awspring", _S3),
    "MinioClient": ("io.minio", _Store("storage", "minio")),
    "BlobServiceClient": ("com.azure", _Store("storage", "azure-blob")),
    "BlobContainerClient": ("com.azure", _Store("storage", "azure-blob")),
    "CosmosClient": ("com.azure", _Store("database", "cosmosdb")),
    "Firestore": ("com.google.cloud.firestore", _Store("database", "firestore")),
    "BigQuery": ("com.google.cloud.bigquery", _Store("database", "bigquery")),
}
_PACKAGES = (
    *sorted({package for package, _ in _CLIENTS.values()} - {"ja"}),
    "javax.persistence",
    "jakarta.persistence",
)
_MANAGED = frozenset("dynamodb s3 azure-blob cosmosdb firestore bigquery".split())
_SETUP = re.compile(r"^(set|with|afterPropertiesSet)[A-Z]|^(builder|build|getClass|afterPropertiesSet)$")
_JDBC = re.compile(r"^(?:jdbc|r2dbc):(?:p6spy:|pool:|tc:|log4jdbc:)*(\w+)", re.I)
_JDBC_PRODUCTS = {"postgresql": "postgres", "sqlserver": "mssql", "jtds": "mssql"}
_EMBEDDED = frozenset("h2 hsqldb derby sqlite duckdb".split())


def _used(file: SourceFile) -> Iterator[Fact]:
    """The first call on each kind of client that the file imports."""
    if not file.imports_any(_PACKAGES):
        return
    seen: set[_Store] = set()
    for call in file.calls:
        package, store = _CLIENTS.get(call.receiver_type, ("", _SQL))
        if not package or call.is_new or store in seen or _SETUP.match(call.name):
            continue
        if _comes_from(call.receiver_type, package, file):
            seen.add(store)
            # What has an address has it in configuration, else it is embedded or on the same machine.
            certain = store.product in _MANAGED
            yield InfrastructureUse(store.capability, store.product, file.span(call.line), certain=certain)


def _comes_from(name: str, package: str, file: SourceFile) -> bool:
    imported = file.imports.get(name)
    return imported.startswith(package) if imported else file.imports_any((package,))


def _jdbc(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`DriverManager.getConnection(url)`, `config.setJdbcUrl(url)`, `DataSourceBuilder…url(url)`."""
    for address in argument_values(call.argument(position=0), call, file):
        product = _jdbc_product(address)
        if product not in _EMBEDDED:
            yield InfrastructureUse("database", product, file.span(call.line), address=address)


def _jdbc_product(address: Text) -> str:
    match = _JDBC.match(address[0].text) if address and isinstance(address[0], Literal) else None
    name = match.group(1).lower() if match else ""
    return _JDBC_PRODUCTS.get(name, name)


def _mongo(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _addressed(_MONGO, call, file)


def _redis(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _addressed(_REDIS, call, file)


def _elastic(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _addressed(_ELASTIC, call, file)


def _neo4j(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _addressed(_Store("database", "neo4j"), call, file)


def _cassandra(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _addressed(_Store("database", "cassandra"), call, file)


def _addressed(store: _Store, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The first argument is a URL or a host name."""
    if call.arguments:
        for address in argument_values(call.arguments[0].node, call, file):
            yield InfrastructureUse(store.capability, store.product, file.span(call.line), address=address)


_HIKARI = ("HikariConfig", "HikariDataSource")
_SOURCES = (
    *_HIKARI,
    "DataSourceBuilder",
    "DriverManagerDataSource",
    "BasicDataSource",
    "PGSimpleDataSource",
    "DataSource",
)

FRAMEWORK = Framework(
    "jvm_stores",
    ("java", "kotlin", "scala"),
    files=(_used,),
    calls=(
        CallRule(("getConnection",), _jdbc, types=("DriverManager",)),
        CallRule(("setJdbcUrl", "setUrl", "setURL", "url"), _jdbc, types=_SOURCES),
        CallRule(("get",), _jdbc, types=("ConnectionFactories",), imports=("io.r2dbc",)),
        CallRule(("connect",), _jdbc, types=("Database",), imports=("org.jetbrains.exposed",)),
        CallRule(("create",), _mongo, types=("MongoClients",), imports=("com.mongodb",)),
        CallRule(("MongoClient", "MongoClientURI", "ConnectionString"), _mongo, imports=("com.mongodb",)),
        CallRule(("createClient",), _mongo, types=("KMongo",), imports=("org.litote",)),
        CallRule(
            ("Jedis", "JedisPool", "JedisPooled", "RedisStandaloneConfiguration"),
            _redis,
            imports=("redis.clients", "org.springframework.data.redis"),
        ),
        CallRule(("setHostName",), _redis, types=("JedisConnectionFactory", "RedisStandaloneConfiguration")),
        CallRule(("create",), _redis, types=("RedisClient",), imports=("io.lettuce",)),
        CallRule(("setAddress", "addNodeAddress"), _redis, types=("Config",), imports=("org.redisson",)),
        CallRule(("HttpHost",), _elastic, imports=("org.elasticsearch", "co.elastic", "org.opensearch")),
        CallRule(("driver",), _neo4j, types=("GraphDatabase",), imports=("org.neo4j",)),
        CallRule(("setURI", "uri"), _neo4j, imports=("org.neo4j.ogm",)),
        CallRule(("addContactPoint",), _cassandra, imports=("com.datastax",)),
    ),
)
