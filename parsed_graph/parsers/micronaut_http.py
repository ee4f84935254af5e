"""Micronaut: `@Get("/{id}")` under `@Controller("/orders")` is a route, under `@Client("orders")` a call; `HttpRequest.GET(url)` is one too.

Verbs in a plain interface are routes of framework `micronaut-interface`: they count where a controller inherits them, which
it says by a RoutePrefix with the interface as router, and where a client does, whose call is then of method ANY.
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Host, HttpCall, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_paths import annotation_paths, joined_path, joined_paths, path_values, starts_relative
from parsed_graph.rules.type_names import qualified_type
from parsed_graph.syntax.alternatives import plain
from parsed_graph.syntax.jvm_libraries import is_library
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_IMPORTS = ("io.micronaut",)
_VERBS = {
    "Get": "GET",
    "Post": "POST",
    "Put": "PUT",
    "Delete": "DELETE",
    "Patch": "PATCH",
    "Head": "HEAD",
    "Options": "OPTIONS",
}


def mapping(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A verb annotation on a method of a controller or of a declarative client."""
    owner, function = annotation.on_type, annotation.on_function
    if owner is None or function is None or annotation.on_parameter:
        return
    method, span, name = _VERBS[annotation.name], file.span(annotation.line), function.qualified_name
    paths = [_without_query(path) for path in annotation_paths(annotation, file, "value", "uri", "uris")]
    client, controller = owner.annotation("Client"), owner.annotation("Controller")
    if client is not None:
        for url in joined_paths(_client_paths(client, file), paths):
            yield HttpCall(method, url, span, "micronaut-client", name)
    elif controller is not None:
        for path in joined_paths(annotation_paths(controller, file, "value"), paths):
            yield RouteDecl(method, path, span, "micronaut", name)
    elif owner.kind == "interface":
        for path in paths:
            yield RouteDecl(method, path, span, "micronaut-interface", name)


def inherited_mapping(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A controller or client whose verbs stand in its base types."""
    owner = annotation.on_type
    if owner is None or annotation.on_function or annotation.on_field or annotation.on_parameter:
        return
    bases = [base for base in (qualified_type(name, file) for name in owner.bases) if not is_library(base)]
    span = file.span(owner.line)
    if annotation.name == "Controller":
        for base in bases:
            for prefix in annotation_paths(annotation, file, "value"):
                yield RoutePrefix(base, prefix, span, owner.qualified_name)
    elif bases and not any(f.owner is owner and f.annotation(*_VERBS) for f in file.functions):
        for url in _client_paths(annotation, file):
            yield HttpCall("ANY", url, span, "micronaut-client", owner.qualified_name)


def _client_paths(client: AnnotationSyntax, file: SourceFile) -> list[Text]:
    return list(joined_paths(_bases(client, file), annotation_paths(client, file, "path", position=None)))


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`HttpRequest.GET("/orders")`, relative to the `@Client` of the type where there is one."""
    for url in path_values(call.argument(position=0), call.function, call.owner, file):
        for base in _injected_bases(call, file) if starts_relative(url) else [()]:
            yield HttpCall(
                call.name, joined_path(base, _without_query(url)), file.span(call.line), "micronaut-client", call.caller
            )


def _bases(client: AnnotationSyntax, file: SourceFile) -> list[Text]:
    """The address of a `@Client`: a URL, a path of the own service, or the id of a service."""
    found: list[Text] = []
    for text in annotation_paths(client, file, "value", "id"):
        name = plain(text)
        is_id = name is not None and name and "/" not in name and ":" not in name
        found.append((Host(name),) if is_id and name else text)
    return found


def _injected_bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The only `@Client` on the fields and parameters of the type."""
    clients = [
        a for a in file.annotations if a.name == "Client" and a.on_type is call.owner and (a.on_field or a.on_parameter)
    ]
    return _bases(clients[0], file) if len(clients) == 1 else [()]


def _without_query(path: Text) -> Text:
    """`/orders{?status,page}` without the query of its URI template."""
    return tuple([Literal(re.sub(r"\{[?&][^}]*\}", "", p.text)) if isinstance(p, Literal) else p for p in path])


FRAMEWORK = Framework(
    "micronaut_http",
    ("java", "kotlin"),
    annotations=(
        AnnotationRule(tuple(_VERBS), mapping, imports=_IMPORTS),
        AnnotationRule(("Controller", "Client"), inherited_mapping, imports=_IMPORTS),
    ),
    calls=(
        CallRule(
            ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"),
            request,
            types=("HttpRequest",),
            imports=_IMPORTS,
        ),
    ),
)
