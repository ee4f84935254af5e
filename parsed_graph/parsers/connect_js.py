"""Connect (ConnectRPC) in Node.js and browsers: clients with their transport's base URL, services of a router."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, RpcCall, RpcServe, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import entry_of, function_name, object_entries, origin, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("@connectrpc", "@bufbuild/connect")
_MAKERS = ("createClient", "createPromiseClient", "createCallbackClient")
_TRANSPORTS = ("createConnectTransport", "createGrpcTransport", "createGrpcWebTransport")


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for address in _addresses(call, file):
        yield RpcCall(_api(call, file), file.span(call.line), "connect", "", address, call.caller)


def _calls(file: SourceFile) -> Iterator[Fact]:
    for call in file.calls if file.imports_any(_PACKAGES) else ():
        made = origin(call, file) if call.receiver is not None else None
        if made is not None and made.name in _MAKERS and made is not call:
            method = call.name[:1].upper() + call.name[1:]
            for address in _addresses(made, file):
                yield RpcCall(_api(made, file), file.span(call.line), "connect", method, address, call.caller)


def _api(call: CallSyntax, file: SourceFile) -> str:
    return file.text(call.argument(position=0)).rpartition(".")[2]


def _addresses(call: CallSyntax, file: SourceFile) -> list[Text]:
    transport = file.origin(call.argument(position=1))
    if transport is None or transport.name not in _TRANSPORTS:
        return [()]
    return texts(entry_of(transport.argument(position=0), file, "baseUrl"), transport, file) or [()]


def _served(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    api = _api(call, file)
    if not api[:1].isupper():
        return
    yield RpcServe(api, file.span(call.line), "connect")
    for name, node in object_entries(call.argument(position=1), file).items():
        function = function_name(node, call, file)
        if function and function != call.caller:
            yield RpcServe(api, file.span(call.line), "connect", name[:1].upper() + name[1:], function)


FRAMEWORK = Framework(
    "connect_js",
    languages=SCRIPTS,
    calls=(
        CallRule(_MAKERS, _created, imports=_PACKAGES),
        CallRule(("service",), _served, imports=_PACKAGES),
    ),
    files=(_calls,),
)
