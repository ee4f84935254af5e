"""NestJS microservices: message and event patterns, clients that send and emit, gRPC methods, transports and their addresses.

A pattern is the topic on both sides; the broker is what the transport says, where the file says it.
https://docs.nestjs.com/microservices/basics
"""

from collections import defaultdict
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ConstDecl, Fact, Literal, Reference, RpcCall, RpcServe, SourceSpan, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.object_search import objects_in
from parsed_graph.rules.script_arguments import (
    annotation_texts,
    entry_of,
    list_texts,
    literal_text,
    members,
    object_entries,
    origin,
    texts,
)
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("@nestjs/microservices",)
_TRANSPORTS = {"KAFKA": "kafka", "RMQ": "rabbitmq", "REDIS": "redis", "NATS": "nats", "MQTT": "mqtt"}
_CLIENTS = {
    "ClientKafka": "kafka",
    "ClientKafkaProxy": "kafka",
    "ClientRMQ": "rabbitmq",
    "ClientRedis": "redis",
    "ClientNats": "nats",
    "ClientProxy": "",
}
_MAKERS = ("createMicroservice", "connectMicroservice", "create", "register", "registerAsync")


def _pattern(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    if annotation.on_function is None:
        return
    for member in members(annotation.argument(position=0), file):
        topics = _patterns(member, annotation_texts(member, annotation, file), file)
        yield from subscribed("", topics, annotation.line, annotation.on_function, file, client="nestjs")


def _patterns(node: Node | None, plain: list[Text], file: SourceFile) -> list[Text]:
    """A pattern as text; `{ cmd: "sum" }` is `cmd:sum`."""
    entries = object_entries(node, file)
    if not entries:
        return plain
    words = [f"{key}:{literal_text(entries[key], file) or '{}'}" for key in sorted(entries)]
    return [(Literal(",".join(words)),)]


def _named_patterns(file: SourceFile) -> Iterator[Fact]:
    """`export const CREATE = { cmd: "create" }`: other files use the constant for the whole pattern."""
    if b"cmd" not in file.source:
        return
    words: defaultdict[str, dict[str, str]] = defaultdict(dict)
    lines: dict[str, SourceSpan] = {}
    for fact in file.facts:
        if isinstance(fact, ConstDecl):
            owner, _, key = fact.name.rpartition(".")
            value = fact.value[0] if len(fact.value) == 1 else None
            words[owner][key] = value.text if isinstance(value, Literal) else "{}"
            lines.setdefault(owner, fact.span)
    for owner, entries in words.items():
        if "cmd" in entries:
            pattern = ",".join(f"{key}:{entries[key]}" for key in sorted(entries))
            yield ConstDecl(owner, (Literal(pattern),), lines[owner])


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) < 2:
        return
    first = call.argument(position=0)
    topics = _patterns(first, texts(first, call, file), file)
    event = event_in(call.argument(position=1), file)
    yield from published(_CLIENTS[call.receiver_type], topics, call, file, client="nestjs", event=event)


def _transport(options: Node | None, file: SourceFile) -> str:
    return file.text(entry_of(options, file, "transport")).rpartition(".")[2]


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The transports of a microservice or of registered clients."""
    for argument in call.arguments:
        for member in members(argument.node, file):
            yield from _configured(member, call, file)


def _configured(member: Node, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    token = literal_text(entry_of(member, file, "name"), file) or file.text(entry_of(member, file, "name"))
    factory = entry_of(member, file, "useFactory")
    candidates = objects_in(factory) if factory is not None else [member]
    node = next((found for found in candidates if entry_of(found, file, "transport") is not None), member)
    options = entry_of(node, file, "options")
    transport = _transport(node, file)
    if transport in _TRANSPORTS:
        product = _TRANSPORTS[transport]
        yield from connections(
            _broker_addresses(options, call, file), file, call.line, product=product, capability="messaging",
            function=call.caller,
        )  # fmt: skip
    elif transport in ("TCP", "GRPC") and token:
        for address in _direct_addresses(options, call, file):
            yield ConstDecl(_client_name(token), address, file.span(call.line))
            if transport == "TCP":
                yield RpcCall(token, file.span(call.line), "nestjs-tcp", "", address, call.caller)


def _broker_addresses(options: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    given = entry_of(options, file, "urls", "url", "servers") or entry_of(
        entry_of(options, file, "client"), file, "brokers"
    )
    if given is not None:
        return list_texts(given, call, file)
    hosts = texts(entry_of(options, file, "host"), call, file)
    return list(host_and_port(hosts, texts(entry_of(options, file, "port"), call, file)))


def _direct_addresses(options: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    given = entry_of(options, file, "url")
    if given is not None:
        return texts(given, call, file)
    hosts = texts(entry_of(options, file, "host"), call, file)
    return list(host_and_port(hosts, texts(entry_of(options, file, "port"), call, file)))


def _client_name(token: str) -> str:
    """The name under which a registered client's address is declared and looked up."""
    return f"nestjs-client:{token}"


def _grpc_method(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@GrpcMethod("OrdersService", "FindOne")`; the class and the handler name what is not said."""
    function = annotation.on_function
    if function is None or function.owner is None:
        return
    api = _api(annotation.argument(position=0), file) or function.owner.name
    method = literal_text(annotation.argument(position=1), file) or function.name[:1].upper() + function.name[1:]
    yield RpcServe(api, file.span(annotation.line), "nestjs-grpc", method, function.qualified_name)


def _grpc_controller(file: SourceFile) -> Iterator[Fact]:
    """`@OrdersServiceControllerMethods()`, as ts-proto generates it."""
    for annotation in file.annotations:
        api = annotation.name.removesuffix("ControllerMethods")
        if annotation.on_type is not None and annotation.on_function is None and api not in ("", annotation.name):
            yield RpcServe(api, file.span(annotation.line), "nestjs-grpc")


def _service(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`this.client.getService<OrdersService>("OrdersService")`."""
    api = _api(call.argument(position=0), file)
    if api:
        address = _injected_address(file.text(call.receiver).rpartition(".")[2], file)
        yield RpcCall(api.removesuffix("Client"), file.span(call.line), "nestjs-grpc", "", address, call.caller)


def _api(node: Node | None, file: SourceFile) -> str:
    """The service that an argument names; generated constants are called for it: `ORDERS_SERVICE_NAME` is OrdersService."""
    literal = literal_text(node, file)
    constant = file.text(node).rpartition(".")[2]
    if literal or not constant.isupper():
        return literal or (constant if constant.isidentifier() and constant[:1].isupper() else "")
    return "".join(word.capitalize() for word in constant.removesuffix("_NAME").split("_"))


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A method of what `getService` gave."""
    made = origin(call, file)
    if made is None or made.name != "getService" or call.receiver is None:
        return
    api = _api(made.argument(position=0), file)
    method = call.name[:1].upper() + call.name[1:]
    address = _injected_address(file.text(made.receiver).rpartition(".")[2], file)
    yield RpcCall(api, file.span(call.line), "nestjs-grpc", method, address, call.caller)


def _calls(file: SourceFile) -> Iterator[Fact]:
    if file.imports_any(_PACKAGES) and b"getService" in file.source:
        for call in file.calls:
            yield from _called(call, file)
    if b"ControllerMethods" in file.source:
        yield from _grpc_controller(file)


def _injected_address(name: str, file: SourceFile) -> Text:
    """The address of `@Inject("ORDERS") private client: ClientGrpc`, declared where the client is registered."""
    for annotation in file.annotations:
        if annotation.name in ("Inject", "Client") and name in (annotation.on_parameter, annotation.on_field):
            given = annotation.argument(position=0)
            if annotation.name == "Client":
                found = annotation_texts(entry_of(entry_of(given, file, "options"), file, "url"), annotation, file)
                return found[0] if len(found) == 1 else ()
            token = literal_text(given, file) or file.text(given)
            return (Reference(_client_name(token)),)
    return ()


FRAMEWORK = Framework(
    "nestjs_microservices",
    languages=SCRIPTS,
    annotations=(
        AnnotationRule(("MessagePattern", "EventPattern"), _pattern, imports=_PACKAGES),
        AnnotationRule(("GrpcMethod", "GrpcStreamMethod"), _grpc_method, imports=_PACKAGES),
    ),
    calls=(
        CallRule(("send", "emit"), _sent, types=tuple(_CLIENTS), imports=_PACKAGES),
        CallRule(
            _MAKERS,
            _created,
            types=("NestFactory", "NestFactory.create", "ClientsModule", "ClientProxyFactory"),
            imports=_PACKAGES,
        ),
        CallRule(
            ("getService",),
            _service,
            types=("ClientGrpc", "ClientGrpcProxy", "ClientProxyFactory.create"),
            imports=_PACKAGES,
        ),
    ),
    files=(_calls, _named_patterns),
)
