"""Grape: routes of API classes, through namespaces, versions in the path, route parameters and mounts.

https://github.com/ruby-grape/grape
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import Framework, TypeRule
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.nested_groups import Group, prefixes_around, sorted_groups
from parsed_graph.rules.ruby_paths import route_path
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_NAMESPACES = ("namespace", "resource", "resources", "group", "segment", "route_param")


def _api(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    if not any(base.lstrip(":").startswith("Grape::") for base in declared.bases):
        return
    index = call_index(file)
    inside = [call for call in index.within(declared.node) if call.owner is declared and call.receiver is None]
    found = [group for call in inside if call.name in _NAMESPACES and (group := _group(call, file)) is not None]
    groups = sorted_groups(found)
    start = _start(inside, file)
    for call in inside:
        prefixes = [joined_path(start, inner) for inner in prefixes_around(call.node, groups)]
        if call.name in METHODS and call.node.child_by_field_name("block") is not None:
            yield from _routes(call, prefixes, declared, file)
        elif call.name == "mount" and call.arguments:
            yield from _mounted(call, prefixes, declared, file)


def _mounted(call: CallSyntax, prefixes: list[Text], declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """`mount Shop::Reports => "/reports"`, `mount Shop::Stock`."""
    first = call.arguments[0]
    router = file.imports.get(first.name or file.text(first.node), "")
    at = texts(first.node if first.name else call.argument("at"), call, file) or [()]
    for prefix in [joined_path(outer, inner) for outer in prefixes for inner in at] if router else []:
        if prefix:
            yield RoutePrefix(router, route_path(prefix), file.span(call.line), declared.qualified_name)


def _routes(call: CallSyntax, prefixes: list[Text], declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    positional = [argument.node for argument in call.arguments if not argument.name]
    paths = [path for node in positional for path in texts(node, call, file)] or [()]
    for prefix in prefixes:
        for path in paths:
            whole = route_path(joined_path(prefix, path)) or (Literal("/"),)
            span = file.span(call.line)
            yield RouteDecl(METHODS[call.name], whole, span, "grape", router=declared.qualified_name)


def _start(calls: list[CallSyntax], file: SourceFile) -> Text:
    """`prefix :api` and `version 'v1', using: :path`, which is the default."""
    found: Text = ()
    for call in calls:
        name = literal_text(call.argument(position=0), file)
        if call.name == "prefix" and name:
            found = joined_path((Literal(name),), found)
        elif call.name == "version" and name and literal_text(call.argument("using"), file) in ("", "path"):
            found = joined_path(found, (Literal(name),))
    return found


def _group(call: CallSyntax, file: SourceFile) -> Group | None:
    block = call.node.child_by_field_name("block")
    if block is None:
        return None
    found = texts(call.argument(position=0), call, file) or [()]
    if call.name == "route_param":
        found = [(Literal(f"{{{literal_text(call.argument(position=0), file)}}}"),)]
    return Group(block.start_byte, block.end_byte, tuple(found))


FRAMEWORK = Framework("grape", languages=("ruby",), types=(TypeRule(("API", "Instance"), _api),))
