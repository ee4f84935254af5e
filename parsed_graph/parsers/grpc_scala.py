"""gRPC in Scala (ScalaPB, Akka and Pekko gRPC, fs2-grpc): generated handlers serve, generated clients and stubs call."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, RpcCall, RpcServe, Setting, Text
from parsed_graph.framework import Framework
from parsed_graph.rules.connections import host_and_port
from parsed_graph.syntax.alternatives import plain
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_AKKA = ("akka.grpc", "org.apache.pekko.grpc")
_IGNORED = frozenset({"Health", "ServerReflection", "Service", "Reflection"})
_HANDLER = re.compile(r"^(\w+?)(?:PowerApi)?Handler$")
_STUBS = frozenset({"stub", "blockingStub", "stubResource", "mkClient", "mkClientResource", "clientResource", "client"})
_BINDINGS = frozenset({"bindService", "bindServiceResource", "service", "serviceResource"})
_GENERATED = re.compile(r"^(\w+?)(?:Fs2)?Grpc$")
_BUILDERS = frozenset({"ManagedChannelBuilder", "NettyChannelBuilder", "OkHttpChannelBuilder"})


def _read(file: SourceFile) -> Iterator[Fact]:
    is_akka = file.imports_any(_AKKA)
    if not is_akka and b"Grpc" not in file.source:
        return
    addresses = list(dict.fromkeys(text for call in file.calls for text in _dialled(call, file)))
    for call in file.calls:
        yield from _served(call, is_akka, file)
        yield from _called(call, is_akka, addresses, file)


def _served(call: CallSyntax, is_akka: bool, file: SourceFile) -> Iterator[Fact]:
    """`OrdersHandler.partial(implementation)`, `OrdersHandler(implementation)`, `OrdersGrpc.bindService(…)`."""
    last = file.text(call.receiver).rpartition(".")[2] if call.receiver is not None else ""
    handler = _HANDLER.match(last if call.name in ("partial", "withServerReflection", "apply") else call.name)
    generated = _GENERATED.match(last) if call.name in _BINDINGS else None
    found = handler if is_akka and handler and call.arguments and not call.is_new else generated
    if found is not None and found[1] not in _IGNORED:
        yield RpcServe(found[1], file.span(call.line), "grpc-scala", function=call.caller)


def _called(call: CallSyntax, is_akka: bool, addresses: list[Text], file: SourceFile) -> Iterator[Fact]:
    """`OrdersClient(settings)`, `OrdersGrpc.stub(channel)`, `OrdersFs2Grpc.stubResource(channel)`."""
    last = file.text(call.receiver).rpartition(".")[2] if call.receiver is not None else ""
    generated = _GENERATED.match(last) if call.name in _STUBS else None
    api = generated[1] if generated else ""
    if is_akka and call.name.endswith("Client") and call.name[:1].isupper() and call.arguments:
        settings = call.arguments[0].node
        origin = file.origin(settings)
        is_settings = file.type_of(settings).startswith("GrpcClientSettings") or (
            origin is not None and "GrpcClientSettings" in file.text(origin.node)
        )
        api = call.name.removesuffix("Client") if is_settings else ""
    if api and api not in _IGNORED:
        for address in addresses or [()]:
            yield RpcCall(api, file.span(call.line), "grpc-scala", "", address, call.caller)


def _dialled(call: CallSyntax, file: SourceFile) -> Iterator[Text]:
    """What the file's channels and client settings connect to."""
    on = file.text(call.receiver).rpartition(".")[2].partition("(")[0].strip() if call.receiver is not None else ""
    first = call.argument(position=0)
    if on == "GrpcClientSettings" and call.name == "fromConfig":
        for name in file.lower(first, call.function, call.owner):
            key = plain(name)
            if key:
                yield (Setting(f"akka.grpc.client.{key}.host", key),)
    elif (on == "GrpcClientSettings" and call.name == "connectToServiceAt") or (
        on in _BUILDERS and call.name == "forAddress"
    ):
        port = call.argument(position=1)
        hosts = file.lower(first, call.function, call.owner)
        yield from host_and_port(hosts, file.lower(port, call.function, call.owner) if port is not None else ())
    elif on in _BUILDERS and call.name == "forTarget":
        yield from file.lower(first, call.function, call.owner)


FRAMEWORK = Framework("grpc_scala", ("scala",), files=(_read,))
