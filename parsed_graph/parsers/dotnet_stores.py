"""Databases, caches and search engines that .NET code opens itself: connections, clients and cache registrations at their address."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connection_strings import connection_address
from parsed_graph.rules.connections import connections
from parsed_graph.rules.csharp_calls import addresses, given_addresses, lambdas
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_NAME = re.compile(r"^[\w-]+$")
# Created with a connection string, URI or settings object: (product, capability).
_CREATED = {
    "NpgsqlConnection": ("postgres", ""),
    "NpgsqlDataSourceBuilder": ("postgres", ""),
    "SqlConnection": ("sqlserver", ""),
    "MySqlConnection": ("mysql", ""),
    "OracleConnection": ("oracle", ""),
    "MongoClient": ("mongo", ""),
    "CosmosClient": ("cosmosdb", ""),
    "ElasticClient": ("elasticsearch", ""),
    "ElasticsearchClient": ("elasticsearch", ""),
    "ConnectionSettings": ("elasticsearch", ""),
    "ElasticsearchClientSettings": ("elasticsearch", ""),
    "CouchbaseClient": ("couchbase", ""),
    "QdrantClient": ("qdrant", "database"),
    "BlobServiceClient": ("azure-storage", "storage"),
    "TableServiceClient": ("azure-storage", "storage"),
    "InfluxDBClient": ("influxdb", "database"),
}
# Called with a connection string first: (product, capability).
_CALLED = {
    ("NpgsqlDataSource", "Create"): ("postgres", ""),
    ("ConnectionMultiplexer", "Connect"): ("redis", ""),
    ("ConnectionMultiplexer", "ConnectAsync"): ("redis", ""),
    ("MongoUrl", "Create"): ("mongo", ""),
    ("MongoClientSettings", "FromConnectionString"): ("mongo", ""),
    ("GraphDatabase", "Driver"): ("neo4j", ""),
    ("DocumentStore", "For"): ("postgres", ""),
}
# Registered with a connection string: method -> (product, capability).
_REGISTERED = {
    "AddMarten": ("postgres", ""),
    "AddNpgsql": ("postgres", ""),
    "AddNpgsqlDataSource": ("postgres", ""),
    "UseSqlServerStorage": ("sqlserver", ""),
    "UsePostgreSqlStorage": ("postgres", ""),
}
_CONFIGURED = {
    "AddStackExchangeRedisCache": ("redis", ("Configuration",)),
    "AddDistributedRedisCache": ("redis", ("Configuration",)),
    "AddDistributedSqlServerCache": ("sqlserver", ("ConnectionString",)),
}


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.is_new and call.arguments:
        product, capability = _CREATED[call.name]
        yield from _uses(call, file, product, capability)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    known = _CALLED.get((file.text(call.receiver).rpartition(".")[2], call.name))
    if known is not None and call.arguments:
        yield from _uses(call, file, *known)


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.arguments and lambdas(call)[:1] != [call.arguments[0].node]:
        yield from _uses(call, file, *_REGISTERED[call.name])


def _uses(call: CallSyntax, file: SourceFile, product: str, capability: str) -> Iterator[Fact]:
    """A use at each address; none where the first argument tells nothing, as options that something else fills."""
    found = [
        a
        for text in addresses(call.arguments[0].node, call, file)
        if (a := connection_address(text)) and not _is_name(text)
    ]
    if found:
        yield from connections(found, file, call.line, product=product, capability=capability, function=call.caller)


def _is_name(text: Text) -> bool:
    """Whether a text is the mere name of a resource: Aspire's registrations take one."""
    return len(text) == 1 and isinstance(text[0], Literal) and _NAME.match(text[0].text) is not None


def _cache(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`AddStackExchangeRedisCache(o => o.Configuration = x)`."""
    product, names = _CONFIGURED[call.name]
    found = [text for function in lambdas(call) for text in given_addresses(function, call, file, *names)]
    kept = [address for text in found if (address := connection_address(text))]
    yield from connections(kept, file, call.line, product=product, capability="cache", function=call.caller)


FRAMEWORK = Framework(
    "dotnet_stores",
    ("csharp",),
    calls=(
        CallRule(tuple(_CREATED), _created),
        CallRule(tuple(sorted({name for _, name in _CALLED})), _called),
        CallRule(tuple(_REGISTERED), _registered),
        CallRule(tuple(_CONFIGURED), _cache),
    ),
)
