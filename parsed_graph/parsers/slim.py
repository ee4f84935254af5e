"""Slim and routers like it (FastRoute, Mezzio, Phalcon): routes of an application and of its groups.

https://www.slimframework.com/docs/v4/objects/routing.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.nested_groups import Group, prefixes_around, sorted_groups
from parsed_graph.rules.php_handlers import handler_name
from parsed_graph.rules.python_routers import given_methods
from parsed_graph.rules.route_syntax import brace_path
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("Slim", "FastRoute", "Mezzio", "Phalcon", "DI.Bridge.Slim", "League.Route", "Zend.Expressive", "Bramus")
_NO_ROUTER = re.compile(
    r"(?i)request|response|client|http|container|session|cache|redis|config|collection|repository|query|headers"
)
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
MAX_OPTIONAL = 4


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    position = 1 if call.name in ("map", "addRoute") else 0
    if not _is_router(call, file, position) or len(call.arguments) <= position + 1:
        return
    methods = [METHODS.get(call.name, "ANY")]
    if position:
        methods = given_methods(call.argument("methods", position=0), file, ("ANY",))
    function = handler_name(call.argument(position=position + 1), call, file)
    groups = call_index(file).once("slim groups", lambda: sorted_groups(_groups(file)))
    for path in _paths(texts(call.argument("pattern", position=position), call, file)):
        for prefix in prefixes_around(call.node, groups):
            whole = brace_path(joined_path(prefix, path))
            for method in methods:
                yield RouteDecl(method, whole, file.span(call.line), "slim", function)


def _is_router(call: CallSyntax, file: SourceFile, position: int) -> bool:
    """Whether the receiver may be a router: named or typed so, and given a path."""
    if call.receiver is None or _NO_ROUTER.search(call.receiver_type or file.text(call.receiver)[:80]):
        return False
    first = next(iter(texts(call.argument("pattern", position=position), call, file)), ())
    head = first[0] if first else None
    return head is None or not isinstance(head, Literal) or head.text[:1] in ("/", "[", "{")


def _paths(found: list[Text]) -> list[Text]:
    """`/orders[/{id}]` is two paths."""
    paths: list[Text] = []
    for text in found:
        pending = [text]
        for _ in range(MAX_OPTIONAL):
            pending = [each for path in pending for each in _without_optional(path)]
        paths += pending
    return list(dict.fromkeys(paths))


def _without_optional(path: Text) -> list[Text]:
    for index, part in enumerate(path):
        match = _OPTIONAL.search(_masked(part.text)) if isinstance(part, Literal) else None
        if match and isinstance(part, Literal):
            before, after = part.text[: match.start()], part.text[match.end() :]
            inner = part.text[match.start() + 1 : match.end() - 1]
            return [
                (*path[:index], Literal(text), *path[index + 1 :]) for text in (before + after, before + inner + after)
            ]
    return [path]


def _masked(text: str) -> str:
    """Brackets of regular expressions inside `{…}` are none of the path's."""
    return re.sub(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", lambda match: "_" * len(match.group()), text)


def _groups(file: SourceFile) -> Iterator[Group]:
    for call in call_index(file).named("group", "addGroup"):
        if len(call.arguments) > 1:
            closure = call.arguments[1].node
            prefixes = tuple(texts(call.argument("pattern", position=0), call, file))
            yield Group(closure.start_byte, closure.end_byte, prefixes)


FRAMEWORK = Framework(
    "slim",
    languages=("php",),
    calls=(CallRule((*METHODS, "any", "map", "addRoute"), _route, imports=_PACKAGES),),
)
