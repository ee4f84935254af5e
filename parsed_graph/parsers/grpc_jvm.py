"""gRPC on the JVM: a class that extends `XImplBase` serves X, a stub of XGrpc calls it over the channel that the file builds."""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RpcCall, RpcServe, Setting, Text
from parsed_graph.framework import Framework, simple_name
from parsed_graph.rules.call_index import call_index
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile, TypeSyntax

_IGNORED = frozenset({"Health", "ServerReflection"})
_STUB = re.compile(r"^(\w+?)(?:Blocking|Future|Coroutine|BlockingV2)?Stub$")
_BASE = re.compile(r"^(\w+?)(?:Coroutine)?ImplBase$")
_MAKERS = frozenset({"newBlockingStub", "newBlockingV2Stub", "newStub", "newFutureStub"})
_BUILDERS = frozenset({"ManagedChannelBuilder", "NettyChannelBuilder", "OkHttpChannelBuilder", "Grpc"})
_PLUMBING = re.compile(r"^(with[A-Z]\w*|getChannel|getCallOptions|build)$")


def _read(file: SourceFile) -> Iterator[Fact]:
    if b"Grpc" not in file.source and b"ImplBase" not in file.source:
        return
    for declared in file.types:
        yield from _served(declared, file)
    addresses = [address for call in file.calls for address in _channel(call, file)]
    clients: dict[str, Text] = {}
    for annotation in file.annotations:
        if annotation.name == "GrpcClient" and file.imports_any(("io.quarkus.grpc",)):
            clients |= _injected_by_quarkus(annotation, file)
        else:
            yield from _injected(annotation, file)
    for call in file.calls:
        if call.receiver_type not in clients:
            yield from _called(call, file, addresses)
        elif call_index(file).at(call.receiver) is None:  # Not what is done with the reply.
            api = _STUB.sub(r"\1", call.receiver_type)
            yield RpcCall(api, file.span(call.line), "grpc-java", call.name, clients[call.receiver_type], call.caller)


def _served(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    for base in declared.bases:
        match = _BASE.match(simple_name(base))
        if match and match[1] not in _IGNORED:
            yield RpcServe(match[1], file.span(declared.line), "grpc-java")
            for function in file.functions:
                if function.owner is declared and function.name != declared.name:
                    span = file.span(function.line)
                    yield RpcServe(match[1], span, "grpc-java", function.name, function.qualified_name)


def _channel(call: CallSyntax, file: SourceFile) -> Iterator[Text]:
    """`forAddress(host, port)` and `forTarget(target)` of a channel builder."""
    if call.receiver_type not in _BUILDERS:
        return
    if call.name in ("forTarget", "newChannelBuilder"):
        yield from file.lower(call.argument(position=0), call.function, call.owner)
    elif call.name in ("forAddress", "newChannelBuilderForAddress"):
        for host in file.lower(call.argument(position=0), call.function, call.owner):
            port = file.text(call.argument(position=1))
            yield (*host, Literal(f":{port}")) if port.isdigit() else host


def _injected(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@GrpcClient("inventory") XBlockingStub` dials what `grpc.client.inventory.address` says, else the name itself."""
    if annotation.name != "GrpcClient" or not annotation.on_field or annotation.on_type is None:
        return
    match = _STUB.match(simple_name(annotation.on_type.fields.get(annotation.on_field, "")))
    names = file.lower(annotation.argument("value", position=0), None, annotation.on_type)
    for name in names if match else ():
        key = "".join(part.text for part in name if isinstance(part, Literal)) or annotation.on_field
        address: Text = (Setting(f"grpc.client.{key}.address", key),)
        yield RpcCall(match[1] if match else "", file.span(annotation.line), "grpc-java", "", address)


def _injected_by_quarkus(annotation: AnnotationSyntax, file: SourceFile) -> dict[str, Text]:
    """Type and address of `@GrpcClient("inventory") Inventory client`, a field or a parameter: https://quarkus.io/guides/grpc-service-consumption."""
    function, owner = annotation.on_function, annotation.on_type
    declared = function.parameters.get(annotation.on_parameter, "") if function else ""
    declared = declared or (owner.fields.get(annotation.on_field, "") if owner else "")
    name = (
        file.text(annotation.argument("value", position=0)).strip('"') or annotation.on_parameter or annotation.on_field
    )
    key = f"quarkus.grpc.clients.{name}"
    return {simple_name(declared): (Setting(f"{key}.host"), Literal(":"), Setting(f"{key}.port", "9000"))}


def _called(call: CallSyntax, file: SourceFile, addresses: list[Text]) -> Iterator[Fact]:
    maker = _is_maker(call)
    stub = _STUB.match(call.receiver_type)
    api = call.receiver_type.removesuffix("Grpc") if maker else stub[1] if stub else _made(call, file)
    if not api or api in _IGNORED or (not maker and _PLUMBING.match(call.name)):
        return
    for address in addresses or [()]:
        yield RpcCall(api, file.span(call.line), "grpc-java", "" if maker else call.name, address, call.caller)


def _is_maker(call: CallSyntax) -> bool:
    return call.name in _MAKERS and call.receiver_type.endswith("Grpc")


def _made(call: CallSyntax, file: SourceFile) -> str:
    """The API of a stub that is made on the spot, or held by a variable without a type: `val stub = XGrpc.newBlockingStub(channel)`."""
    if call.receiver is None or not call.receiver_type.endswith("Grpc"):
        return ""  # Of a chain and of what it is assigned to, the type is that of its start.
    index = call_index(file)
    links = index.receivers(call)[:-1]
    name = file.text(call.receiver).removeprefix("this.")
    if not links and name.isidentifier():
        assigned = index.assigned(name, call.function, call.owner) or index.assigned(name, None, call.owner)
        links = [link for origin in assigned for link in index.receivers(origin)]
    return next((link.receiver_type.removesuffix("Grpc") for link in links if _is_maker(link)), "")


FRAMEWORK = Framework("grpc_jvm", ("java", "kotlin"), files=(_read,))
