"""Paths of HTTP routes and calls as Texts: read from annotations, normalised, joined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from parsed_graph.facts import Literal, Part, Text, Unknown
from parsed_graph.syntax.placeholders import expand_placeholders, merge_literals
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax, SourceFile, TypeSyntax

HTTP_METHODS = frozenset(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"))
MAX_PATHS = 50
"""How many paths of one annotation are read."""

_LISTS = frozenset(("element_value_array_initializer", "array_initializer", "collection_literal"))
_LIST_CALL = re.compile(r"\s*(?:arrayOf|listOf|Array)\s*\(")
_METHOD_NAME = re.compile(r"\b(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|TRACE)\b")
_COMMENTS = frozenset(("line_comment", "block_comment", "multiline_comment"))


def annotation_paths(
    annotation: AnnotationSyntax | None, file: SourceFile, *names: str, position: int | None = 0
) -> list[Text]:
    """The paths that an annotation's argument gives, each alternative on its own; one empty path where it gives none."""
    if annotation is None:
        return [()]
    function, owner = annotation.on_function, annotation.on_type
    found: list[Text] = []
    for node in _given(annotation, names, position):
        for member in list_nodes(node, file):
            found += path_values(member, function, owner, file)
    return list(dict.fromkeys(found))[:MAX_PATHS] or [()]


def path_values(
    node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None, file: SourceFile
) -> list[Text]:
    """The values of a path expression, placeholders as Settings, path variables as `{name}`."""
    return [normalised_path(text) for text in file.lower(node, function, owner)]


def list_nodes(node: Node, file: SourceFile) -> list[Node]:
    """The members of an array value, or the value itself."""
    if node.type in _LISTS:
        return [child for child in node.named_children if child.type not in _COMMENTS]
    if node.type == "call_expression" and _LIST_CALL.match(file.text(node)):
        arguments = next((c for c in node.named_children if c.type == "value_arguments"), None)
        values = [c.named_children[-1] for c in (arguments.named_children if arguments else ()) if c.named_children]
        return values or [node]
    return [node]


def normalised_path(text: Text) -> Text:
    """Placeholders expanded, `{id:[0-9]+}`, `{*rest}` and `:id` written as `{id}`, `**`, `{id}`."""
    expanded = expand_placeholders(text)
    if not any(isinstance(part, Literal) and ("{" in part.text or ":" in part.text) for part in expanded):
        return expanded
    return tuple([Literal(_normalised(p.text)) if isinstance(p, Literal) else p for p in expanded])


def joined_path(*paths: Text) -> Text:
    """Paths one after another with exactly one slash between; empty ones leave no trace."""
    parts: list[Part] = []
    for path in paths:
        if not path or (len(path) == 1 and path[0] == Literal("/") and parts):
            continue
        if parts:
            path = _without_leading_slash(path)
            parts = [*_without_trailing_slash(tuple(parts)), Literal("/"), *path]
        else:
            parts = list(path)
    return merge_literals(parts)


def joined_paths(prefixes: Iterable[Text], paths: Iterable[Text]) -> Iterator[Text]:
    """Every prefix before every path."""
    rest = list(paths)
    return (joined_path(prefix, path) for prefix in prefixes for path in rest)


def http_method(node: Node | None, file: SourceFile) -> str:
    """The method that an expression names (`HttpMethod.GET`, `"POST"`), ANY where it names none or several."""
    methods = http_methods(node, file)
    return methods[0] if len(methods) == 1 else "ANY"


def http_methods(node: Node | None, file: SourceFile) -> list[str]:
    """The methods that an expression names, in order; ANY where it names none."""
    if node is None:
        return ["ANY"]
    return list(dict.fromkeys(_METHOD_NAME.findall(file.text(node)))) or ["ANY"]


def is_absolute(text: Text) -> bool:
    """Whether a URL says its host: a scheme, or an open first part that may hold one."""
    first = text[0] if text else None
    if isinstance(first, Literal):
        return "://" in first.text or first.text.startswith("//")
    return first is not None and not (isinstance(first, Unknown) and not first.name)


def starts_relative(text: Text) -> bool:
    """Whether a URL opens with a slash, or is empty: it then needs the base of its client."""
    first = text[0] if text else None
    return first is None or (isinstance(first, Literal) and "://" not in first.text)


def _given(annotation: AnnotationSyntax, names: tuple[str, ...], position: int | None) -> list[Node]:
    named = [a.node for a in annotation.arguments if a.name and a.name in names]
    if named or position is None:
        return named
    return [a.node for a in annotation.arguments if not a.name][position:]


def _normalised(text: str) -> str:
    """Each `{…}` reduced to its name; a colon parameter of a segment (`/:id`) as `{id}`."""
    pieces: list[str] = []
    position = 0
    while (start := text.find("{", position)) >= 0:
        end = _closing(text, start)
        if end < 0:
            break
        name = text[start + 1 : end].partition(":")[0].strip()
        pieces += [text[position:start], "**" if name.startswith("*") else f"{{{name}}}"]
        position = end + 1
    pieces.append(text[position:])
    return re.sub(r"(?<=/):(\w+)", r"{\1}", "".join(pieces))


def _closing(text: str, start: int) -> int:
    depth = 0
    for index in range(start, len(text)):
        if text[index] == "{":
            depth += 1
        elif text[index] == "}":
            depth -= 1
            if depth == 0:
                return index
    return -1


def _without_leading_slash(text: Text) -> Text:
    first = text[0] if text else None
    return (Literal(first.text.lstrip("/")), *text[1:]) if isinstance(first, Literal) else text


def _without_trailing_slash(text: Text) -> Text:
    last = text[-1] if text else None
    return (*text[:-1], Literal(last.text.rstrip("/"))) if isinstance(last, Literal) else text
