"""Sinatra: routes of scripts and of application classes, with the namespaces around them; Rack's `map` puts a prefix before an application.

https://sinatrarb.com/intro.html
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, RouteDecl, RoutePrefix
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.nested_groups import Group, prefixes_around, sorted_groups
from parsed_graph.rules.ruby_paths import route_path
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_BASES = frozenset({"Sinatra::Base", "Sinatra::Application", "Sinatra.new", "Roda"})
_OWN_BASES = ("App", "Application", "Controller", "Server", "Api", "Service", "Base")
_REQUIRED = ("sinatra",)


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`get '/orders/:id' do … end` at the top of a script, or in the body of an application."""
    if call.receiver is not None or call.function is not None or call.node.child_by_field_name("block") is None:
        return
    if not (_is_application(call, file) if call.owner is not None else file.imports_any(_REQUIRED)):
        return
    groups = call_index(file).once("sinatra namespaces", lambda: sorted_groups(_namespaces(file)))
    router = call.owner.qualified_name if call.owner is not None else ""
    for path in texts(call.argument(position=0), call, file):
        for prefix in prefixes_around(call.node, groups):
            whole = route_path(joined_path(prefix, path))
            yield RouteDecl(METHODS[call.name], whole, file.span(call.line), "sinatra", router=router)


def _is_application(call: CallSyntax, file: SourceFile) -> bool:
    """Whether the class around is an application: by its base, or by one of the estate's own that is named like one."""
    bases = [base.lstrip(":") for base in call.owner.bases] if call.owner is not None else []
    own = any(base.endswith(_OWN_BASES) and "::" not in base for base in bases) and not file.imports_any(("Grape",))
    return bool(_BASES.intersection(bases)) or own


def _namespaces(file: SourceFile) -> Iterator[Group]:
    for call in call_index(file).named("namespace"):
        block = call.node.child_by_field_name("block")
        if call.receiver is None and block is not None:
            yield Group(block.start_byte, block.end_byte, tuple(texts(call.argument(position=0), call, file)))


def _mapped(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`map '/orders' do run OrdersApp end` in `config.ru`."""
    block = call.node.child_by_field_name("block")
    if not file.path.endswith("config.ru") or call.receiver is not None or block is None:
        return
    for run in call_index(file).within(block):
        if run.name == "run" and run.arguments:
            router = file.imports.get(file.text(run.arguments[0].node).partition(".")[0], "")
            for prefix in texts(call.argument(position=0), call, file) if router else []:
                yield RoutePrefix(router, route_path(prefix), file.span(call.line))


FRAMEWORK = Framework(
    "sinatra",
    languages=("ruby",),
    calls=(
        CallRule(tuple(METHODS), _route),
        CallRule(("map",), _mapped),
    ),
)
