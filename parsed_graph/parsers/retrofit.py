"""Retrofit: each `@GET("orders/{id}")` method of an interface is a call under the base that `Retrofit.Builder` was given."""

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, HttpCall, Literal, Reference, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.client_base import base_urls, interface_base, interface_origin
from parsed_graph.rules.http_paths import annotation_paths, http_method, is_absolute, joined_path
from parsed_graph.rules.type_names import class_argument
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile
from parsed_graph.syntax.url_joining import url_origin

_IMPORTS = ("retrofit2", "retrofit.")
_VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")


def mapping(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A verb annotation on a method of the interface. A path with a slash in front is one of the host: RFC 3986."""
    owner, function = annotation.on_type, annotation.on_function
    if owner is None or function is None or owner.kind != "interface":
        return
    is_named = annotation.name == "HTTP"
    method = http_method(annotation.argument("method"), file) if is_named else annotation.name
    for path in annotation_paths(annotation, file, "path" if is_named else "value"):
        absolute = (is_absolute(path) and not isinstance(path[0], Literal)) or "://" in file.text(
            annotation.argument("value", position=0)
        )
        is_rooted = bool(path) and isinstance(path[0], Literal) and path[0].text.startswith("/")
        name = interface_origin(owner.qualified_name) if is_rooted else interface_base(owner.qualified_name)
        base: Text = (Reference(name),)
        url = path if absolute else joined_path(base, path)
        yield HttpCall(method, url, file.span(annotation.line), "retrofit", function.qualified_name)


def create(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`retrofit.create(OrdersApi.class)` gives the interface the base of the builder."""
    name = class_argument(call.argument(position=0), file) or (
        class_argument(None, file) if not call.type_arguments else f"{file.package}.{call.type_arguments[0]}"
    )
    for url in base_urls(call, file) if name else ():
        if url:
            yield ConstDecl(interface_base(name), url, file.span(call.line))
            yield ConstDecl(interface_origin(name), url_origin(url), file.span(call.line))


FRAMEWORK = Framework(
    "retrofit",
    ("java", "kotlin", "scala"),
    annotations=(AnnotationRule((*_VERBS, "HTTP"), mapping, imports=_IMPORTS),),
    calls=(CallRule(("create",), create, imports=_IMPORTS),),
)
