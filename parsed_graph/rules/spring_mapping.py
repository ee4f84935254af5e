"""Spring's mapping annotations, which controllers and Feign clients share: methods and paths of `@GetMapping("/x")`."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Text
from parsed_graph.rules.http_paths import annotation_paths, http_methods, joined_paths
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax, SourceFile, TypeSyntax

MAPPINGS = {
    "RequestMapping": "",
    "GetMapping": "GET",
    "PostMapping": "POST",
    "PutMapping": "PUT",
    "DeleteMapping": "DELETE",
    "PatchMapping": "PATCH",
}
CLIENT_TYPES = ("FeignClient", "HttpExchange")
"""Annotations that make an interface a client, whatever its methods are mapped to."""


def mapped(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[tuple[str, Text]]:
    """Method and path of a method's mapping, without the prefix of its type."""
    methods = [MAPPINGS[annotation.name]]
    if not methods[0]:
        methods = http_methods(annotation.argument("method"), file)
    for path in annotation_paths(annotation, file, "value", "path"):
        for method in methods:
            yield method, path


def type_prefixes(owner: TypeSyntax, file: SourceFile) -> list[Text]:
    """The paths of a type's `@RequestMapping`, one empty path where it has none."""
    return annotation_paths(owner.annotation("RequestMapping"), file, "value", "path")


def routes(annotation: AnnotationSyntax, owner: TypeSyntax, file: SourceFile) -> Iterator[tuple[str, Text]]:
    """Method and whole path of a mapping on a method of `owner`."""
    prefixes = type_prefixes(owner, file)
    for method, path in mapped(annotation, file):
        for whole in joined_paths(prefixes, [path]):
            yield method, whole


def mapping_of(function: FunctionSyntax) -> AnnotationSyntax | None:
    """The mapping annotation of a method."""
    return function.annotation(*MAPPINGS)
