"""Falcon: resources added to an application, one route for each responder of the resource's class."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.python_routers import class_methods, maker, routes, type_named
from parsed_graph.rules.route_syntax import brace_path, each
from parsed_graph.rules.script_arguments import function_name, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("falcon",)


def _added(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    resource = call.argument("resource", position=1)
    made = maker(file.text(resource), file)
    owner = type_named(made.node if made is not None else resource, file)
    paths = each(texts(call.argument("uri_template", position=0), call, file), brace_path)
    name = owner.qualified_name if owner is not None else function_name(resource, call, file)
    for method, function in class_methods(owner, file, "on_") or [("ANY", name)]:
        yield from routes([method], paths, call.line, file, framework="falcon", function=function, router="")


FRAMEWORK = Framework(
    "falcon",
    languages=("python",),
    calls=(CallRule(("add_route",), _added, types=("App", "API"), imports=_PACKAGES),),
)
