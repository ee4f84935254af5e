"""gRPC in Ruby: a handled service class is an RpcServe, a stub an RpcCall at the address it dials, each method of it a call; Gruf, too.

https://grpc.io/docs/languages/ruby/basics/
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, RpcCall, RpcServe
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import literal_text, origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_IGNORED = frozenset({"Health", "ServerReflection", "Channelz"})


def _handled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`server.handle(OrdersService.new)`; the class may be of this file."""
    if call.receiver is None or not call.arguments:
        return
    name = file.text(call.arguments[0].node).removesuffix(".new").partition(".new(")[0].rpartition("::")[2]
    declared = next((t for t in file.types if t.name == name), None)
    api = _api(declared) if declared is not None else name.removesuffix("Server").removesuffix("Impl")
    if api and api not in _IGNORED and name[:1].isupper():
        yield RpcServe(api, file.span(call.line), "grpc-ruby")


def _implemented(file: SourceFile) -> Iterator[Fact]:
    """`class OrdersServer < Shop::Orders::Service`: its methods handle the operations."""
    if b"::Service" not in file.source and b"Gruf" not in file.source:
        return
    for declared in file.types:
        api = _api(declared) or _bound(declared, file)
        if not api or api in _IGNORED:
            continue
        for function in file.functions:
            is_operation = (
                function.owner is declared and function.name != "initialize" and len(function.parameters) <= 2
            )
            if is_operation and (function.parameters or _bound(declared, file)):
                yield RpcServe(api, file.span(function.line), "grpc-ruby", function.name, function.qualified_name)


def _api(declared: TypeSyntax | None) -> str:
    base = next((b for b in declared.bases if b.endswith("::Service")), "") if declared is not None else ""
    return base.removesuffix("::Service").rpartition("::")[2]


def _bound(declared: TypeSyntax, file: SourceFile) -> str:
    """Gruf: `bind Shop::Orders::Service` in a controller."""
    bind = next((c for c in file.calls if c.name == "bind" and c.owner is declared and c.function is None), None)
    written = file.text(bind.arguments[0].node) if bind is not None and bind.arguments else ""
    return written.removesuffix("::Service").rpartition("::")[2] if written.endswith("::Service") else ""


def _stub(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Shop::Orders::Stub.new("orders:50051", :this_channel_is_insecure)`."""
    api = _stub_api(call, file)
    if api and api not in _IGNORED:
        for address in texts(call.argument("host", position=0), call, file) or [()]:
            yield RpcCall(api, file.span(call.line), "grpc-ruby", "", address, call.caller)


def _stub_api(call: CallSyntax, file: SourceFile) -> str:
    receiver = call.node.child_by_field_name("receiver")
    return file.text(receiver).removesuffix("::Stub").rpartition("::")[2] if receiver is not None else ""


def _called(file: SourceFile) -> Iterator[Fact]:
    """Methods of a stub that this file makes."""
    if b"Stub" not in file.source:
        return
    for call in file.calls:
        if call.receiver is None or call.is_new or call.receiver_type != "Stub":
            continue
        made = origin(call, file)
        if made is None or made.name != "Stub" or not call.arguments:
            continue
        api = _stub_api(made, file)
        for address in texts(made.argument("host", position=0), made, file) or [()]:
            if api and api not in _IGNORED:
                yield RpcCall(api, file.span(call.line), "grpc-ruby", call.name, address, call.caller)


def _gruf(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Gruf::Client.new(service: ::Shop::Orders, options: {hostname: …})`."""
    service = file.text(call.argument("service")).rpartition("::")[2]
    options = call.argument("options")
    host = file.entries(options).get("hostname") if options is not None else None
    for address in texts(host, call, file) or [()] if service else []:
        yield RpcCall(
            service, file.span(call.line), "gruf", literal_text(call.argument("method"), file), address, call.caller
        )


FRAMEWORK = Framework(
    "grpc_ruby",
    languages=("ruby",),
    calls=(
        CallRule(("handle",), _handled, imports=("GRPC", "grpc")),
        CallRule(("Stub",), _stub, types=("Stub",)),
        CallRule(("Client",), _gruf, types=("Client",), imports=("Gruf",)),
    ),
    files=(_implemented, _called),
)
