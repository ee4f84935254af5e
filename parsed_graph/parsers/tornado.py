"""Tornado: the URL specifications of an Application, with the methods of handlers in the same file."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.python_routers import class_methods, routes, type_named
from parsed_graph.rules.route_syntax import each, regex_path
from parsed_graph.rules.script_arguments import function_name, members, texts, unwrapped
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("tornado",)


def _application(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for member in members(call.argument("handlers", position=0), file):
        node = unwrapped(member, file)
        if node is not None and node.type in ("tuple", "list") and node.named_child_count >= 2:
            yield from _specification(node.named_children[0], node.named_children[1], call, file)


def _url(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) >= 2:
        yield from _specification(call.arguments[0].node, call.arguments[1].node, call, file)


def _specification(pattern: Node, handler: Node, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    paths = each(texts(pattern, call, file), regex_path)
    handlers = class_methods(type_named(handler, file), file) or [("ANY", function_name(handler, call, file))]
    for method, function in handlers:
        line = pattern.start_point[0] + 1
        yield from routes([method], paths, line, file, framework="tornado", function=function, router="")


FRAMEWORK = Framework(
    "tornado",
    languages=("python",),
    calls=(
        CallRule(("Application", "add_handlers"), _application, imports=_PACKAGES),
        CallRule(("url", "URLSpec"), _url, imports=_PACKAGES),
    ),
)
