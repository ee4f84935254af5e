"""Aspire's AppHost: each resource is a running unit, WithReference and WithEnvironment are the variables that Aspire injects, WaitFor is order.

Databases are units of their own (`AddPostgres("pg").AddDatabase("ordersdb")`), their server is one only without them.
https://learn.microsoft.com/dotnet/aspire/fundamentals/app-host-overview
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import (
    CallText,
    EnvValue,
    Fact,
    Host,
    ProxyRoute,
    ServiceDecl,
    SourceSpan,
    StartOrder,
    Text,
    Unknown,
    render_text,
)
from parsed_graph.framework import Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.csharp_calls import csharp_path
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.csharp_grammar import shape
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

MAX_LINKS = 80
"""How many calls of one resource's chain are followed."""
_PROJECTS = frozenset({"AddProject", "AddCSharpApp", "AddAzureFunctionsProject"})
_FOLDERS = frozenset(
    """AddDockerfile AddNpmApp AddNodeApp AddViteApp AddPnpmApp AddYarnApp AddBunApp AddDenoApp AddPythonApp AddPythonModule
    AddUvicornApp AddGolangApp AddRustApp AddSpringApp AddJavaApp AddJavaScriptApp AddExecutable""".split()
)
_IMAGES = {
    "AddPostgres": "postgres",
    "AddAzurePostgresFlexibleServer": "postgres",
    "AddSqlServer": "mssql",
    "AddAzureSqlServer": "mssql",
    "AddMySql": "mysql",
    "AddOracle": "oracle-free",
    "AddMongoDB": "mongo",
    "AddRedis": "redis",
    "AddValkey": "valkey",
    "AddGarnet": "redis",
    "AddAzureRedis": "redis",
    "AddAzureManagedRedis": "redis",
    "AddAzureCosmosDB": "cosmosdb",
    "AddRabbitMQ": "rabbitmq",
    "AddKafka": "kafka",
    "AddNats": "nats",
    "AddAzureServiceBus": "servicebus",
    "AddAzureEventHubs": "eventhubs",
    "AddElasticsearch": "elasticsearch",
    "AddQdrant": "qdrant",
    "AddMilvus": "milvus",
    "AddKeycloak": "keycloak",
    "AddSeq": "seq",
    "AddMeilisearch": "meilisearch",
    "AddClickHouse": "clickhouse",
    "AddYarp": "yarp",
}
_DATABASES = frozenset({"AddDatabase", "AddCosmosDatabase"})
_CONNECTED = (
    frozenset(name for name in _IMAGES if name not in ("AddYarp", "AddKeycloak")) | _DATABASES | {"AddConnectionString"}
)
_ADDING = frozenset({*_PROJECTS, *_FOLDERS, *_IMAGES, *_DATABASES, "AddContainer", "AddConnectionString"})
_WAITING = frozenset({"WaitFor", "WaitForCompletion", "WaitForStart"})


class _Resource(NamedTuple):
    name: str
    made: CallSyntax

    @property
    def is_connection(self) -> bool:
        """Whether it is reached by a connection string rather than by an endpoint."""
        return self.made.name in _CONNECTED


def _apphost(file: SourceFile) -> Iterator[Fact]:
    if b"DistributedApplication" not in file.source and b"IResourceBuilder" not in file.source:
        return
    index = call_index(file)
    servers = {id(root) for call in index.named(*_DATABASES) if (root := _made(call.receiver, file)) is not None}
    for call in file.calls:
        if call.is_new or call.receiver is None:
            continue
        if call.name in _ADDING:
            yield from _declared(call, file, id(call) in servers)
        elif call.name == "WithReference":
            yield from _referenced(call, file)
        elif call.name == "WithEnvironment":
            yield from _environment(call, file)
        elif call.name in _WAITING:
            yield from _waiting(call, file)
        elif call.name == "AddRoute":
            yield from _routed(call, file)
        else:
            yield from _handed_over(call, file)


# --- Resources ------------------------------------------------------------------------------------


def _declared(call: CallSyntax, file: SourceFile, holds_databases: bool) -> Iterator[Fact]:
    name = _name(call, file)
    if not name or holds_databases or call.name == "AddConnectionString":
        return
    properties: dict[str, str] = {}
    directory = image = None
    if call.name in _PROJECTS:
        properties, directory = _project(call, file)
    elif call.name in _FOLDERS:
        directory = _folder(call, 2 if call.name == "AddExecutable" else 1, file)
    elif call.name == "AddContainer":
        image = _image(call, file)
    elif call.name in _DATABASES:
        server = _made(call.receiver, file)
        image = _IMAGES.get(server.name, "") if server is not None else ""
        properties = {"server": _name(server, file)} if server is not None else {}
    else:
        image = _given_image(call, file) or _IMAGES[call.name]
    role = "gateway" if call.name == "AddYarp" else None
    span = file.span(call.line)
    yield ServiceDecl(
        name, span, "aspire", directory, image=image, ports=_ports(call, file), role=role, properties=properties
    )


def _name(call: CallSyntax, file: SourceFile) -> str:
    """The resource's name; a database may be named apart from its resource."""
    return literal_text(call.argument("name", position=0), file)


def _project(call: CallSyntax, file: SourceFile) -> tuple[dict[str, str], str | None]:
    """`AddProject<Projects.Orders_API>("orders")`, `AddProject("orders", "../Orders/Orders.csproj")`."""
    if call.type_arguments:
        return {"project": call.type_arguments[0]}, None
    path = literal_text(call.argument("projectPath", position=1), file).replace("\\", "/")
    folder = join_path(_directory(file), path.rpartition("/")[0]) if path.endswith("proj") else None
    return ({"project": path.rpartition("/")[2].rpartition(".")[0]} if path else {}), folder


def _folder(call: CallSyntax, position: int, file: SourceFile) -> str | None:
    path = literal_text(
        call.argument("contextPath", "workingDirectory", "appDirectory", "projectDirectory", position=position), file
    )
    return join_path(_directory(file), path.replace("\\", "/")) if path else None


def _directory(file: SourceFile) -> str:
    return file.path.rpartition("/")[0]


def _image(call: CallSyntax, file: SourceFile) -> str | None:
    image = literal_text(call.argument("image", position=1), file)
    tag = literal_text(call.argument("tag", position=2), file)
    return (f"{image}:{tag}" if tag else image) or None


def _given_image(call: CallSyntax, file: SourceFile) -> str:
    return next(
        (literal_text(link.argument(position=0), file) for link in _chain(call, file) if link.name == "WithImage"), ""
    )


def _ports(call: CallSyntax, file: SourceFile) -> tuple[int, ...]:
    found = []
    for link in _chain(call, file):
        if link.name in ("WithHttpEndpoint", "WithHttpsEndpoint", "WithEndpoint"):
            text = file.text(link.argument("targetPort") or link.argument("port", position=0))
            found += [int(text)] if text.isdigit() else []
    return tuple(dict.fromkeys(found))


def _chain(call: CallSyntax, file: SourceFile) -> list[CallSyntax]:
    return call_index(file).chain(call)[:MAX_LINKS]


def _made(node: Node | None, file: SourceFile) -> CallSyntax | None:
    """The call that adds the resource which an expression stands for: its chain's first `Add…`, through variables and endpoints."""
    made = file.origin(node)
    for _ in range(4):
        if made is None:
            return None
        links = call_index(file).receivers(made)
        found = next((link for link in reversed(links) if link.name in _ADDING), None)
        if found is not None:
            return found
        made = file.origin(links[0].receiver)
    return None


def _resource(node: Node | None, file: SourceFile) -> _Resource | None:
    made = _made(node, file)
    name = _name(made, file) if made is not None else ""
    return _Resource(name, made) if made is not None and name else None


# --- What is injected -----------------------------------------------------------------------------


def _referenced(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The variables that service discovery and connection strings of a reference make."""
    service, target = _resource(call.receiver, file), _resource(call.argument(position=0), file)
    if service is not None and target is not None and call.arguments:
        yield _reference(service, target, file.span(call.line))


def _reference(service: _Resource, target: _Resource, span: SourceSpan) -> EnvValue:
    if target.is_connection:
        return EnvValue(service.name, f"ConnectionStrings__{target.name}", target.name, span)
    return EnvValue(service.name, f"services__{target.name}__http__0", f"http://{target.name}", span)


def _environment(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`WithEnvironment("Identity__Url", identity.GetEndpoint("http"))`, a literal, or a text with endpoints in it."""
    service = _resource(call.receiver, file)
    if service is None or len(call.arguments) != 2:
        return
    key, value = literal_text(call.arguments[0].node, file), _injected(call.arguments[1].node, call, file)
    if key and value:
        yield EnvValue(service.name, key, value, file.span(call.line))


def _injected(node: Node, call: CallSyntax, file: SourceFile) -> str:
    found = shape(node, file.source)
    if found.kind == "template":
        parts = [piece if isinstance(piece, str) else _injected(piece, call, file) for piece in found.pieces]
        return "".join(parts) if all(parts) else ""
    target = _resource(node, file)
    if target is not None:
        return target.name if target.is_connection else f"http://{target.name}"
    return literal_text(node, file)


def _waiting(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    service, target = _resource(call.receiver, file), _resource(call.argument(position=0), file)
    if service is not None and target is not None:
        yield StartOrder(service.name, target.name, file.span(call.line))


# --- Proxies --------------------------------------------------------------------------------------


def _routed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`yarp.AddRoute("/api/{**rest}", cluster)` in the configuration of an `AddYarp`; the cluster is a resource, or a parameter that is one."""
    if len(call.arguments) < 2:
        return
    around = _proxy_around(call, file)
    target = _target(call.arguments[1].node, call, file)
    for path in texts(call.arguments[0].node, call, file) if target else ():
        shown = render_text(csharp_path(path))
        yield ProxyRoute(
            shown,
            target,
            file.span(call.line),
            "yarp",
            strip=_stripped(call, file),
            service=around,
            function=call.caller,
        )


def _proxy_around(call: CallSyntax, file: SourceFile) -> str:
    for outer in call_index(file).named("WithConfiguration"):
        if outer.node.start_byte <= call.node.start_byte < outer.node.end_byte:
            proxy = _resource(outer.receiver, file)
            return proxy.name if proxy is not None else ""
    return ""


def _target(node: Node, call: CallSyntax, file: SourceFile) -> Text:
    """The resource of a cluster: `yarp.AddCluster(orders)`, an endpoint or a resource itself; a parameter stays open."""
    found = _resource(node, file)
    if found is not None:
        return (Host(found.name),)
    made = file.origin(node)
    for _ in range(3):
        if made is not None and made.name == "AddCluster" and made.arguments:
            node, made = made.arguments[0].node, file.origin(made.arguments[0].node)
        elif made is not None and made.name == "GetEndpoint" and made.receiver is not None:
            node, made = made.receiver, file.origin(made.receiver)
        else:
            break
    found = _resource(node, file)
    if found is not None:
        return (Host(found.name),)
    name = file.text(node)
    return (Unknown(name),) if call.function is not None and name in call.function.parameters else ()


def _stripped(call: CallSyntax, file: SourceFile) -> int:
    """How many segments `WithTransformPathRemovePrefix("/orders")` takes off."""
    for link in _chain(call, file):
        if link.name == "WithTransformPathRemovePrefix":
            return len([part for part in literal_text(link.argument(position=0), file).split("/") if part])
    return 0


def _handed_over(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Resources that one's own extension method gets: its parameters stand for them, and a proxy will route to them."""
    if not call.arguments or call.name.startswith(("With", "Publish", "RunAs")):
        return
    span = file.span(call.line)
    proxy = _resource(call.receiver, file)
    for position, argument in enumerate(call.arguments, 1):
        target = _resource(argument.node, file) if argument.node.type == "identifier" else None
        if target is None or target.is_connection:
            continue
        yield CallText(call.name, position, (Host(target.name),), span, argument.name)
        if proxy is not None and proxy.made.name == "AddYarp":
            yield _reference(proxy, target, span)


FRAMEWORK = Framework("aspire_apphost", ("csharp",), files=(_apphost,))
