"""ASP.NET minimal APIs: MapGet and its like are routes under their groups; a group that other files fill is a RoutePrefix.

https://learn.microsoft.com/aspnet/core/fundamentals/minimal-apis/route-handlers
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.csharp_calls import csharp_path, function_named
from parsed_graph.rules.csharp_routers import prefixes
from parsed_graph.rules.http_paths import HTTP_METHODS, joined_path
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.csharp_grammar import shape
from parsed_graph.syntax.csharp_libraries import EXTENSIONS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = {"MapGet": "GET", "MapPost": "POST", "MapPut": "PUT", "MapDelete": "DELETE", "MapPatch": "PATCH"}
_OTHERS = {"Map": "ANY", "MapHub": "ANY", "MapHealthChecks": "GET", "MapMcp": "ANY", "MapGraphQL": "POST"}
_HTTP_NAME = re.compile(r"\b(?:HttpMethods?\.)?(Get|Post|Put|Delete|Patch|Head|Options)\b|\"([A-Za-z]+)\"")
_ROUTER_TYPES = ("IEndpointRouteBuilder", "RouteGroupBuilder", "WebApplication", "IVersionedEndpointRouteBuilder")


def _mapped(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver is None or not call.arguments or (call.name == "Map" and len(call.arguments) != 2):
        return
    method = _VERBS.get(call.name) or _OTHERS[call.name]
    handler = call.arguments[-1].node if call.name in _VERBS or call.name == "Map" else None
    if call.name == "Map" and not literal_text(call.arguments[0].node, file):
        return  # AutoMapper, dictionaries and others map too.
    yield from _routes((method,), call, handler, file)


def _methods_mapped(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.MapMethods("/check", [HttpMethods.Options], handler)`."""
    if len(call.arguments) == 3:
        found = [a or b for a, b in _HTTP_NAME.findall(file.text(call.arguments[1].node))]
        methods = tuple(name.upper() for name in found if name.upper() in HTTP_METHODS) or ("ANY",)
        yield from _routes(methods, call, call.arguments[2].node, file)


def _routes(methods: tuple[str, ...], call: CallSyntax, handler, file: SourceFile) -> Iterator[Fact]:  # type: ignore[no-untyped-def]
    function = function_named(handler, call, file)
    router = call.caller if _is_given(call, file) else ""
    for prefix in prefixes(call.receiver, call, file):
        for path in texts(call.argument("pattern", position=0), call, file):
            whole = joined_path(prefix, csharp_path(path)) or (Literal("/"),)
            for method in methods:
                yield RouteDecl(method, whole, file.span(call.line), "aspnet-minimal", function, router=router)


def _is_given(call: CallSyntax, file: SourceFile) -> bool:
    """Whether a function maps its routes on a builder that callers hand to it."""
    function = call.function
    return function is not None and any(_is_builder(written) for written in function.parameters.values())


def _is_builder(written: str) -> bool:
    return any(name in written for name in _ROUTER_TYPES)


def _mounted(file: SourceFile) -> Iterator[Fact]:
    """`app.MapGroup("/orders").MapOrdersApi()`, `OrdersApi.Map(app.MapGroup("/orders"))`."""
    index = call_index(file)
    if not index.named("MapGroup"):
        return
    own = {function.name for function in file.functions}
    for call in file.calls:
        if call.is_new or call.name in EXTENSIONS or call.name in own or not call.name[:1].isupper():
            continue
        nodes = [argument.node for argument in call.arguments]
        if call.receiver is not None and call.name.startswith(("Map", "Add", "Use", "Register")):
            nodes.append(call.receiver)
        for node in nodes:
            if node.type not in ("identifier", "invocation_expression") or not _holds_group(node, file):
                continue
            target = (
                call.name
                if node is call.receiver
                else f"{shape(call.receiver, file.source).name}.{call.name}"
                if call.receiver
                else call.name
            )
            for prefix in prefixes(node, call, file):
                if prefix:
                    yield RoutePrefix(target, prefix, file.span(call.line))


def _holds_group(node, file: SourceFile) -> bool:  # type: ignore[no-untyped-def]
    made = file.origin(node)
    return made is not None and any(link.name == "MapGroup" for link in call_index(file).receivers(made))


FRAMEWORK = Framework(
    "aspnet_minimal",
    ("csharp",),
    calls=(CallRule((*_VERBS, *_OTHERS), _mapped), CallRule(("MapMethods",), _methods_mapped)),
    files=(_mounted,),
)
