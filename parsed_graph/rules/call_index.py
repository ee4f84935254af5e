"""Finds calls by where they stand: the call that an expression is, the chain it belongs to, the calls inside it.

Rules need this when one fact is spread over a fluent chain or a nested expression: `BindingBuilder.bind(q).to(e).with(k)`.
It works on byte ranges alone and so on every language whose calls are CallSyntax.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar, cast

from tree_sitter import Node

from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

_T = TypeVar("_T")
MAX_CHAIN = 60
"""How many links of a chain are followed; more is no configuration that anybody wrote."""
MAX_WITHIN = 400
"""How many calls inside one expression are looked at."""

_WRAPPERS = frozenset({"parenthesized_expression", "cast_expression", "as_expression", "ascription_expression"})
_NAME = re.compile(rb"\w+$")
_TYPED_NAME = re.compile(rb"(\w+)\s*:\s*[A-Z][\w.<>?,* ]*$")
_BEFORE = 200
"""How many bytes before an expression are looked at for what it is assigned to."""


class CallIndex:
    """The calls of one file, by position."""

    def __init__(self, file: SourceFile) -> None:
        self._source, self._functions, self._annotations = file.source, file.functions, file.annotations
        self._calls = sorted(file.calls, key=lambda call: (call.node.start_byte, call.node.end_byte))
        self._starts = [call.node.start_byte for call in self._calls]
        self._at = {_range(call.node): call for call in self._calls}
        self._outer = {_range(call.receiver): call for call in self._calls if call.receiver is not None}
        self._assigned: dict[str, list[CallSyntax]] | None = None
        self._by_name: dict[str, list[CallSyntax]] | None = None
        self._remembered: dict[str, object] = {}
        self._by_function: dict[str, list[FunctionSyntax]] | None = None
        self._by_annotation: dict[str, list[AnnotationSyntax]] | None = None

    def at(self, node: Node | None) -> CallSyntax | None:
        """The call or object creation that an expression is, seen through casts and parentheses."""
        node = unwrap(node)
        return self._at.get(_range(node)) if node is not None else None

    def receivers(self, call: CallSyntax) -> list[CallSyntax]:
        """The chain up to and with `call`, innermost first: for `to` in `bind(q).to(e).with(k)`: bind, to."""
        chain = [call]
        while len(chain) < MAX_CHAIN:
            inner = self.at(chain[-1].receiver)
            if inner is None:
                break
            chain.append(inner)
        return chain[::-1]

    def chain(self, call: CallSyntax) -> list[CallSyntax]:
        """The whole chain that `call` is a link of, innermost first."""
        links = self.receivers(call)
        while len(links) < MAX_CHAIN:
            outer = self._outer.get(_range(links[-1].node))
            if outer is None:
                break
            links.append(outer)
        return links

    def within(self, node: Node | None) -> list[CallSyntax]:
        """The calls inside an expression (its own call included), in document order."""
        if node is None:
            return []
        first = bisect_left(self._starts, node.start_byte)
        last = bisect_left(self._starts, node.end_byte)
        return [
            call for call in self._calls[first : min(last, first + MAX_WITHIN)] if call.node.end_byte <= node.end_byte
        ]

    def inside(self, function: FunctionSyntax | None) -> list[CallSyntax]:
        """The calls in the body of a function, in document order."""
        return self.within(function.node) if function else []

    def named(self, *names: str) -> list[CallSyntax]:
        """The first calls with one of these names, in document order for each."""
        if self._by_name is None:
            self._by_name = {}
            for call in self._calls:
                self._by_name.setdefault(call.name, []).append(call)
        return [call for name in names for call in self._by_name.get(name, ())[:MAX_WITHIN]]

    def functions(self, name: str) -> list[FunctionSyntax]:
        """The functions of this name."""
        if self._by_function is None:
            self._by_function = {}
            for function in self._functions:
                self._by_function.setdefault(function.name, []).append(function)
        return self._by_function.get(name, [])

    def annotations(self, *names: str) -> list[AnnotationSyntax]:
        """The first annotations with one of these names."""
        if self._by_annotation is None:
            self._by_annotation = {}
            for annotation in self._annotations:
                self._by_annotation.setdefault(annotation.name, []).append(annotation)
        return [found for name in names for found in self._by_annotation.get(name, ())[:MAX_WITHIN]]

    def once(self, key: str, read: Callable[[], _T]) -> _T:
        """What `read` gives, read once for the file; `key` names what that is, and so its type."""
        if key not in self._remembered:
            self._remembered[key] = read()
        return cast(_T, self._remembered[key])

    def assigned(
        self, name: str, function: FunctionSyntax | None = None, owner: TypeSyntax | None = None
    ) -> list[CallSyntax]:
        """The calls whose result is assigned to a variable or field of this name: those of the function, else those of the type."""
        if self._assigned is None:
            self._assigned = self._read_assigned()
        found = self._assigned.get(name, [])
        if function is not None:
            inner = [call for call in found if call.function is function]
            if inner or name in function.parameters:
                return inner
        return [call for call in found if owner is None or call.owner is owner]

    def _read_assigned(self) -> dict[str, list[CallSyntax]]:
        found: defaultdict[str, list[CallSyntax]] = defaultdict(list)
        by_start = {call.node.start_byte: call for call in self._calls}  # Of a chain, the outermost call.
        for start, call in by_start.items():
            name = assigned_name(self._source[max(0, start - _BEFORE) : start])
            if name:
                found[name].append(call)
        return dict(found)


def call_index(file: SourceFile) -> CallIndex:
    """The index of a file, built when a rule first asks for it."""
    if _last.file is not file or _last.index is None:
        _last.file, _last.index = file, CallIndex(file)
    return _last.index


def assigned_name(before: bytes) -> str:
    """The variable that an expression is assigned to, from what stands before it: `this.a = (T) `, `val a: T = `."""
    before = before.rstrip()
    if before.endswith(b")"):
        before = before[: max(before.rfind(b"("), 0)].rstrip()
    if not before.endswith(b"=") or before[-2:-1] in (b"=", b"!", b"<", b">"):
        return ""
    before = before[:-1].rstrip()
    match = _TYPED_NAME.search(before)
    found = match.group(1) if match else b"".join(_NAME.findall(before))
    return found.decode("utf-8", "replace")


def unwrap(node: Node | None) -> Node | None:
    """The expression inside casts and parentheses."""
    for _ in range(8):
        if node is None or node.type not in _WRAPPERS:
            break
        inner = node.child_by_field_name("value") or node.child_by_field_name("left")
        node = inner or (node.named_children[0] if node.named_children else None)
    return node


class _Last:
    # Rules see one file after the other, so that one remembered index serves them all.
    file: SourceFile | None = None
    index: CallIndex | None = None


_last = _Last()


def _range(node: Node) -> tuple[int, int]:
    return node.start_byte, node.end_byte
