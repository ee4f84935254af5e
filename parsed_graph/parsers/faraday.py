"""Faraday: requests of a connection with its `url`, and of the module, are HTTP calls. https://lostisland.github.io/faraday/"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_requests import METHODS, method_of
from parsed_graph.rules.script_arguments import UNKNOWN, entry_of, origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_NAMED = ("connection", "conn", "client", "http", "faraday", "api", "http_client", "http_connection")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not _is_connection(call, file):
        return
    method = METHODS.get(call.name) or method_of(call.argument(position=0), file, "ANY")
    url = call.argument("url", position=1 if call.name == "run_request" else 0)
    urls = texts(url, call, file) or _given_inside(call, file)
    yield from requested(method, urls, call, file, "faraday", _bases(call, file))


def _is_connection(call: CallSyntax, file: SourceFile) -> bool:
    if call.receiver_type in ("Faraday", "Connection"):
        return True
    made = origin(call, file)
    if made is not None:
        return made.name in ("Faraday", "Connection") and made.is_new
    is_named = file.text(call.receiver).lstrip("@").rpartition(".")[2] in _NAMED
    return is_named and not call.receiver_type and bool(call.arguments or call.node.child_by_field_name("block"))


def _given_inside(call: CallSyntax, file: SourceFile) -> list[Text]:
    """`connection.get do |request| request.url "/orders" end`."""
    block = call.node.child_by_field_name("block")
    for inner in call_index(file).within(block):
        if inner.name in ("url", "path") and inner.arguments:
            return texts(inner.arguments[0].node, inner, file)
        if inner.name in ("url", "path"):
            right = _assigned(inner)
            if right is not None:
                return texts(right, inner, file)
    return []


def _assigned(call: CallSyntax) -> Node | None:
    """The value of `request.path = value`."""
    parent = call.node.parent
    return parent.child_by_field_name("right") if parent is not None and parent.type == "assignment" else None


def _bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    if file.text(call.receiver).lstrip(":") == "Faraday":
        return [()]
    made = origin(call, file)
    if made is None or not made.is_new:
        return [UNKNOWN]
    first = made.argument(position=0)
    options = entry_of(first, file, "url")
    return texts(made.argument("url") or options or first, made, file) or _prefix_inside(made, file) or [UNKNOWN]


def _prefix_inside(made: CallSyntax, file: SourceFile) -> list[Text]:
    """`Faraday.new do |builder| builder.url_prefix = "http://orders" end`."""
    for inner in call_index(file).within(made.node.child_by_field_name("block")):
        right = _assigned(inner) if inner.name == "url_prefix" else None
        if right is not None:
            return texts(right, inner, file)
    return []


FRAMEWORK = Framework(
    "faraday",
    languages=("ruby",),
    calls=(CallRule((*METHODS, "run_request"), _verb, imports=("Faraday", "faraday")),),
)
