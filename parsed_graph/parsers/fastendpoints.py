"""FastEndpoints: what an endpoint class's Configure calls (`Get("/orders/{id}")`), or its attributes, are routes.

`UseFastEndpoints(c => c.Endpoints.RoutePrefix = "api")` puts a prefix before all of them, and before no other route.

https://fast-endpoints.com/docs/get-started
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.csharp_calls import csharp_path
from parsed_graph.rules.script_arguments import annotation_texts, texts
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile, TypeSyntax

_VERBS = ("Get", "Post", "Put", "Delete", "Patch", "Head")
_ROUTER = "FastEndpoints.routes"
"""What all endpoints of a program are registered on."""
_MAX_NODES = 500
_HANDLERS = ("HandleAsync", "ExecuteAsync")


def _is_endpoint(declared: TypeSyntax | None) -> bool:
    names = [base.partition("<")[0].rpartition(".")[2] for base in declared.bases] if declared is not None else []
    written = " ".join(declared.bases) if declared is not None else ""
    return any(name.startswith("Endpoint") for name in names) or written.startswith("Ep.")


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if (
        call.receiver is not None
        or call.function is None
        or call.function.name != "Configure"
        or not _is_endpoint(call.owner)
    ):
        return
    paths = [text for argument in call.arguments for text in texts(argument.node, call, file)]
    yield from _routes(call.name.upper(), paths, call.owner, call.line, file)


def _attributed(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    if _is_endpoint(annotation.on_type):
        paths = [
            text for argument in annotation.arguments for text in annotation_texts(argument.node, annotation, file)
        ]
        method = annotation.name.removeprefix("Http").upper()
        yield from _routes(method, paths, annotation.on_type, annotation.line, file)


def _routes(method: str, paths: list[Text], owner: TypeSyntax | None, line: int, file: SourceFile) -> Iterator[Fact]:
    handler = next((f.qualified_name for f in file.functions if f.owner is owner and f.name in _HANDLERS), "")
    for path in paths:
        yield RouteDecl(method, csharp_path(path), file.span(line), "fastendpoints", handler, router=_ROUTER)


def _prefixed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    pending = [argument.node for argument in call.arguments]
    for _ in range(_MAX_NODES):
        if not pending:
            return
        node = pending.pop()
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "assignment_expression" and file.text(left).endswith(".RoutePrefix"):
            for prefix in texts(right, call, file):
                yield RoutePrefix(_ROUTER, prefix, file.span(call.line))
        pending += node.named_children


FRAMEWORK = Framework(
    "fastendpoints",
    ("csharp",),
    calls=(CallRule(_VERBS, _configured), CallRule(("UseFastEndpoints",), _prefixed)),
    annotations=(AnnotationRule(tuple(f"Http{verb}" for verb in _VERBS), _attributed),),
)
