"""Bottle: routes by decorator, of the default application or of a Bottle object."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.python_routers import given_methods, router_name, routes, stands_on
from parsed_graph.rules.route_syntax import each, named_angle_path
from parsed_graph.rules.script_arguments import annotation_texts
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile

_PACKAGES = ("bottle",)


def _route(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    receiver = annotation.receiver
    is_plain = receiver in ("", "bottle") and file.imports.get(receiver or annotation.name, "").startswith("bottle")
    if annotation.on_function is None or not (is_plain or stands_on(annotation, file, ("Bottle",), _PACKAGES)):
        return
    default = ("GET",) if annotation.name == "route" else (METHODS[annotation.name],)
    paths = each(annotation_texts(annotation.argument("path", position=0), annotation, file), named_angle_path)
    yield from routes(
        given_methods(annotation.argument("method", position=1), file, default), paths, annotation.line, file,
        framework="bottle", function=annotation.on_function.qualified_name,
        router=router_name(receiver, file) if receiver else "",
    )  # fmt: skip


FRAMEWORK = Framework(
    "bottle",
    languages=("python",),
    annotations=(AnnotationRule(("route", *METHODS), _route, imports=_PACKAGES),),
)
