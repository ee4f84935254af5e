"""tonic: `XServer::new(service)` serves an API, `XClient::connect(address)` dials one, each method of the client is a call.

https://docs.rs/tonic
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, RpcCall, RpcServe, Text
from parsed_graph.framework import Framework
from parsed_graph.rules.script_arguments import origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_IGNORED = frozenset({"Health", "ServerReflection", "Channelz"})
_SERVERS = frozenset({"with_interceptor", "from_arc", "new"})
_DIALS = frozenset({"connect", "new", "with_interceptor", "with_origin"})
_NO_METHODS = frozenset(
    """connect new with_interceptor with_origin clone max_decoding_message_size max_encoding_message_size
    send_compressed accept_compressed await unwrap expect map_err ready lock""".split()
)


def _facts(file: SourceFile) -> Iterator[Fact]:
    if b"Client" not in file.source and b"Server" not in file.source:
        return
    if not file.imports_any(("tonic",)) and b"_client::" not in file.source and b"_server::" not in file.source:
        return
    for call in file.calls:
        if call.name.endswith("Server") and call.is_new:
            yield from _served(call.name, call, file)
        elif call.name in _SERVERS and call.receiver_type.endswith("Server"):
            yield from _served(call.receiver_type, call, file)
        elif (call.name.endswith("Client") and call.is_new) or (
            call.name in _DIALS and call.receiver_type.endswith("Client")
        ):
            yield from _dialled(call, file)
        elif ".".join(call.receiver_type.split(".")[:1]).endswith("Client"):
            yield from _called(call, file)
    for declared in file.types:
        yield from _implemented(declared, file)


def _served(name: str, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    api = name.removesuffix("Server")
    if api and api not in _IGNORED and _is_generated(name, "server", file):
        yield RpcServe(api, file.span(call.line), "tonic", function=call.caller)


def _implemented(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """`impl Shipping for ShippingService`: the methods of a generated trait handle its operations."""
    for base in declared.bases:
        api = base.partition("<")[0].rpartition("::")[2]
        if api in _IGNORED or not _is_trait(base, api, file):
            continue
        for function in file.functions:
            if function.owner is declared and any("Request" in written for written in function.parameters.values()):
                yield RpcServe(api, file.span(function.line), "tonic", function.name, function.qualified_name)


def _is_trait(base: str, api: str, file: SourceFile) -> bool:
    qualified = file.imports.get(base) or file.imports.get(api) or base.replace("::", ".")
    return f"{_snake(api)}_server." in f"{qualified}."


def _dialled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    name = call.name if call.is_new else call.receiver_type
    api = name.removesuffix("Client")
    if api and api not in _IGNORED and _is_generated(name, "client", file):
        for address in _addresses(call, file):
            yield RpcCall(api, file.span(call.line), "tonic", "", address, call.caller)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.place_order(request)` on a stub that this file makes, or that a field holds."""
    name = call.receiver_type.partition(".")[0]
    api = name.removesuffix("Client")
    if (
        call.name in _NO_METHODS
        or len(call.arguments) != 1
        or api in _IGNORED
        or not _is_generated(name, "client", file)
    ):
        return
    made = origin(call, file)
    is_stub = made is not None and (made.is_new or made.name in _DIALS)
    for address in _addresses(made, file) if made is not None and is_stub else [()]:
        yield RpcCall(api, file.span(call.line), "tonic", call.name, address, call.caller)


def _addresses(call: CallSyntax, file: SourceFile) -> list[Text]:
    """What a stub dials: the address, or that of the channel that it is given."""
    found = texts(call.argument("dst", position=0), call, file)
    return [text for text in found if not all(getattr(part, "name", None) == "" for part in text)] or [()]


def _is_generated(name: str, kind: str, file: SourceFile) -> bool:
    """Whether a type comes from code that tonic generates: it lies in a module named for it."""
    module = f"{_snake(name.removesuffix('Client').removesuffix('Server'))}_{kind}"
    qualified = file.imports.get(name, "")
    return f".{module}." in f".{qualified}" or f"{module}::{name}".encode() in file.source


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


FRAMEWORK = Framework("tonic", languages=("rust",), files=(_facts,))
