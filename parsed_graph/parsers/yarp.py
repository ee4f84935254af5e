"""YARP and Ocelot: MapForwarder and routes built in code are ProxyRoutes; adding the proxy makes a gateway.

Routes in configuration (`ReverseProxy:Routes:…`, ocelot.json) are configuration values.
https://learn.microsoft.com/aspnet/core/fundamentals/servers/yarp/yarp-overview
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, ProxyRoute, RoleDecl, Text, render_text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.csharp_calls import csharp_path, discovered
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def _forwarded(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.MapForwarder("/images/{id}", "http://catalog", "/items/{id}/pic")`."""
    if len(call.arguments) < 2:
        return
    rewrite = literal_text(call.arguments[2].node, file) if len(call.arguments) > 2 else ""
    for path in texts(call.arguments[0].node, call, file):
        for target in texts(call.arguments[1].node, call, file):
            yield ProxyRoute(
                render_text(csharp_path(path)), discovered(target), file.span(call.line), "yarp",
                rewrite=render_text(csharp_path(texts(call.arguments[2].node, call, file)[0])) if rewrite else None, function=call.caller,
            )  # fmt: skip


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new RouteConfig { ClusterId = "c", Match = new RouteMatch { Path = "/x/{**rest}" } }` with the ClusterConfig of that name."""
    if not call.is_new:
        return
    cluster = literal_text(call.argument("ClusterId"), file)
    match = call_index(file).at(call.argument("Match"))
    paths = texts(match.argument("Path"), match, file) if match is not None else []
    for target in _destinations(cluster, file):
        for path in paths:
            yield ProxyRoute(render_text(csharp_path(path)), target, file.span(call.line), "yarp", function=call.caller)


def _destinations(cluster: str, file: SourceFile) -> Iterator[Text]:
    index = call_index(file)
    for config in index.named("ClusterConfig"):
        if config.is_new and literal_text(config.argument("ClusterId"), file) == cluster:
            for destination in index.within(config.node):
                if destination.name == "DestinationConfig":
                    yield from [discovered(text) for text in texts(_address(destination), destination, file)]


def _address(destination: CallSyntax) -> Node | None:
    return destination.argument("Address")


def _role(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    product = "ocelot" if call.name == "AddOcelot" else "yarp"
    yield RoleDecl("gateway", product, file.span(call.line))


FRAMEWORK = Framework(
    "yarp",
    ("csharp",),
    calls=(
        CallRule(("MapForwarder",), _forwarded),
        CallRule(("RouteConfig",), _configured),
        CallRule(("AddReverseProxy", "AddOcelot"), _role),
    ),
)
