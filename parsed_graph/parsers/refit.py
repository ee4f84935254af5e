"""Refit, and RestEase, which writes alike: an interface method with [Get("/orders/{id}")] is a request under its interface's base address.

https://github.com/reactiveui/refit
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall, Reference
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.csharp_calls import csharp_path
from parsed_graph.rules.script_arguments import annotation_texts
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile
from parsed_graph.syntax.url_joining import prefix_urls

_VERBS = ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")


def _request(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function = annotation.on_function
    owner = function.owner if function is not None else None
    if function is None or owner is None or owner.kind != "interface":
        return
    base = (Reference(f"{owner.name}.BaseAddress"),)
    for path in annotation_texts(annotation.argument("path", position=0), annotation, file) or [()]:
        for url in prefix_urls((base,), (csharp_path(path),)):
            yield HttpCall(annotation.name.upper(), url, file.span(annotation.line), "refit", function.qualified_name)


FRAMEWORK = Framework("refit", ("csharp",), annotations=(AnnotationRule(_VERBS, _request),))
