"""NestJS: controllers and their handlers are routes; global prefix, URI versions; the application itself."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ApplicationDecl, Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.route_syntax import colon_path
from parsed_graph.rules.script_arguments import annotation_texts, entry_of, literal_text, members, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_HANDLERS = {
    "Get": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH", "Delete": "DELETE", "Head": "HEAD", "Options": "OPTIONS",
    "All": "ANY", "Sse": "GET",
}  # fmt: skip


def _handler(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function = annotation.on_function
    controller = (
        function.owner.annotation("Controller", "JsonController") if function is not None and function.owner else None
    )
    if function is None or controller is None:
        return
    given = annotation.argument(position=0)
    paths = _paths(given, annotation, file)
    for prefix in _paths(_controller_path(controller, file), controller, file):
        for path in paths:
            version = _version(function.annotation("Version"), file) or _version(controller, file)
            start: Text = (Literal(f"/v{version}/"),) if version else ()
            full = colon_path(joined_path(start, prefix, path))
            yield RouteDecl(
                _HANDLERS[annotation.name], full, file.span(annotation.line), "nestjs", function.qualified_name,
                version=version,
            )  # fmt: skip


def _controller_path(controller: AnnotationSyntax, file: SourceFile) -> Node | None:
    given = controller.argument(position=0)
    return given if given is None or given.type != "object" else entry_of(given, file, "path")


def _paths(node: Node | None, annotation: AnnotationSyntax, file: SourceFile) -> list[Text]:
    return [text for member in members(node, file) for text in annotation_texts(member, annotation, file)] or [()]


def _version(annotation: AnnotationSyntax | None, file: SourceFile) -> str:
    given = annotation.argument(position=0) if annotation is not None else None
    if given is not None and given.type == "object":
        given = entry_of(given, file, "version")
    elif annotation is not None and annotation.name != "Version":
        given = None
    return literal_text(given, file)


def _prefixed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for prefix in texts(call.argument(position=0), call, file):
        yield RoutePrefix("", prefix, file.span(call.line))


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(file.span(call.line), file.language, "nestjs")


FRAMEWORK = Framework(
    "nestjs",
    languages=SCRIPTS,
    annotations=(
        AnnotationRule(tuple(_HANDLERS), _handler, imports=("@nestjs/common", "routing-controllers", "@overnightjs")),
    ),
    calls=(
        CallRule(("setGlobalPrefix",), _prefixed, imports=("@nestjs",)),
        CallRule(("create", "createMicroservice", "createApplicationContext"), _created, types=("NestFactory",)),
    ),
)
