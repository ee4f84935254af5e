"""Quarkus reactive routes: `@Route(path = "/orders", methods = GET)` under `@RouteBase`; its JAX-RS resources are read as JAX-RS."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.http_paths import annotation_paths, http_methods, joined_paths
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile


def route(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A `@Route` method; without a path, its name is the path."""
    owner, function = annotation.on_type, annotation.on_function
    if owner is None or function is None:
        return
    default: Text = (Literal(function.name.lower()),)
    paths = [path or default for path in annotation_paths(annotation, file, "path", position=None)]
    prefixes = annotation_paths(owner.annotation("RouteBase"), file, "path")
    for path in joined_paths(prefixes, paths):
        for method in http_methods(annotation.argument("methods"), file):
            yield RouteDecl(method, path, file.span(annotation.line), "quarkus", function.qualified_name)


FRAMEWORK = Framework(
    "quarkus_routes",
    ("java", "kotlin"),
    annotations=(AnnotationRule(("Route",), route, imports=("io.quarkus.vertx.web",)),),
)
