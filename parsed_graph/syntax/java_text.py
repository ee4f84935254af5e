"""Java string expressions as Texts: literals, concatenation, conditionals, names, getters, and calls of the same class."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from weakref import proxy

from tree_sitter import Node

from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, either, joined, literal
from parsed_graph.syntax.java_flow import JAVA_FLOW
from parsed_graph.syntax.jvm_flow import Flow
from parsed_graph.syntax.jvm_names import MAX_DEPTH, JvmNames, Place, property_name
from parsed_graph.syntax.jvm_text_calls import TextCall, text_call, text_creation
from parsed_graph.syntax.jvm_types import simple_type
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.operands import operands
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES, FunctionSyntax, SourceFile, TypeSyntax

MAX_LINKS = 20
"""How many links of a getter path are followed."""

_DISCOVERY = frozenset(("choose", "getInstances", "getNextServerFromEureka", "getApplication"))


class JavaText:
    """Lowers the string expressions of one file; what a function or a type assigns is read once and kept."""

    def __init__(
        self,
        file: SourceFile,
        types: dict[str, TypeSyntax],
        siblings: Set[str] = frozenset(),
        wildcards: Sequence[str] = (),
        static_wildcards: Sequence[str] = (),
    ) -> None:
        self._package, self._siblings, self._wildcards = file.package, siblings, wildcards
        own = proxy(self)  # A strong reference would be a cycle, and keep the tree until the next collection.
        self.names = JvmNames(
            file,
            types,
            Flow(file, JAVA_FLOW),
            lambda node, place: own._lower(node, place),
            lambda name: own._package_of(name),
            static_wildcards,
        )

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """The possible values of an expression; one Unknown where the file says nothing."""
        if node is None:
            return UNKNOWN
        self.names.start()
        return self._lower(node, Place(function, owner)) or UNKNOWN

    def _package_of(self, name: str) -> str:
        """Of a type that no import names: this package if its folder has the file, else the only wildcard import."""
        if len(self._wildcards) == 1 and self._siblings and f"{name}.java" not in self._siblings:
            return self._wildcards[0]
        return self._package

    def _lower(self, node: Node, place: Place) -> Alternatives:
        """The values of an expression; NOTHING for `null`."""
        kind = node.type
        if kind == "string_literal":
            return literal(string_value(node))
        if place.depth > MAX_DEPTH or not self.names.spend():
            return UNKNOWN
        inner = place.deeper()
        if kind == "identifier":
            return self.names.name(text_of(node), node, inner)
        if kind == "binary_expression":
            return self._sum(node, inner)
        if kind == "method_invocation":
            return self._call(node, inner)
        if kind == "field_access":
            return self._field_access(node, inner)
        if kind == "object_creation_expression":
            return self._creation(node, inner)
        if kind in ("decimal_integer_literal", "true", "false"):
            return literal(text_of(node).rstrip("lL"))
        if kind == "character_literal":
            return literal(_unescaped(text_of(node)[1:-1]))
        if kind == "null_literal":
            return NOTHING
        parts = _alternatives(node)
        return either([self._lower(part, inner) for part in parts]) if parts else UNKNOWN

    def _known(self, node: Node, place: Place) -> Alternatives:
        return self._lower(node, place) or UNKNOWN

    def _sum(self, node: Node, place: Place) -> Alternatives:
        parts = operands(node)
        return joined([self._known(part, place) for part in parts]) if parts else UNKNOWN

    def _field_access(self, node: Node, place: Place) -> Alternatives:
        target, name = node.child_by_field_name("object"), text_of(node.child_by_field_name("field"))
        if target is None:
            return UNKNOWN
        if target.type in ("this", "super") or text_of(target).endswith(".this"):
            return self.names.own_field(name, place)
        path = self._path(target, place)
        return self.names.member(path, name, place) if path else UNKNOWN

    def _path(self, node: Node, place: Place) -> str:
        """The qualified type of a variable, or a type's name, followed by the getters or fields after it; "" where unknown."""
        suffix: list[str] = []
        current: Node | None = node
        for _ in range(MAX_LINKS):
            if current is None:
                return ""
            kind, target, head = current.type, current.child_by_field_name("object"), None
            if kind == "field_access":
                name = text_of(current.child_by_field_name("field"))
                if target is not None and target.type == "this":
                    head = self.names.variable_type(name, Place(None, place.owner))
            elif kind == "method_invocation":
                name = property_name(text_of(current.child_by_field_name("name")))
                if named(current.child_by_field_name("arguments")):
                    return ""
                if target is None:
                    own = self.names.functions(text_of(current.child_by_field_name("name")), place.owner)
                    head = own[0].return_type if own else ""
            elif kind == "identifier":
                return self.names.path_of_name(text_of(current), suffix[::-1], place)
            else:
                return ""
            if head is not None:
                return ".".join([self.names.type_name(head), *reversed(suffix)]) if head else ""
            suffix.append(name)
            current = target
        return ""

    def _call(self, node: Node, place: Place) -> Alternatives:
        target, name = node.child_by_field_name("object"), text_of(node.child_by_field_name("name"))
        arguments = named(node.child_by_field_name("arguments"))
        if target is None or target.type == "this":
            return self.names.own_call(name, {i: self._known(a, place) for i, a in enumerate(arguments)}, place)
        receiver_name = text_of(target) if target.type == "identifier" else _static_type(target)
        receiver_type = simple_type(self.names.variable_type(receiver_name, place)) if receiver_name else ""
        known = text_call(
            TextCall(
                name,
                target,
                receiver_name,
                receiver_type,
                arguments,
                lambda argument: self._known(argument, place),
                lambda: self._discovered(target, place),
            )
        )
        if known is not None:
            return known
        path = "" if arguments else self._path(target, place)
        return self.names.getter(path, name, target.type == "field_access", place) if path else UNKNOWN

    def _creation(self, node: Node, place: Place) -> Alternatives:
        name = text_of(node.child_by_field_name("type")).partition("<")[0].strip()
        arguments = named(node.child_by_field_name("arguments"))
        found = text_creation(name, arguments, lambda argument: self._known(argument, place))
        return found if found is not None else UNKNOWN

    def _discovered(self, node: Node, place: Place) -> Alternatives | None:
        """The service name that `choose("orders")` or `getInstances("orders")` in a chain or variable asks for."""
        current: Node | None = node
        for _ in range(MAX_LINKS):
            if current is None:
                return None
            if current.type == "identifier" and place.function is not None:
                definitions = self.names.flow.definitions(place.function).locals.get(text_of(current), [])
                current = definitions[-1].value if definitions else None
            elif current.type != "method_invocation":
                return None
            elif text_of(current.child_by_field_name("name")) in _DISCOVERY:
                arguments = named(current.child_by_field_name("arguments"))
                return self._known(arguments[0], place) if arguments else None
            else:
                current = current.child_by_field_name("object")
        return None


def _static_type(node: Node) -> str:
    """`String` of `java.lang.String`, "" for what is no class of the JDK."""
    written = text_of(node) if node.type == "field_access" else ""
    return simple_type(written) if written.startswith("java.") else ""


def string_value(node: Node) -> str:
    """The text of a string literal or text block, escapes resolved."""
    children = node.named_children
    if len(children) == 1 and children[0].type == "string_fragment":
        return text_of(children[0])
    pieces = [text_of(c) if c.type != "escape_sequence" else _unescaped(text_of(c)) for c in children]
    raw = "".join(pieces)
    return _text_block(raw) if any(c.type == "multiline_string_fragment" for c in children) else raw


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "s": " ", "0": "\0"}


def _unescaped(escape: str) -> str:
    if not escape.startswith("\\"):
        return escape
    if escape.startswith("\\u"):
        digits = escape.lstrip("\\u")
        return chr(int(digits, 16)) if re.fullmatch(r"[0-9a-fA-F]{4}", digits) else ""
    return "" if escape == "\\\n" else _ESCAPES.get(escape[1:], escape[1:])


def _text_block(raw: str) -> str:
    """A text block without its first line break and common indentation (JLS 3.10.6)."""
    lines = raw.lstrip(" \t").removeprefix("\n").split("\n")
    cut = min([len(line) - len(line.lstrip()) for line in lines if line.strip()], default=0)
    return "\n".join([line[cut:].rstrip() for line in lines]).rstrip("\n")


def _alternatives(node: Node) -> list[Node]:
    """The expressions of which this one takes its value: arms of a conditional, members of an array, what brackets hold."""
    kind = node.type
    if kind == "parenthesized_expression":
        fields: Iterable[Node | None] = (first_named(node),)
    elif kind == "cast_expression":
        fields = (node.child_by_field_name("value"),)
    elif kind == "ternary_expression":
        fields = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
    elif kind == "assignment_expression":
        fields = (node.child_by_field_name("right"),)
    elif kind == "switch_expression":
        fields = _switch_values(node)
    elif kind in ("element_value_array_initializer", "array_initializer"):
        fields = named(node)
    else:
        fields = ()
    return [field for field in fields if field is not None]


def _switch_values(node: Node) -> list[Node | None]:
    found: list[Node | None] = []
    for rule in named(node.child_by_field_name("body")):
        for child in named(rule):
            if child.type == "expression_statement":
                found.append(first_named(child))
            elif child.type == "block":
                found += [first_named(s) for s in child.named_children if s.type == "yield_statement"]
    return found[: MAX_ALTERNATIVES + 1]
