"""Rocket: routes by attributes, and `mount("/v1", routes![…])` that puts a prefix before them. https://rocket.rs/guide/"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.rust_handlers import function_path
from parsed_graph.rules.script_arguments import members, texts
from parsed_graph.syntax.rust_grammar import string_text
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("rocket",)


def _attribute(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`#[get("/orders/<id>?<page>")]`, `#[post("/orders", data = "<order>")]`, `#[route(GET, uri = "/x")]`."""
    function = annotation.on_function
    path = next(
        (t for a in annotation.arguments if a.name in ("", "uri") and (t := string_text(a.node, file.source))), None
    )
    if function is None or path is None:
        return
    method = METHODS.get(annotation.name, "ANY")
    if annotation.name == "route":
        words = [file.text(a.node) for a in annotation.arguments if not a.name]
        method = next((word for word in words if word in METHODS.values()), "ANY")
    name = function.qualified_name
    yield RouteDecl(method, (Literal(_plain(path)),), file.span(annotation.line), "rocket", name, router=name)


def _plain(path: str) -> str:
    """`/orders/<id>?<page>` -> `/orders/{id}`, `<rest..>` -> `**`."""
    pieces = []
    for segment in path.partition("?")[0].split("/"):
        if segment.startswith("<") and segment.endswith(">"):
            pieces.append("**" if segment.endswith("..>") else f"{{{segment[1:-1]}}}")
        else:
            pieces.append(segment)
    return "/".join(pieces)


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) < 2:
        return
    for prefix in texts(call.arguments[0].node, call, file):
        for node in members(call.arguments[1].node, file):
            name = function_path(node, call, file)
            if name and prefix != (Literal("/"),):
                yield RoutePrefix(name, prefix, file.span(call.line))


FRAMEWORK = Framework(
    "rocket",
    languages=("rust",),
    annotations=(AnnotationRule((*METHODS, "route"), _attribute, imports=_PACKAGES),),
    calls=(CallRule(("mount",), _mounted, imports=_PACKAGES),),
)
