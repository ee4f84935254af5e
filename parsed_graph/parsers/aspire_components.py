"""Aspire's client integrations: `builder.AddNpgsqlDbContext<Orders>("ordersdb")` uses the resource of that name.

A registration that a project writes around one of them (`AddShopRabbitMq("bus")`) and that names product and resource is
the same. https://learn.microsoft.com/dotnet/aspire/fundamentals/integrations-overview
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, Literal, Setting, Text, Unknown
from parsed_graph.framework import Framework
from parsed_graph.rules.connections import CAPABILITIES
from parsed_graph.rules.csharp_calls import UNKNOWN, lambdas
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PRODUCTS = (
    (re.compile(r"Npgsql|Postgre"), "postgres", ""),
    (re.compile(r"SqlServer|AzureSql"), "sqlserver", ""),
    (re.compile(r"MySql"), "mysql", ""),
    (re.compile(r"Oracle"), "oracle", ""),
    (re.compile(r"Mongo"), "mongo", ""),
    (re.compile(r"Cosmos"), "cosmosdb", ""),
    (re.compile(r"Redis|Valkey|Garnet"), "redis", ""),
    (re.compile(r"Rabbit", re.I), "rabbitmq", ""),
    (re.compile(r"Kafka"), "kafka", ""),
    (re.compile(r"Nats"), "nats", ""),
    (re.compile(r"ServiceBus"), "servicebus", "messaging"),
    (re.compile(r"EventHub"), "eventhubs", "messaging"),
    (re.compile(r"Elastic"), "elasticsearch", ""),
    (re.compile(r"Qdrant"), "qdrant", "database"),
    (re.compile(r"Milvus"), "milvus", "database"),
    (re.compile(r"AzureBlob|AzureTable|AzureQueue"), "azure-storage", "storage"),
    (re.compile(r"Keycloak"), "keycloak", "auth"),
    (re.compile(r"Seq(?:Endpoint)?$"), "seq", "logging"),
)
_INTEGRATION = re.compile(
    r"^Add(?:Keyed)?\w*(?:Client|DataSource|DbContext|Cache|Producer|Consumer|Connection|Endpoint|JwtBearer)$"
)
_OWN = re.compile(r"^Add\w*(?:RabbitMq|RabbitMQ|Kafka|ServiceBus|Nats)\w*$")
_NAME = re.compile(r"^[A-Za-z][\w-]{0,62}$")
_BUILDER = re.compile(r"(?i)^(?:\w*builder|host)$")


def _components(file: SourceFile) -> Iterator[Fact]:
    for call in file.calls:
        if call.is_new or not call.name.startswith("Add") or not call.arguments or call.receiver is None:
            continue
        if not (_INTEGRATION.match(call.name) or _OWN.match(call.name)) or not _is_on_builder(call, file):
            continue
        known = next((entry for entry in _PRODUCTS if entry[0].search(call.name)), None)
        if known is not None:
            yield from _uses(call, file, known[1], known[2])


def _is_on_builder(call: CallSyntax, file: SourceFile) -> bool:
    """Whether it is called on the host's builder, not on its services: those take connection strings."""
    if call.receiver_type in ("IHostApplicationBuilder", "WebApplicationBuilder", "HostApplicationBuilder"):
        return True
    return (
        _BUILDER.match(file.text(call.receiver)) is not None
        and call.receiver_type
        not in (
            "IDistributedApplicationBuilder",
            "DistributedApplicationBuilder",
        )
        and not _is_orchestrator(file)
    )


def _is_orchestrator(file: SourceFile) -> bool:
    return b"DistributedApplication" in file.source


def _uses(call: CallSyntax, file: SourceFile, product: str, capability: str) -> Iterator[Fact]:
    node = call.argument("connectionName", "name", position=0)
    if node is None or node in lambdas(call):
        return
    for text in texts(node, call, file):
        address = _address(text)
        if address:
            kind = capability or CAPABILITIES.get(product, "database")
            yield InfrastructureUse(kind, product, file.span(call.line), address, function=call.caller)


def _address(name: Text) -> Text:
    """The connection string of that name, by default the resource itself."""
    part = name[0] if len(name) == 1 else None
    if isinstance(part, Literal) and _NAME.match(part.text):
        return (Setting(f"ConnectionStrings.{part.text}", part.text),)
    return name if isinstance(part, Unknown) and name != UNKNOWN else ()


FRAMEWORK = Framework("aspire_components", ("csharp",), files=(_components,))
