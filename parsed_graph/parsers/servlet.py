"""Servlets: `@WebServlet("/orders/*")` serves its patterns with the `do…` methods that the class has."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, RouteDecl
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.http_paths import annotation_paths
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax, SourceFile

_METHODS = {
    "doGet": "GET",
    "doPost": "POST",
    "doPut": "PUT",
    "doDelete": "DELETE",
    "doHead": "HEAD",
    "doOptions": "OPTIONS",
}


def servlet(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """The annotation on the servlet class."""
    owner = annotation.on_type
    if owner is None or annotation.on_function:
        return
    handlers: list[tuple[str, FunctionSyntax | None]] = [
        (_METHODS[f.name], f) for f in file.functions if f.owner is owner and f.name in _METHODS
    ]
    for path in annotation_paths(annotation, file, "value", "urlPatterns"):
        for method, function in handlers or [("ANY", None)]:
            name = function.qualified_name if function else owner.qualified_name
            if path:
                yield RouteDecl(method, path, file.span(annotation.line), "servlet", name)


FRAMEWORK = Framework(
    "servlet",
    ("java", "kotlin"),
    annotations=(AnnotationRule(("WebServlet",), servlet, imports=("javax.servlet", "jakarta.servlet")),),
)
