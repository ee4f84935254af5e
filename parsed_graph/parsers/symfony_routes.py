"""Symfony: routes in attributes and in documentation comments of controllers, with the prefix of their class; FOSRest's verbs, too.

https://symfony.com/doc/current/routing.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.php_docblock import DocAnnotation, doc_annotations
from parsed_graph.rules.python_routers import given_methods
from parsed_graph.rules.script_arguments import object_entries, values_at
from parsed_graph.syntax.module_names import module_name
from parsed_graph.syntax.placeholders import merge_literals
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax, SourceFile, TypeSyntax

_VERBS = {name.capitalize(): name.upper() for name in METHODS}
_PACKAGES = (
    "Symfony.Component.Routing",
    "Symfony.Bundle",
    "FOS.RestBundle",
    "Sensio.Bundle",
    "Symfony.Component.HttpKernel",
)
_PARAMETER = re.compile(r"\{!?(\w+)(<[^{}]*>)?(?:[:?][^{}]*)?\}")
_REST = re.compile(r"^<\.[*+]>$")


def _attribute(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`#[Route('/orders/{id}', methods: ['GET'])]` on a method, or on a class with `__invoke`."""
    function = annotation.on_function or _invoked(annotation.on_type, file)
    if function is None or (
        annotation.on_type is not None and annotation.on_function is None and _has_routes(annotation.on_type, file)
    ):
        return
    methods = given_methods(annotation.argument("methods", position=None), file, ("ANY",))
    if annotation.name in _VERBS:
        methods = [_VERBS[annotation.name]]
    paths = _paths(annotation.argument("path", "uri", position=0), annotation, file)
    prefixes = _class_prefixes(function.owner, file) if annotation.on_function is not None else [()]
    yield from _routes(methods, list(joined_paths(prefixes, paths)), annotation.line, function, file)


def _documented(file: SourceFile) -> Iterator[Fact]:
    """`@Route("/orders/{id}", methods={"GET"})` in the comment of a method."""
    if b"@" not in file.source or not re.search(rb"@(?:\w+\\)?(?:Route|Get|Post|Put|Patch|Delete)\b", file.source):
        return
    if not file.imports_any(_PACKAGES):
        return
    for function in file.functions:
        for found in doc_annotations(function, file, "Route", *_VERBS):
            prefixes = _class_prefixes(function.owner, file)
            yield from _documented_route(found, prefixes, function, file)
    for declared in file.types:
        invoked = _invoked(declared, file)
        if invoked is not None and not _has_routes(declared, file):
            for found in doc_annotations(declared, file, "Route"):
                yield from _documented_route(found, [()], invoked, file)


def _documented_route(
    found: DocAnnotation, prefixes: list[Text], function: FunctionSyntax, file: SourceFile
) -> Iterator[Fact]:
    methods = [_VERBS[found.name]] if found.name in _VERBS else [m.upper() for m in found.values.get("methods", ())]
    path: Text = merge_literals([Literal(found.first("path", ""))])
    yield from _routes(methods or ["ANY"], list(joined_paths(prefixes, [path])), found.line, function, file)


def _routes(
    methods: list[str], paths: list[Text], line: int, function: FunctionSyntax, file: SourceFile
) -> Iterator[Fact]:
    for method in methods:
        for path in paths:
            read = tuple(Literal(_PARAMETER.sub(_parameter, p.text)) if isinstance(p, Literal) else p for p in path)
            router = module_name(file.path).removesuffix(".php")
            yield RouteDecl(method, read, file.span(line), "symfony", function.qualified_name, router=router)


def _parameter(match: re.Match[str]) -> str:
    return "**" if match.group(2) and _REST.match(match.group(2)) else f"{{{match.group(1)}}}"


def _invoked(declared: TypeSyntax | None, file: SourceFile) -> FunctionSyntax | None:
    return next((f for f in call_index(file).functions("__invoke") if f.owner is declared), None)


def _has_routes(declared: TypeSyntax, file: SourceFile) -> bool:
    """Whether methods of a class have routes of their own: what stands on the class is then a prefix."""
    for function in file.functions:
        if function.owner is declared:
            if function.annotation("Route", *_VERBS) is not None:
                return True
            if next(doc_annotations(function, file, "Route", *_VERBS), None) is not None:
                return True
    return False


def _class_prefixes(owner: TypeSyntax | None, file: SourceFile) -> list[Text]:
    if owner is None:
        return [()]
    attribute = owner.annotation("Route", "Prefix")
    if attribute is not None:
        return _paths(attribute.argument("path", position=0), attribute, file)
    found = next(doc_annotations(owner, file, "Route", "Prefix"), None)
    path = found.first("path", "") if found is not None else ""
    return [(Literal(path),)] if path else [()]


def _paths(node: Node | None, annotation: AnnotationSyntax, file: SourceFile) -> list[Text]:
    """The path, or one for each locale."""
    nodes = list(object_entries(node, file).values()) or ([node] if node is not None else [])
    found = [text for n in nodes for text in values_at(n, annotation.on_function, annotation.on_type, file)]
    return found or [()]


FRAMEWORK = Framework(
    "symfony_routes",
    languages=("php",),
    annotations=(AnnotationRule(("Route", *_VERBS), _attribute, imports=_PACKAGES),),
    files=(_documented,),
)
