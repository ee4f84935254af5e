"""gRPC in Node.js: `addService` serves an API, client objects with an address call one; health and reflection are left out.

Dynamic clients are named for the service (`new shop.CartService(address, …)`), generated ones end in Client.
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, RpcCall, RpcServe, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import function_name, object_entries, origin, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("@grpc/grpc-js", "grpc", "@grpc/proto-loader", "nice-grpc", "grpc-web")
_IGNORED = frozenset({"Health", "ServerReflection", "HealthImplementation", "health"})
_CREDENTIALS = re.compile(r"(?i)create(Insecure|Ssl|FromSecureContext)|credentials|creds")
_WEB = re.compile(r"(?i)_grpc_web_pb|serviceclientpb|_pb_service")
_MAX_NAME = 100
_SERVICE = re.compile(r"(\w+)\.service$")


def _served(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) < 2:
        return
    api = _served_api(file.text(call.arguments[0].node))
    if not api or api in _IGNORED:
        return
    yield RpcServe(api, file.span(call.line), "grpc-js")
    for name, node in object_entries(call.arguments[1].node, file).items():
        function = function_name(node, call, file)
        if function and function != call.caller:
            yield RpcServe(api, file.span(call.line), "grpc-js", _method(name), function)


def _served_api(written: str) -> str:
    """`shop.CartService.service` -> CartService; a generated constant is named for the service and ends in one more Service."""
    found = _SERVICE.search(written[-_MAX_NAME:])
    if found is not None:
        return found.group(1).removesuffix("Client")
    name = written.rpartition(".")[2]
    return name.removesuffix("Service") if name.endswith("Service") and name[:1].isupper() else ""


def _clients(file: SourceFile) -> Iterator[Fact]:
    """Client objects, and the methods that are called on them."""
    if not (file.imports_any(_PACKAGES) or b"grpc" in file.source):
        return
    for call in file.calls:
        if call.is_new and _is_client(call, file):
            for address in _addresses(call, file):
                yield RpcCall(_api(call.name), file.span(call.line), _client(call, file), "", address, call.caller)
        elif call.receiver is not None and not call.is_new and call.receiver_type[:1].isupper():
            yield from _called(call, file)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = origin(call, file)
    if (
        made is None
        or not made.is_new
        or made.name != call.receiver_type
        or not _is_client(made, file)
        or not call.arguments
    ):
        return
    if call.name in ("close", "waitForReady", "getChannel", "makeUnaryRequest", "bind", "on"):
        return
    for address in _addresses(made, file):
        yield RpcCall(
            _api(made.name), file.span(call.line), _client(made, file), _method(call.name), address, call.caller
        )


def _is_client(call: CallSyntax, file: SourceFile) -> bool:
    """An object made from an address and credentials; grpc-web's need an address alone but come from generated files."""
    if not call.name[:1].isupper() or not call.arguments or _api(call.name) in (*_IGNORED, ""):
        return False
    if len(call.arguments) >= 2 and _CREDENTIALS.search(file.text(call.arguments[1].node)):
        return True
    return _is_web(call, file)


def _is_web(call: CallSyntax, file: SourceFile) -> bool:
    head = file.text(call.receiver).partition(".")[0] if call.receiver is not None else call.name
    module = file.imports.get(head, "")
    return bool(_WEB.search(module)) and call.name.endswith("Client")


def _client(call: CallSyntax, file: SourceFile) -> str:
    return "grpc-web" if _is_web(call, file) and len(call.arguments) < 2 else "grpc-js"


def _addresses(call: CallSyntax, file: SourceFile) -> list[Text]:
    return texts(call.arguments[0].node, call, file) or [()]


def _api(name: str) -> str:
    return name.removesuffix("Client").removesuffix("Promise")


def _method(name: str) -> str:
    return name[:1].upper() + name[1:]


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`createClient(CartDefinition, channel)` of nice-grpc."""
    if len(call.arguments) < 2:
        return
    api = file.text(call.arguments[0].node).rpartition(".")[2].removesuffix("Definition")
    channel = file.origin(call.arguments[1].node)
    addresses = (
        texts(channel.argument(position=0), channel, file) if channel and channel.name == "createChannel" else []
    )
    for address in addresses or [()]:
        yield RpcCall(api, file.span(call.line), "nice-grpc", "", address, call.caller)


def _added(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`server.add(CartDefinition, implementation)` of nice-grpc."""
    api = file.text(call.argument(position=0)).rpartition(".")[2]
    if api.endswith("Definition"):
        yield RpcServe(api.removesuffix("Definition"), file.span(call.line), "nice-grpc")


FRAMEWORK = Framework(
    "grpc_js",
    languages=SCRIPTS,
    calls=(
        CallRule(("addService", "addProtoService"), _served),
        CallRule(("createClient",), _created, imports=("nice-grpc",)),
        CallRule(("add",), _added, imports=("nice-grpc",)),
    ),
    files=(_clients,),
)
