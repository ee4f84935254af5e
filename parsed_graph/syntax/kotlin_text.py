"""Kotlin string expressions as Texts: templates, concatenation, conditionals, names, properties, and calls of the same file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from weakref import proxy

from tree_sitter import Node

from parsed_graph.facts import Literal, Text
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, either, joined, literal, unless_unset
from parsed_graph.syntax.jvm_flow import Flow
from parsed_graph.syntax.jvm_names import MAX_DEPTH, JvmNames, Place, property_name
from parsed_graph.syntax.jvm_text_calls import TextCall, text_call, text_creation
from parsed_graph.syntax.jvm_types import simple_type
from parsed_graph.syntax.kotlin_calls import CallParts, call_parts, is_creation
from parsed_graph.syntax.kotlin_declarations import KotlinDeclarations
from parsed_graph.syntax.kotlin_flow import kotlin_flow
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.operands import operands
from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax

MAX_LINKS = 20
"""How many links of a property path are followed."""

_DISCOVERY = frozenset(("choose", "getInstances", "getNextServerFromEureka", "getApplication"))
_STRINGS = ("string_literal", "multiline_string_literal")
_SIMPLE_TEMPLATE = re.compile(r"[A-Za-z_]\w*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b"}


class KotlinText:
    """Lowers the string expressions of one file; what a function or a type assigns is read once and kept."""

    def __init__(self, file: SourceFile, declarations: KotlinDeclarations) -> None:
        self._declarations = declarations
        flow = Flow(file, kotlin_flow(declarations))
        own, package = proxy(self), file.package  # A strong reference would be a cycle, and keep the tree.
        self.names = JvmNames(
            file, declarations.types, flow, lambda node, place: own._lower(node, place), lambda _: package
        )

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """The possible values of an expression; one Unknown where the file says nothing."""
        if node is None:
            return UNKNOWN
        self.names.start()
        return self._lower(node, Place(function, owner)) or UNKNOWN

    def _lower(self, node: Node, place: Place) -> Alternatives:
        """The values of an expression; NOTHING for `null` and for what throws."""
        kind = node.type
        if place.depth > MAX_DEPTH or not self.names.spend():
            return UNKNOWN
        inner = place.deeper()
        if kind in _STRINGS:
            return self._template(node, inner)
        if kind == "identifier":
            return self._name(text_of(node), node, inner)
        if kind == "binary_expression":
            return self._binary(node, inner)
        if kind == "call_expression":
            return self._call(node, inner)
        if kind == "navigation_expression":
            return self._member(node, inner)
        if kind == "number_literal":
            return literal(text_of(node).rstrip("Lu"))
        if kind in ("throw_expression", "null_literal"):
            return NOTHING
        parts = _alternatives(node)
        return either([self._lower(part, inner) for part in parts]) if parts else UNKNOWN

    def _known(self, node: Node, place: Place) -> Alternatives:
        return self._lower(node, place) or UNKNOWN

    def _name(self, name: str, node: Node, place: Place) -> Alternatives:
        if name == "null":
            return NOTHING
        if name in ("true", "false"):
            return literal(name)
        if name == "it":
            return UNKNOWN
        top = self._declarations.top
        function = place.function
        is_local = function is not None and (
            name in function.parameters or name in self.names.flow.definitions(function).locals
        )
        if name in top.fields and not is_local and self.names.field(name, place) is None:
            return self.names.field_values(name, top, place.depth)
        return self.names.name(name, node, place)

    def _template(self, node: Node, place: Place) -> Alternatives:
        """A string with its `$name` and `${expression}` filled in."""
        parts: list[Alternatives] = []
        children = node.named_children
        pending = False  # The grammar leaves `$name` of a one-line string as a `$` and the text after it.
        for child in children:
            text = text_of(child)
            if child.type == "interpolation":
                value = first_named(child)
                parts.append(self._known(value, place) if value is not None else UNKNOWN)
            elif child.type == "escape_sequence":
                parts.append(literal(_unescaped(text)))
            elif text == "$" and child.type == "string_content":
                if pending:
                    parts.append(literal("$"))
                pending = True
                continue
            else:
                match = _SIMPLE_TEMPLATE.match(text) if pending else None
                if match:
                    parts.append(self._name(match[0], child, place) or UNKNOWN)
                    text = text[match.end() :]
                elif pending:
                    text = "$" + text
                parts.append(literal(text))
            pending = False
        if pending:
            parts.append(literal("$"))
        return joined(parts) if parts else literal("")

    def _binary(self, node: Node, place: Place) -> Alternatives:
        operator = node.child_by_field_name("operator")
        sign = operator.type if operator is not None else ""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if sign == "?:" and left is not None and right is not None:
            return unless_unset(self._lower(left, place), self._lower(right, place))
        if sign == ">":
            return self._call(node, place)
        return self._sum(node, place) if sign == "+" else UNKNOWN

    def _sum(self, node: Node, place: Place) -> Alternatives:
        parts = operands(node)
        return joined([self._known(part, place) for part in parts]) if parts else UNKNOWN

    def _member(self, node: Node, place: Place) -> Alternatives:
        parts = named(node)
        if len(parts) < 2 or any(child.type == "::" for child in node.children):
            return UNKNOWN
        target, name = parts[0], text_of(parts[-1])
        if target.type in ("this_expression", "super_expression"):
            return self.names.own_field(name, place)
        path = self._path(target, place)
        known = text_call(self._text_call(f"get{name[:1].upper()}{name[1:]}", target, [], place)) if not path else None
        if known is not None:
            return known
        if path and name == "value" and path.rpartition(".")[2].isupper():
            return self.names.getter(path, name, True, place)
        return self.names.member(path, name, place) if path else UNKNOWN

    def _path(self, node: Node, place: Place) -> str:
        """The qualified type of a variable, or a type's name, followed by the members after it; "" where unknown."""
        suffix: list[str] = []
        current: Node | None = node
        for _ in range(MAX_LINKS):
            if current is None:
                return ""
            parts = named(current)
            if current.type == "navigation_expression" and len(parts) >= 2:
                name = text_of(parts[-1])
                if parts[0].type == "this_expression":
                    head = self.names.variable_type(name, Place(None, place.owner))
                    return ".".join([self.names.type_name(head), *reversed(suffix)]) if head else ""
                suffix.append(name)
                current = parts[0]
            elif current.type == "call_expression":
                call = call_parts(current)
                if call is None or call.arguments or call.receiver is None:
                    return ""
                suffix.append(property_name(call.name))
                current = call.receiver
            elif current.type == "unary_expression":
                current = current.child_by_field_name("argument")
            elif current.type == "identifier":
                return self._path_of_name(text_of(current), suffix[::-1], place)
            else:
                return ""
        return ""

    def _path_of_name(self, name: str, suffix: list[str], place: Place) -> str:
        declared = self._declarations.top.fields.get(name)
        if declared and not self.names.variable_type(name, place):
            return ".".join([self.names.type_name(declared), *suffix])
        return self.names.path_of_name(name, suffix, place)

    def _call(self, node: Node, place: Place) -> Alternatives:
        parts = call_parts(node)
        if parts is None:
            return UNKNOWN
        if is_creation(parts, self._declarations.function_names):
            name = f"{text_of(parts.receiver)}.{parts.name}" if parts.receiver else parts.name
            found = text_creation(name, [a.node for a in parts.arguments], lambda a: self._known(a, place))
            return found if found is not None else UNKNOWN
        if parts.receiver is None or parts.receiver.type == "this_expression":
            return self._own_call(parts, place)
        if parts.name in ("trimIndent", "trimMargin"):
            return tuple([_trimmed(text) for text in self._known(parts.receiver, place)])
        nodes = [argument.node for argument in parts.arguments]
        known = text_call(self._text_call(parts.name, parts.receiver, nodes, place))
        if known is not None:
            return known
        path = "" if nodes else self._path(parts.receiver, place)
        is_constant = parts.receiver.type == "navigation_expression"
        return self.names.getter(path, parts.name, is_constant, place) if path else UNKNOWN

    def _own_call(self, parts: CallParts, place: Place) -> Alternatives:
        given: dict[int | str, Alternatives] = {}
        for position, argument in enumerate(parts.arguments):
            given[argument.name or position] = self._known(argument.node, place)
        return self.names.own_call(parts.name, given, place)

    def _text_call(self, name: str, receiver: Node, arguments: list[Node], place: Place) -> TextCall:
        receiver_name = text_of(receiver) if receiver.type == "identifier" else ""
        receiver_type = simple_type(self.names.variable_type(receiver_name, place)) if receiver_name else ""
        return TextCall(
            name,
            receiver,
            receiver_name,
            receiver_type,
            arguments,
            lambda argument: self._known(argument, place),
            lambda: self._discovered(receiver, place),
        )

    def _discovered(self, node: Node, place: Place) -> Alternatives | None:
        """The service name that `choose("orders")` or `getInstances("orders")` in a chain or variable asks for."""
        current: Node | None = node
        for _ in range(MAX_LINKS):
            if current is None:
                return None
            if current.type == "identifier" and place.function is not None:
                definitions = self.names.flow.definitions(place.function).locals.get(text_of(current), [])
                current = definitions[-1].value if definitions else None
            elif current.type == "call_expression":
                parts = call_parts(current)
                if parts is not None and parts.name in _DISCOVERY and parts.arguments:
                    return self._known(parts.arguments[0].node, place)
                current = parts.receiver if parts is not None else None
            elif current.type in ("unary_expression", "navigation_expression", "index_expression"):
                current = current.child_by_field_name("argument") or first_named(current)
            else:
                return None
        return None


def _unescaped(escape: str) -> str:
    if escape.startswith("\\u"):
        return chr(int(escape[2:], 16)) if re.fullmatch(r"\\u[0-9a-fA-F]{4}", escape) else ""
    return _ESCAPES.get(escape[1:], escape[1:])


def _trimmed(text: Text) -> Text:
    if len(text) != 1 or not isinstance(text[0], Literal):
        return text
    return (Literal("\n".join([line.strip() for line in text[0].text.strip().split("\n")])),)


def _alternatives(node: Node) -> list[Node]:
    """The expressions of which this one takes its value: arms of a conditional, members of a list, what brackets hold."""
    kind = node.type
    if kind in ("parenthesized_expression", "value_argument"):
        found: Iterable[Node | None] = (first_named(node),)
    elif kind == "as_expression":
        found = (node.child_by_field_name("left"),)
    elif kind == "unary_expression":
        found = (node.child_by_field_name("argument"),)
    elif kind == "if_expression":
        condition = node.child_by_field_name("condition")
        found = [_last(arm) for arm in named(node) if condition is None or arm.id != condition.id]
    elif kind == "when_expression":
        found = [_last(named(entry)[-1]) for entry in named(node) if entry.type == "when_entry" and named(entry)]
    elif kind == "try_expression":
        found = [_last(first_named(node))]
    elif kind == "collection_literal":
        found = named(node)
    else:
        found = ()
    return [part for part in found if part is not None]


def _last(node: Node | None) -> Node | None:
    """The last expression of a block, or the expression itself."""
    if node is None or node.type not in ("block", "statements"):
        return node
    inner = named(node)
    return inner[-1] if inner else None
