"""Akka HTTP, Pekko HTTP and spray: a verb inside path directives is a route: `path("orders" / Segment) { id => get { … } }`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, Part, RouteDecl, Text, Unknown
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path, joined_paths
from parsed_graph.rules.scala_routers import holding_member, mounts
from parsed_graph.syntax.placeholders import merge_literals
from parsed_graph.syntax.scala import COMBINED
from parsed_graph.syntax.scala_grammar import callee_text, operands, shape
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("akka.http.scaladsl.server", "org.apache.pekko.http.scaladsl.server", "spray.routing")
_VERBS = frozenset("get post put delete patch head options".split())
_ENDS = frozenset("path pathEnd pathEndOrSingleSlash pathSingleSlash".split())
_PATHS = _ENDS | {"pathPrefix", "rawPathPrefix", "pathSuffix"}
_BLOCKS = frozenset("block indented_block".split())
_MATCHERS = frozenset("Segment LongNumber IntNumber JavaUUID DoubleNumber HexIntNumber HexLongNumber".split())
_REST = frozenset({"Remaining", "RemainingPath", "Segments"})
_NOTHING = frozenset({"PathEnd", "Neutral", "Slash"})


def verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`get { … }`, and `(get & path("x")) { … }`."""
    if not _applies(call):
        return
    for method in _verbs(call, file):
        yield from _routes(method, call, file)


def path(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A path without a verb in or around it takes any; routes that it names get its path as a prefix."""
    if not _applies(call) or not _path_calls(call, file):
        return
    block = call.arguments[-1].node
    inside = [inner for inner in call_index(file).within(block) if _applies(inner)]
    is_end = any(name in _ENDS for name, _ in _path_calls(call, file))
    has_verb = any(_verbs(other, file) for other in (*inside, *_around(call, file), call))
    if is_end and not has_verb and not any(inner.name in _PATHS for inner in inside):
        yield from _routes("ANY", call, file)
    for prefix in joined_paths(_prefixes(call, file), _own_paths(call, file)):
        yield from mounts(block, prefix, call, file)


def _routes(method: str, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    prefixes = _prefixes(call, file)
    is_placed = bool(_path_calls(call, file)) or any(_path_calls(outer, file) for outer in _around(call, file))
    router = holding_member(call.node, call.owner, file)
    for text in joined_paths(prefixes, _own_paths(call, file)) if is_placed else ():
        path = text if text else (Literal("/"),)
        yield RouteDecl(method, path, file.span(call.line), "akka-http", call.caller, router=router)


def _applies(call: CallSyntax) -> bool:
    """Whether a directive is given its inner route."""
    is_directive = call.name == COMBINED or call.receiver is None
    return is_directive and bool(call.arguments) and call.arguments[-1].node.type in _BLOCKS


def _verbs(call: CallSyntax, file: SourceFile) -> list[str]:
    if call.name in _VERBS:
        return [call.name.upper()]
    return [written.upper() for node in _combined(call, file) if (written := file.text(node)) in _VERBS]


def _combined(call: CallSyntax, file: SourceFile) -> list[Node]:
    if call.name != COMBINED or call.receiver is None or not call.receiver.named_child_count:
        return []
    return operands(call.receiver.named_children[0], file.source, frozenset({"&"}))


def _path_calls(call: CallSyntax, file: SourceFile) -> list[tuple[str, Node | None]]:
    """The path directives that a call is or combines: name and argument."""
    if call.name in _PATHS and call.receiver is None:
        first = call.arguments[0].node if call.arguments and call.arguments[0].node.type not in _BLOCKS else None
        return [(call.name, first)]
    found: list[tuple[str, Node | None]] = []
    for node in _combined(call, file):
        written = callee_text(node, file.source) if node.type == "call_expression" else file.text(node)
        arguments = node.child_by_field_name("arguments")
        if written in _PATHS:
            found.append((written, arguments.named_children[0] if arguments and arguments.named_child_count else None))
    return found


def _own_paths(call: CallSyntax, file: SourceFile) -> list[Text]:
    found: list[Text] = [()]
    for _, matcher in _path_calls(call, file):
        if matcher is not None:
            found = list(joined_paths(found, _matched(matcher, call, file)))
    return found


def _matched(node: Node, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The paths that a matcher takes: `"orders" / LongNumber`, `"a" | "b"`."""
    choices = operands(node, file.source, frozenset({"|"}))
    if len(choices) > 1:
        return [text for choice in choices for text in _matched(choice, call, file)]
    segments = operands(node, file.source, frozenset({"/", "~"}))
    return [joined_path((Literal("/"),), *(_segment(each, call, file) for each in segments))]


def _segment(node: Node, call: CallSyntax, file: SourceFile) -> Text:
    found = shape(node, file.source)
    written = file.text(found.node)
    if found.kind == "text":
        return (Literal(found.name),)
    if written in _REST:
        return (Literal("**"),)
    if written in _NOTHING or (found.node.type == "field_expression" and written.startswith("Slash")):
        return ()
    if found.kind == "call" and callee_text(found.node, file.source) == "separateOnSlashes":
        arguments = found.node.child_by_field_name("arguments")
        return _known(arguments.named_children[0], call, file) if arguments and arguments.named_child_count else ()
    is_text = found.kind in ("name", "member", "template") and written not in _MATCHERS
    return _known(found.node, call, file) if is_text else (Literal("{}"),)


def _known(node: Node, call: CallSyntax, file: SourceFile) -> Text:
    values = file.lower(node, call.function, call.owner)
    parts: list[Part] = [Literal("{}") if isinstance(p, Unknown) else p for p in values[0]] if len(values) == 1 else []
    return merge_literals(parts) if parts else (Literal("{}"),)


def _around(call: CallSyntax, file: SourceFile) -> list[CallSyntax]:
    """The directives in whose blocks a call stands, outermost first."""
    start, end = call.node.start_byte, call.node.end_byte
    found = []
    for outer in call_index(file).named(*sorted(_PATHS | _VERBS), COMBINED):
        if outer is not call and _applies(outer):
            block = outer.arguments[-1].node
            if block.start_byte <= start and end <= block.end_byte:
                found.append(outer)
    return sorted(found, key=lambda outer: outer.node.end_byte, reverse=True)


def _prefixes(call: CallSyntax, file: SourceFile) -> list[Text]:
    found: list[Text] = [()]
    for outer in _around(call, file):
        found = list(joined_paths(found, _own_paths(outer, file)))
    return found


FRAMEWORK = Framework(
    "akka_http",
    ("scala",),
    calls=(
        CallRule((*sorted(_VERBS), COMBINED), verb, imports=_IMPORTS),
        CallRule((*sorted(_PATHS), COMBINED), path, imports=_IMPORTS),
    ),
)
