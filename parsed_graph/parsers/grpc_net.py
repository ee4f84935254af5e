"""gRPC for .NET: a class derived from `X.XBase` is an RpcServe; an `X.XClient` is an RpcCall at the address it is registered or made with.

https://learn.microsoft.com/aspnet/core/grpc/clientfactory
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, Reference, RpcCall, RpcServe, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.csharp_calls import addresses, given_addresses, lambdas
from parsed_graph.syntax.csharp_grammar import type_name
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_BASE = re.compile(r"(?:^|\.)(\w+)\.(\w+)Base$")
_STUB = re.compile(r"(?:^|\.)(\w+)\.(\w+)Client$")
_INFRASTRUCTURE = frozenset({"Health", "ServerReflection"})


def _files(file: SourceFile) -> Iterator[Fact]:
    yield from _served(file)
    stubs = _stubs(file)
    if not stubs:
        return
    used: set[str] = set()
    for call in file.calls:
        api = stubs.get(call.receiver_type) if call.receiver is not None and call.name[:1].isupper() else None
        if api:
            used.add(api)
            method = call.name.removesuffix("Async")
            for address in _addresses(call, api, file):
                yield RpcCall(api, file.span(call.line), "grpc-net", method, address, call.caller)
    for call in file.calls:
        if call.is_new and call.name in stubs and stubs[call.name] not in used:
            for address in _channel(call, file):
                yield RpcCall(stubs[call.name], file.span(call.line), "grpc-net", address=address, function=call.caller)


def _served(file: SourceFile) -> Iterator[Fact]:
    """Every overriding method handles an operation."""
    for declared in file.types:
        for base in declared.bases:
            api = _served_api(base, file)
            if not api or api in _INFRASTRUCTURE:
                continue
            yield RpcServe(api, file.span(declared.line), "grpc-net", function="")
            for function in file.functions:
                if function.owner is declared and "ServerCallContext" in " ".join(function.parameters.values()):
                    yield RpcServe(api, file.span(function.line), "grpc-net", function.name, function.qualified_name)


def _served_api(base: str, file: SourceFile) -> str:
    """The API of `Basket.BasketBase`, and of `BasketBase` after `using static Shop.Basket;`."""
    match = _BASE.search(base)
    if match:
        return match.group(1) if match.group(1) == match.group(2) else ""
    name = base.removesuffix("Base")
    is_static = name != base and name.isidentifier() and b"using static" in file.source
    return (
        name
        if is_static and re.search(rb"^\s*using\s+static\s+[\w.]*\b" + name.encode() + rb"\s*;", file.source, re.M)
        else ""
    )


def _stubs(file: SourceFile) -> dict[str, str]:
    """The stub types that a file names, each with its API: `Basket.BasketClient`, also behind an alias."""
    if b"Client" not in file.source:
        return {}
    written = [w for declared in file.types for w in declared.fields.values()]
    written += [w for function in file.functions for w in function.parameters.values()]
    written += [
        file.text(call.node.child_by_field_name("type"))
        for call in file.calls
        if call.is_new and call.name.endswith("Client")
    ]
    found = {type_name(text): api for text in written if (api := _api(text))}
    found |= {alias: api for alias, target in file.imports.items() if (api := _api(target))}
    return found


def _api(written: str) -> str:
    match = _STUB.search(written.rstrip("?"))
    return (
        match.group(1) if match and match.group(1) == match.group(2) and match.group(1) not in _INFRASTRUCTURE else ""
    )


def _addresses(call: CallSyntax, api: str, file: SourceFile) -> list[Text]:
    """The channel that this file makes the stub with, else what it is registered with elsewhere."""
    made = file.origin(call.receiver)
    if made is not None and made.is_new:
        return _channel(made, file)
    own = [text for c in file.calls if c.is_new and c.name == f"{api}Client" for text in _channel(c, file) if text]
    return list(dict.fromkeys(own)) or [(Reference(f"{api}Client.Address"),)]


def _channel(made: CallSyntax, file: SourceFile) -> list[Text]:
    """`new Orders.OrdersClient(GrpcChannel.ForAddress(x))`."""
    channel = file.origin(made.argument("channel", position=0))
    if channel is None or not channel.arguments:
        return [()]
    return addresses(channel.arguments[0].node, channel, file) or [()]


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`AddGrpcClient<Basket.BasketClient>(o => o.Address = new Uri(x))`."""
    api = _api(call.type_arguments[0]) or _alias(call.type_arguments[0], file) if call.type_arguments else ""
    if not api:
        return
    for function in lambdas(call):
        for address in given_addresses(function, call, file, "Address"):
            yield ConstDecl(f"{api}Client.Address", address, file.span(call.line))
            yield RpcCall(api, file.span(call.line), "grpc-net", address=address, function=call.caller)


def _alias(written: str, file: SourceFile) -> str:
    return _api(file.imports.get(written, "")) or (written.removesuffix("Client") if written.endswith("Client") else "")


FRAMEWORK = Framework("grpc_net", ("csharp",), calls=(CallRule(("AddGrpcClient",), _registered),), files=(_files,))
