"""gRPC in Python: `add_…Servicer_to_server` serves an API, a stub on a channel calls one; health and reflection are left out."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, RpcCall, RpcServe, Text
from parsed_graph.framework import Framework
from parsed_graph.rules.script_arguments import origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_IGNORED = frozenset({"Health", "ServerReflection", "Channelz"})
_HEALTH_METHODS = frozenset({"Check", "Watch"})
_CHANNELS = frozenset({"insecure_channel", "secure_channel"})
_WRAPPERS = frozenset({"intercept_channel"})
_START, _END = "add_", "Servicer_to_server"


def _read(file: SourceFile) -> Iterator[Fact]:
    if b"Servicer_to_server" not in file.source and b"Stub" not in file.source:
        return
    for call in file.calls:
        if call.name.startswith(_START) and call.name.endswith(_END):
            yield from _served(call, file)
        elif call.name.endswith("Stub") and _is_generated(call, file):
            yield from _stub(call, file)
        elif call.receiver_type.endswith("Stub") and call.receiver is not None:
            yield from _called(call, file)


def _served(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    api = call.name[len(_START) : -len(_END)]
    if api in _IGNORED:
        return
    span = file.span(call.line)
    yield RpcServe(api, span, "grpc-python")
    owner = _servicer(call.argument("servicer", position=0), file)
    bases = {base.rpartition(".")[2] for base in owner.bases} if owner is not None else set()
    for function in file.functions if f"{api}Servicer" in bases else ():
        is_health = function.name in _HEALTH_METHODS and file.imports_any(("grpc_health",))
        if function.owner is owner and function.name[:1].isupper() and not is_health:
            yield RpcServe(api, file.span(function.line), "grpc-python", function.name, function.qualified_name)


def _servicer(node: Node | None, file: SourceFile) -> TypeSyntax | None:
    made = file.origin(node)
    return next((t for t in file.types if made is not None and t.name == made.name), None)


def _stub(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    api = call.name.removesuffix("Stub")
    if api and api not in _IGNORED:
        for address in _addresses(call, file):
            yield RpcCall(api, file.span(call.line), "grpc-python", "", address, call.caller)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    api = call.receiver_type.removesuffix("Stub")
    if not api or api in _IGNORED or not call.name[:1].isupper():
        return
    made = origin(call, file)
    known = made is not None and made.name == call.receiver_type
    for address in _addresses(made, file) if made is not None and known else [()]:
        yield RpcCall(api, file.span(call.line), "grpc-python", call.name, address, call.caller)


def _addresses(stub: CallSyntax, file: SourceFile) -> list[Text]:
    """What the channel of a stub dials, () where another place makes the channel."""
    channel = file.origin(stub.argument("channel", position=0))
    for _ in range(3):
        if channel is None or channel.name not in _WRAPPERS:
            break
        channel = file.origin(channel.argument(position=0))
    if channel is None or channel.name not in _CHANNELS:
        return [()]
    return texts(channel.argument("target", position=0), channel, file) or [()]


def _is_generated(call: CallSyntax, file: SourceFile) -> bool:
    """Whether a class ending in Stub comes from generated gRPC code."""
    module = file.text(call.receiver) if call.receiver is not None else file.imports.get(call.name, "")
    return "_grpc" in module or (bool(module) and file.imports_any(("grpc",)) and len(call.arguments) == 1)


FRAMEWORK = Framework("grpc_python", languages=("python",), files=(_read,))
