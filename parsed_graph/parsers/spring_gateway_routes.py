"""Spring Cloud Gateway routes written in code: RouteLocatorBuilder's and the MVC gateway's routes are ProxyRoutes, their builder a RoleDecl.

https://docs.spring.io/spring-cloud-gateway/reference/
"""

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, ProxyRoute, RoleDecl, Text, render_text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_GATEWAY = ("org.springframework.cloud.gateway",)
_MVC = ("org.springframework.cloud.gateway.server.mvc",)
_PRODUCT = "spring-cloud-gateway"
_VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "route")
_CHANGES = ("stripPrefix", "prefixPath", "setPath", "rewritePath")


def _built(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield RoleDecl("gateway", _PRODUCT, file.span(call.line))


def _routed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`r.path("/orders/**").filters(f -> f.stripPrefix(1)).uri("lb://orders")`."""
    index = call_index(file)
    links = index.receivers(call)
    paths = [text for link in links if link.name == "path" for text in _texts(link, file)]
    changes = [inner for link in links if link.name == "filters" for inner in _changes_in(link, file)]
    if call.receiver is None or not any(link.name in ("path", "host", "method", "alwaysTrue") for link in links):
        return
    yield from _routes(paths, argument_values(call.argument("uri", position=0), call, file), changes, call, file)


def _kotlin_routed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`route { path("/orders/**"); filters { stripPrefix(1) }; uri("lb://orders") }`."""
    if file.language != "kotlin":
        return
    own = [inner for inner in call_index(file).within(call.node) if inner.receiver is None and inner is not call]
    paths = [text for inner in own if inner.name == "path" for text in _texts(inner, file)]
    targets = [text for inner in own if inner.name == "uri" for text in _texts(inner, file)]
    changes = [inner for inner in own if inner.name in _CHANGES]
    yield from _routes(paths, targets, changes, call, file)


def _function_routed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`route("orders").GET("/orders/**", http("http://orders")).before(stripPrefix(1))`, or `.filter(lb("orders"))`."""
    index = call_index(file)
    handler = index.at(call.argument(position=1))
    if handler is None or handler.name != "http":
        return
    predicate = index.at(call.argument(position=0))
    paths = _texts(predicate, file) if predicate else argument_values(call.argument(position=0), call, file)
    links = index.chain(call)
    inner = [made for link in links if link.name in ("before", "filter") for made in _made_in(link, file)]
    targets = _texts(handler, file) if handler.arguments else []
    for made in inner:
        if made.name in ("lb", "uri"):
            prefix = "lb://" if made.name == "lb" else ""
            targets = [(Literal(prefix + render_text(text)),) for text in _texts(made, file)]
    yield from _routes(paths, targets, [made for made in inner if made.name in _CHANGES], call, file)


def _made_in(link: CallSyntax, file: SourceFile) -> list[CallSyntax]:
    return [made for argument in link.arguments for made in call_index(file).within(argument.node)]


def _changes_in(link: CallSyntax, file: SourceFile) -> list[CallSyntax]:
    return [made for made in _made_in(link, file) if made.name in _CHANGES]


def _texts(call: CallSyntax, file: SourceFile) -> list[Text]:
    nodes: list[Node] = [argument.node for argument in call.arguments]
    return [text for node in nodes if node.type not in ("true", "false") for text in argument_values(node, call, file)]


def _routes(
    paths: Sequence[Text],
    targets: Sequence[Text],
    changes: Sequence[CallSyntax],
    call: CallSyntax,
    file: SourceFile,
) -> Iterator[Fact]:
    strip, added = _change(changes, file)
    for path in [render_text(text) for text in paths] or ["/**"]:
        rewrite = _rewritten(path, strip, added) if added is not None else None
        for target in targets:
            yield ProxyRoute(path, target, file.span(call.line), _PRODUCT, strip, rewrite, function=call.caller)


def _change(changes: Sequence[CallSyntax], file: SourceFile) -> tuple[int, str | None]:
    """How many segments are dropped, and what is put in front (None for nothing)."""
    strip, added = 0, None
    for change in changes:
        values = [render_text(text) for text in _texts(change, file)]
        if change.name == "stripPrefix" and values and values[0].isdigit():
            strip = int(values[0])
        elif change.name == "prefixPath" and values:
            added = values[0]
        elif change.name == "setPath" and values:
            return 99, re.split(r"[{$]", values[0], maxsplit=1)[0]
        elif change.name == "rewritePath" and len(change.arguments) == 2:
            # As written: `${rest}` is a group of the expression here, no placeholder.
            pattern, replacement = (file.text(argument.node).strip('"') for argument in change.arguments)
            strip = len(_segments(re.split(r"[(?\[.*]", pattern, maxsplit=1)[0]))
            added = replacement.partition("$")[0]
    return strip, added


def _rewritten(path: str, strip: int, added: str) -> str:
    """What stands in the place of the route's fixed prefix behind the gateway."""
    fixed = [segment for segment in _segments(path) if "*" not in segment]
    return "/" + "/".join([*_segments(added), *fixed[strip:]])


def _segments(path: str) -> list[str]:
    return [segment for segment in path.split("/") if segment]


FRAMEWORK = Framework(
    "spring_gateway_routes",
    ("java", "kotlin"),
    calls=(
        CallRule(("routes",), _built, types=("RouteLocatorBuilder",), imports=_GATEWAY),
        CallRule(("uri",), _routed, imports=_GATEWAY),
        CallRule(("route",), _kotlin_routed, imports=_GATEWAY),
        CallRule(_VERBS, _function_routed, imports=_MVC),
    ),
)
