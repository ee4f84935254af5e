"""Spring Data REST: an exported repository serves its collection, its items and its queries under the plural of its entity."""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.http_paths import annotation_paths, joined_path
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax, SourceFile, TypeSyntax

_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "mouse": "mice", "foot": "feet"}
_UNCHANGED = frozenset(("series", "species", "sheep", "fish", "news", "information", "equipment"))


def resource(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@RepositoryRestResource` on a repository: the routes of its collection and of one item."""
    owner = annotation.on_type
    if owner is None or annotation.on_function or not owner.bases:
        return
    exported = annotation.argument("exported")
    if exported is not None and file.text(exported) == "false":
        return
    for path in annotation_paths(annotation, file, "path", position=None):
        base = path or _default_path(owner)
        if base:
            yield from _routes(base, owner, file, annotation.line)


def _routes(base: Text, owner: TypeSyntax, file: SourceFile, line: int) -> Iterator[Fact]:
    item = joined_path(base, (Literal("{id}"),))
    for method, path in (
        ("GET", base), ("POST", base), ("GET", item), ("PUT", item), ("PATCH", item), ("DELETE", item),
    ):  # fmt: skip
        yield RouteDecl(method, path, file.span(line), "spring-data-rest", owner.qualified_name)
    for function in file.functions:
        if function.owner is owner and _is_query(function, file):
            path = joined_path(base, (Literal("search"),), _query_path(function, file))
            yield RouteDecl("GET", path, file.span(function.line), "spring-data-rest", function.qualified_name)


def _is_query(function: FunctionSyntax, file: SourceFile) -> bool:
    """Whether a method is exported: derived or declared queries are, unless `@RestResource(exported = false)`."""
    exported = function.annotation("RestResource")
    if exported is not None and file.text(exported.argument("exported")) == "false":
        return False
    return (
        function.annotation("Query") is not None
        or re.match(r"(find|read|get|query|search|stream|count|exists)[A-Z]?\w*By", function.name) is not None
    )


def _query_path(function: FunctionSyntax, file: SourceFile) -> Text:
    paths = annotation_paths(function.annotation("RestResource"), file, "path", position=None)
    return paths[0] if paths[0] else (Literal(function.name),)


def _default_path(owner: TypeSyntax) -> Text:
    """The uncapitalised plural of the entity, the first type argument of the repository's base."""
    for base in owner.bases:
        match = re.search(r"<\s*([\w.]+)", base)
        if match:
            name = match[1].rpartition(".")[2]
            return (Literal(_plural(name[:1].lower() + name[1:])),)
    return ()


def _plural(name: str) -> str:
    """English plural of the last word of a camel-cased name, as Spring's relation provider forms it."""
    start = max([m.start() for m in re.finditer("[A-Z]", name)], default=0)
    head, word = name[:start], name[start:]
    lower = word.lower()
    if lower in _UNCHANGED:
        return name
    if lower in _IRREGULAR:
        plural = _IRREGULAR[lower]
        return head + (plural.capitalize() if word[:1].isupper() else plural)
    if re.search(r"[^aeiou]y$", lower):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(s|x|z|ch|sh)$", lower) else "s")


FRAMEWORK = Framework(
    "spring_data_rest",
    ("java", "kotlin", "scala"),
    annotations=(AnnotationRule(("RepositoryRestResource",), resource),),
)
