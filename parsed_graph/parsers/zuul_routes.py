"""Zuul routes in code: `new ZuulRoute("/orders/**", "orders")` forwards to a service or a URL, without the path's fixed part."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, ProxyRoute, Text, render_text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_ALL = 7
"""Arguments of the whole constructor: id, path, service, URL, whether the fixed part goes, and two more."""


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    nodes = [argument.node for argument in call.arguments]
    if len(nodes) == 2:
        path, targets, keeps = nodes[0], nodes[1:], False
    elif len(nodes) == _ALL:
        path, targets, keeps = nodes[1], nodes[2:4], file.text(nodes[4]) == "false"
    else:
        return
    for pattern in argument_values(path, call, file):
        shown = render_text(pattern)
        fixed = [segment for segment in shown.split("/") if segment and "*" not in segment]
        given = [node for node in targets if file.text(node) != "null"]
        for target in (text for node in given for text in argument_values(node, call, file)):
            if target and not render_text(target).startswith("forward:"):
                strip = 0 if keeps else len(fixed)
                yield ProxyRoute(shown, _address(target), file.span(call.line), "zuul", strip, function=call.caller)


def _address(target: Text) -> Text:
    """A URL as it is, the name of a service as a balanced address."""
    first = target[0]
    is_name = isinstance(first, Literal) and not first.text.startswith(("http:", "https:"))
    return (Literal("lb://"), *target) if is_name else target


FRAMEWORK = Framework(
    "zuul_routes",
    ("java", "kotlin"),
    calls=(CallRule(("ZuulRoute",), _route, imports=("org.springframework.cloud.netflix.zuul",)),),
)
