"""What a file of a scripting language says without any framework: types, functions, calls, passed strings, constants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from parsed_graph.facts import (
    CallText,
    ConstDecl,
    Fact,
    FunctionCall,
    FunctionDecl,
    Literal,
    Reference,
    Text,
    TypeDecl,
    Unknown,
)
from parsed_graph.syntax.alternatives import is_known
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.scopes import Scope, holder
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, TypeSyntax
from parsed_graph.syntax.typed_scope import member_name

MAX_LENGTH = 200
"""Longer strings are prose or data."""
MAX_ENTRIES = 20
"""How many entries of a passed object literal are read."""
_COMPOSED = frozenset({"template", "add", "format", "index", "or", "either"})
_STRING_CALLS = frozenset(
    "getenv get format join urljoin concat resolve str string url replace rstrip strip trim sprintf getstring lookupenv joinhostport env fetch config".split()
)
_MAYBE_TEXT = frozenset(
    """string concatenated_string binary_operator identifier attribute call dictionary subscript conditional_expression
    boolean_operator template_string binary_expression member_expression call_expression new_expression object
    subscript_expression ternary_expression await_expression as_expression non_null_expression parenthesized_expression
    shorthand_property_identifier""".split()
)
"""Node types of arguments and values that may be strings, or hold some."""
_TELLING = re.compile(
    r"(?i:ur[il]|host|addr|endpoint|topic|queue|path|base_|service|exchange|subject|stream|bucket|broker|server|dsn|route|prefix)"
    r"|^[A-Z][A-Z0-9_]+$"
)
_PATH = re.compile(r"[\w.:\\]+")
_SELF = frozenset({b"self", b"cls", b"this", b"$this", b"static"})
_CONFIGURED = re.compile(r"\.conf(?:ig)?\.\w+$")
"""`app.config["ORDERS_URL"]` and `app.conf.broker_url`, as a path."""
_CONSTANT = frozenset({"text", "template", "add", "format", "or", "either", "member", "index", "call", "name"})


_ELSEWHERE = frozenset({"import", "declared-type"})
"""Calls of other files; those of a file's top level have no caller, and say what the program uses."""


def symbol_facts(text: ScriptText, scopes: list[Scope]) -> Iterator[Fact]:
    """Facts in a fixed order: types, functions, calls with what they pass, constants. `scopes` are those of the calls."""
    file = text.file
    for declared in file.types:
        bases = tuple([_qualified(base, text) for base in declared.bases])
        yield TypeDecl(declared.qualified_name, file.span(declared.line), declared.kind, bases)
    for function in file.functions:
        span = file.span(function.line)
        yield FunctionDecl(function.qualified_name, function.signature, span, function.end_line, file.language)
    yield from _calls(text, scopes)
    yield from constants(text)


def _qualified(name: str, text: ScriptText) -> str:
    head, dot, rest = text.grammar.type_name(name).partition(".")
    declared = next((t for t in text.file.types if t.name == head), None)
    if declared is not None:
        return declared.qualified_name + dot + rest
    return text.file.imports.get(head, head) + dot + rest


class _Targets:
    """The functions that calls mean; those of one receiver in one scope are worked out once."""

    def __init__(self, text: ScriptText) -> None:
        self._text = text
        self._known: dict[tuple[int, bytes], tuple[str, str]] = {}
        self._named: dict[tuple[int, str], tuple[str, str]] = {}
        self._types = {declared.name: declared for declared in reversed(text.file.types)}
        self.methods: dict[str, set[str]] = {}
        for function in text.file.functions:
            if function.owner is not None:
                self.methods.setdefault(function.owner.qualified_name, set()).add(function.name)

    def target(self, call: CallSyntax, scope: Scope) -> tuple[str, str]:
        """The called function's qualified name and how it is known; "" for libraries and what the file cannot tell."""
        if call.receiver is None:
            named = (id(scope), call.name)
            found = self._named.get(named)
            if found is None:
                found = self._named[named] = self._bare(call.name, scope)
            return found
        written = self._text.file.source[call.receiver.start_byte : call.receiver.end_byte]
        if len(written) > 80 or b"(" in written:
            return "", ""
        if written in _SELF:
            return self._own_method(call.name, scope.owner)
        key = (id(scope), written)
        known = self._known.get(key)
        if known is None:
            self._text.restart()
            known = self._known[key] = self._owner(call.receiver, written.decode("utf-8", "replace"), scope)
        owner, basis = known
        if not owner:
            return "", ""
        if call.is_new:
            return f"{owner}.{call.name}.{self._text.grammar.constructor}", basis
        if basis == "import" and call.name[:1].isupper():
            return f"{owner}.{call.name}.{self._text.grammar.constructor}", basis
        return f"{owner}.{call.name}", basis

    def _bare(self, name: str, scope: Scope) -> tuple[str, str]:
        home = holder(name, scope)
        if home is not None:
            declared = home.declared.get(name)
            if isinstance(declared, FunctionSyntax):
                return declared.qualified_name, "same-file"
            return (
                (f"{declared.qualified_name}.{self._text.grammar.constructor}", "same-file") if declared else ("", "")
            )
        if self._text.grammar.implies_self and scope.owner is not None:
            target, basis = self._own_method(name, scope.owner)
            if name in self.methods.get(target.rpartition(".")[0], ()):
                return target, basis
        imported = self._text.file.imports.get(name, "")
        if not imported or not self._text.is_own(imported):
            return "", ""
        return (f"{imported}.{self._text.grammar.constructor}" if name[:1].isupper() else imported), "import"

    def _own_method(self, name: str, owner: TypeSyntax | None) -> tuple[str, str]:
        """A method of the class itself, or of the class of this file that it is inherited from."""
        current = owner
        for _ in range(10):
            if current is None or name in self.methods.get(current.qualified_name, ()):
                break
            bases = [self._text.grammar.type_name(base) for base in current.bases]
            current = next((t for base in bases if (t := self._types.get(base)) is not None and t is not owner), None)
        found = current or owner
        return (f"{found.qualified_name}.{name}", "this") if found is not None else ("", "")

    def _owner(self, receiver: Node, written: str, scope: Scope) -> tuple[str, str]:
        head = written.partition(".")[0]
        home = holder(head, scope)
        if home is None:
            imported = self._text.file.imports.get(head, "")
            if imported and self._text.is_own(imported) and _PATH.fullmatch(written):
                return imported + written[len(head) :], "import"
            if imported:
                return "", ""
        meaning = self._text.meaning(receiver, scope)
        if meaning is None:
            return "", ""
        if meaning.type is not None:
            return meaning.type.qualified_name, "same-file"
        is_own = bool(meaning.external) and self._text.is_own(meaning.external)
        return (meaning.external, "declared-type") if is_own else ("", "")


def _calls(text: ScriptText, scopes: list[Scope]) -> Iterator[Fact]:
    targets = _Targets(text)
    file = text.file
    for call, scope in zip(file.calls, scopes, strict=True):
        target, basis = targets.target(call, scope)
        if not target:
            continue
        text.restart()
        if (call.function is not None or basis in _ELSEWHERE) and call.node.type not in text.grammar.literals:
            yield FunctionCall(call.caller, target, file.span(call.line), basis, len(call.arguments))
        if call.arguments:
            yield from _passed(call, target, scope, text)


def _passed(call: CallSyntax, target: str, scope: Scope, text: ScriptText) -> Iterator[Fact]:
    creates = target.rpartition(".")[0] if target.endswith("." + text.grammar.constructor) else ""
    for position, argument in enumerate(call.arguments):
        if argument.node.type not in _MAYBE_TEXT and argument.node.type not in text.grammar.texts:
            continue
        shape = text.shape(argument.node)
        if shape.kind == "object":
            entries = text.grammar.entries(shape.node, text.file.source)
            for name, node in list(entries.items())[:MAX_ENTRIES]:
                if node.type in _MAYBE_TEXT or node.type in text.grammar.texts:
                    yield from _passed_text(call, target, position, text.shape(node), name, scope, text)
            continue
        for fact in _passed_text(call, target, position, shape, argument.name, scope, text):
            yield fact
            if creates and argument.name:
                # What is passed by name to a class becomes its field of that name.
                yield ConstDecl(f"{creates}.{argument.name}", fact.value, fact.span)


def _passed_text(
    call: CallSyntax, target: str, position: int, shape: Expression, parameter: str, scope: Scope, text: ScriptText
) -> Iterator[CallText]:
    for value in telling_strings(shape, parameter, scope, text):
        is_open = any(isinstance(part, Unknown) and part.name for part in value)
        yield CallText(target, position, value, text.file.span(call.line), parameter, call.caller if is_open else "")
    is_parameter = shape.kind == "name" and call.function is not None and shape.name in call.function.parameters
    if is_parameter and is_telling(shape.name):
        handed_on: Text = (Unknown(shape.name),)
        yield CallText(target, position, handed_on, text.file.span(call.line), parameter, call.caller)


def telling_strings(shape: Expression, parameter: str, scope: Scope, text: ScriptText) -> list[Text]:
    """Values that may be an address, a path or a name; no prose. Variables and members only where their name tells of such."""
    kind = shape.kind
    if kind == "text":
        value: Text = (Literal(shape.name),)
        return [value] if shape.name and is_useful(value) else []
    if kind in ("name", "member"):
        if not (is_telling(shape.name) or is_telling(parameter)):
            return []
    elif kind == "call":
        call = text.calls.get(shape.node.id)
        if call is None or not (call.name.lower() in _STRING_CALLS or is_telling(call.name)):
            return []
    elif kind not in _COMPOSED:
        return []
    return [value for value in text.lower_at(shape.node, scope) if is_useful(value)]


@lru_cache(maxsize=50_000)
def is_telling(name: str) -> bool:
    """Whether a name tells of an address, a path or a topic."""
    return _TELLING.search(name) is not None


def is_useful(value: Text) -> bool:
    """Whether a text is no prose, no data and not wholly unknown."""
    if not value or not is_known(value):
        return False
    length = 0
    for part in value:
        if isinstance(part, Literal):
            if "\n" in part.text or " " in part.text:
                return False
            length += len(part.text)
    return length <= MAX_LENGTH


def _is_parameter(value: Text) -> bool:
    """Whether a field holds what its constructor was given."""
    return len(value) == 1 and isinstance(value[0], Unknown) and bool(value[0].name)


def constants(text: ScriptText) -> Iterator[Fact]:
    """Names of the file and fields of its classes that hold strings; an object literal's entries by their dotted path."""
    root = text.tree.root
    for name, bindings in root.names.items():
        for binding in bindings:
            if name.endswith("."):
                yield from _exported_again(name, binding.node, text)
            elif not binding.keys and binding.kind == "=" and "." not in name:
                qualified = root.prefix if name == "exports" else member_name(root.prefix, name)
                yield from _constant(qualified, binding.node, root, text, 0)
    for scope in text.tree.scopes:
        for name, bindings in scope.names.items():
            if ".conf" in name and _CONFIGURED.search(name):
                for binding in bindings:
                    yield from _constant(member_name(root.prefix, name), binding.node, scope, text, 0)
    for declared in text.file.types:
        for name, bindings in text.fields.get(declared.qualified_name, {}).items():
            for binding in bindings if text.field_rule(text, declared, name) is None else ():
                scope = text.tree.at(binding.node.start_byte)
                yield from _constant(f"{declared.qualified_name}.{name}", binding.node, scope, text, 0)


def _exported_again(name: str, node: Node, text: ScriptText) -> Iterator[Fact]:
    """`export { ORDERS } from "./topics"`: another name for what the other file declares."""
    imported = text.file.imports.get(text.file.text(node), "")
    if imported and text.is_own(imported):
        span = text.file.span(node.start_point[0] + 1)
        yield ConstDecl(f"{text.tree.root.prefix}.{name[:-1]}", (Reference(imported),), span)


def _constant(name: str, node: Node, scope: Scope, text: ScriptText, depth: int) -> Iterator[Fact]:
    if node.type not in _MAYBE_TEXT and node.type not in text.grammar.texts:
        return
    text.restart()
    shape = text.shape(node)
    if shape.kind == "name":
        declared = scope.declared.get(shape.name)
        if declared is not None:
            yield ConstDecl(name, (Reference(declared.qualified_name),), text.file.span(node.start_point[0] + 1))
            return
        defined = text.shape(text.definition(node, scope))
        shape = defined if defined.kind == "object" else shape
    if shape.kind == "object" and depth < 5:
        for key, value in text.grammar.entries(shape.node, text.file.source).items():
            yield from _constant(f"{name}.{key}", value, scope, text, depth + 1)
    elif shape.kind in _CONSTANT:
        for found in text.lower_at(node, scope):
            if is_useful(found) or (_is_parameter(found) and is_telling(name.rpartition(".")[2])):
                is_open = scope.function is not None and any(isinstance(p, Unknown) and p.name for p in found)
                function = scope.function.qualified_name if scope.function is not None and is_open else ""
                yield ConstDecl(name, found, text.file.span(node.start_point[0] + 1), function)
