"""JAX-RS: `@GET @Path("/{id}")` on a method is a route under its class's `@Path`; `@ApplicationPath` goes before all.

Routes of an interface or of a class without `@Path` have framework `jax-rs-interface`: they count where a class
implements the interface, or where a sub-resource locator mounts the class by a RoutePrefix.
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, RouteDecl, RoutePrefix
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.http_paths import HTTP_METHODS, annotation_paths, joined_paths
from parsed_graph.rules.type_names import qualified_type
from parsed_graph.syntax.jvm_libraries import is_library
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile

_IMPORTS = ("javax.ws.rs", "jakarta.ws.rs")
_VERBS = tuple(sorted(HTTP_METHODS - {"TRACE"}))


def route(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A verb annotation on a method."""
    owner, function = annotation.on_type, annotation.on_function
    if owner is None or function is None or annotation.on_parameter or owner.annotation("RegisterRestClient"):
        return
    is_root = owner.kind != "interface" and owner.annotation("Path") is not None
    prefixes = annotation_paths(owner.annotation("Path"), file, "value")
    paths = annotation_paths(function.annotation("Path"), file, "value")
    framework = "jax-rs" if is_root else "jax-rs-interface"
    for path in joined_paths(prefixes, paths):
        yield RouteDecl(annotation.name, path, file.span(annotation.line), framework, function.qualified_name)


def locator(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A `@Path` method without a verb gives the sub-resource that it returns a prefix."""
    owner, function = annotation.on_type, annotation.on_function
    if owner is None or function is None or annotation.on_parameter or function.annotation(*_VERBS):
        return
    router = qualified_type(function.return_type.removeprefix("Class<").removesuffix(">"), file)
    if is_library(router) or not function.return_type[:1].isupper():
        return
    prefixes = annotation_paths(owner.annotation("Path"), file, "value")
    for path in joined_paths(prefixes, annotation_paths(annotation, file, "value")):
        yield RoutePrefix(router, path, file.span(annotation.line), owner.qualified_name)


def application(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@ApplicationPath` goes before every route of the service."""
    for path in annotation_paths(annotation, file, "value"):
        yield RoutePrefix("", path, file.span(annotation.line))


FRAMEWORK = Framework(
    "jax_rs",
    ("java", "kotlin", "scala"),
    annotations=(
        AnnotationRule(_VERBS, route, imports=_IMPORTS),
        AnnotationRule(("Path",), locator, imports=_IMPORTS),
        AnnotationRule(("ApplicationPath",), application, imports=_IMPORTS),
    ),
)
