"""grpc-go: RegisterXServer is an RpcServe; a client made by NewXClient is an RpcCall at the address of its connection, each method of it a call.

https://grpc.io/docs/languages/go/generated-code/
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RpcCall, RpcServe, Text, Unknown
from parsed_graph.framework import Framework
from parsed_graph.rules.go_calls import package_of
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.go_imports import is_generated
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

_REGISTERED = re.compile(r"^Register(\w+)Server$")
_GATEWAY = re.compile(r"^Register(\w+)HandlerFromEndpoint$")
_CLIENT = re.compile(r"^New(\w+)Client$")
_EMBEDDED = re.compile(r"^(?:Unimplemented|Unsafe)(\w+)Server$")
_STUB = re.compile(r"^(\w+)Client$")
_INFRASTRUCTURE = frozenset({"Health", "ServerReflection", "Channelz"})
_REGISTRIES = (
    "consul://",
    "etcd://",
    "nacos://",
    "zk://",
    "zookeeper://",
    "discovery://",
    "polaris://",
    "direct://",
    "dns:///",
    "passthrough:///",
    "xds:///",
)
_NO_METHODS = frozenset({"Close", "String"})


def _facts(file: SourceFile) -> Iterator[Fact]:
    made: dict[str, list[CallSyntax]] = {}
    for call in file.calls:
        name = call.name
        if call.is_new or len(name) < 10:
            continue
        if name.startswith("Register"):
            yield from _registered(call, file)
        elif name.startswith("New") and name.endswith("Client"):
            found = _CLIENT.match(name)
            if found and _makes_stub(call, file):
                made.setdefault(found.group(1), []).append(call)
    yield from _called(made, file)
    for declared in file.types:
        yield from _implemented(declared, file)


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    served = _REGISTERED.match(call.name)
    if served and len(call.arguments) == 2 and served.group(1) not in _INFRASTRUCTURE and package_of(call, file):
        yield RpcServe(served.group(1), file.span(call.line), "grpc-go", function=call.caller)
    forwarded = _GATEWAY.match(call.name)
    if forwarded and len(call.arguments) >= 3:
        for address in texts(call.arguments[2].node, call, file):
            yield RpcCall(
                forwarded.group(1), file.span(call.line), "grpc-gateway", address=address, function=call.caller
            )


def _implemented(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """The methods of a type that embeds `UnimplementedXServer` handle X's operations."""
    apis = [found.group(1) for base in declared.bases if (found := _EMBEDDED.match(base.rpartition(".")[2]))]
    for function in file.functions if apis else ():
        if function.owner is declared and _is_operation(function):
            for api in apis:
                yield RpcServe(api, file.span(function.line), "grpc-go", function.name, function.qualified_name)


def _is_operation(function: FunctionSyntax) -> bool:
    types = list(function.parameters.values())
    takes_message = any("." in text for text in types) and not any("HealthCheck" in text for text in types)
    return function.name[:1].isupper() and takes_message and len(types) in (1, 2)


def _makes_stub(call: CallSyntax, file: SourceFile) -> bool:
    """Whether a `NewXClient(conn)` comes from generated code: its package says so, or it is given a connection."""
    package = package_of(call, file)
    if not package or len(call.arguments) != 1:
        return False
    path = next((path for path in file.imported if path.replace("/", ".") == package), package)
    if is_generated(path):
        return True
    connection = call.arguments[0].node
    return file.type_of(connection).endswith("ClientConn") or file.text(connection).rpartition(".")[2].lower().endswith(
        "conn"
    )


def _called(made: dict[str, list[CallSyntax]], file: SourceFile) -> Iterator[Fact]:
    """The stubs of a file, and each method that is called on one."""
    stubs = set(made) | _declared_stubs(file)
    if not stubs:
        return
    addresses = {api: _addresses(calls, file) for api, calls in made.items()}
    used: set[str] = set()
    for call in file.calls:
        match = (
            _STUB.match(call.receiver_type)
            if call.receiver is not None and call.receiver_type.endswith("Client")
            else None
        )
        if match is None or match.group(1) not in stubs or not call.name[:1].isupper() or call.name in _NO_METHODS:
            continue
        api = match.group(1)
        used.add(api)
        for address in _known(texts(call.receiver, call, file)) or addresses.get(api) or [()]:
            yield RpcCall(api, file.span(call.line), "grpc-go", call.name, _target(address), call.caller)
    for api, calls in made.items():
        for call in calls if api not in used else ():
            for address in _addresses([call], file):
                yield RpcCall(api, file.span(call.line), "grpc-go", address=_target(address), function=call.caller)


def _known(found: list[Text]) -> list[Text]:
    return [text for text in found if any(part != Unknown("") for part in text)]


def _target(address: Text) -> Text:
    """Of a target that a registry resolves (`consul://host/orders`), the service's name. https://github.com/grpc/grpc/blob/master/doc/naming.md"""
    first = address[0] if address else None
    if not isinstance(first, Literal) or not first.text.startswith(_REGISTRIES):
        return address
    for index in range(len(address) - 1, -1, -1):
        part = address[index]
        if isinstance(part, Literal) and "/" in part.text:
            name = part.text.rpartition("/")[2].partition("?")[0]
            return (*((Literal(name),) if name else ()), *address[index + 1 :])
    return address


def _declared_stubs(file: SourceFile) -> set[str]:
    """Stub types of fields and parameters: `client pb.CartServiceClient`."""
    found: set[str] = set()
    for written in (
        *[w for t in file.types for w in t.fields.values()],
        *[w for f in file.functions for w in f.parameters.values()],
    ):
        if not written.endswith("Client") or "." not in written:
            continue
        alias, _, name = written.lstrip("*").partition(".")
        path = file.imports.get(alias, "")
        if path and is_generated(next((p for p in file.imported if p.replace("/", ".") == path), path)):
            found.add(name.removesuffix("Client"))
    return found


def _addresses(calls: list[CallSyntax], file: SourceFile) -> list[Text]:
    found = [text for call in calls for text in texts(call.arguments[0].node, call, file)]
    return list(dict.fromkeys(found)) or [()]


FRAMEWORK = Framework("grpc_go", ("go",), files=(_facts,))
