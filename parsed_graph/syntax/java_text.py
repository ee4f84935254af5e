"""Java string expressions as Texts: literals, concatenation, variables, fields, getters, and calls of the same class."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from parsed_graph.facts import Reference, Setting, Text, Unknown
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, capped, either, joined, literal, plain
from parsed_graph.syntax.java_calls import simple_type
from parsed_graph.syntax.java_flow import Definition, FlowReader
from parsed_graph.syntax.jvm_text_calls import TextCall, text_call, text_creation
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.placeholders import expand_placeholders
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES, FunctionSyntax, SourceFile, TypeSyntax

MAX_DEPTH = 40
"""How deep an expression is followed through variables, calls and brackets."""
MAX_OPERANDS = 200

_Compute = Callable[[], Alternatives]
_VALUE_ANNOTATIONS = frozenset(("Value", "Property", "ConfigProperty"))
_DISCOVERY = frozenset(("choose", "getInstances", "getNextServerFromEureka", "getApplication"))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an expression stands: its function, its type, and how many steps led to it."""

    function: FunctionSyntax | None
    owner: TypeSyntax | None
    depth: int = 0

    def deeper(self) -> _Place:
        return _Place(self.function, self.owner, self.depth + 1)


class JavaText:
    """Lowers the string expressions of one file; what a function or a type assigns is read once and kept."""

    def __init__(self, file: SourceFile, types: dict[str, TypeSyntax], static_wildcards: Sequence[str] = ()) -> None:
        self._file, self._types, self._static_wildcards = file, types, static_wildcards
        self._by_path: dict[str, TypeSyntax] = {t.qualified_name: t for t in types.values()}
        self._flow = FlowReader(file)
        self._busy: set[tuple[str, int]] = set()
        self._methods: dict[tuple[str, str], list[FunctionSyntax]] | None = None

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """The possible values of an expression; one Unknown where the file says nothing."""
        if node is None:
            return UNKNOWN
        return self._lower(node, _Place(function, owner)) or UNKNOWN

    def field_values(self, name: str, owner: TypeSyntax) -> Alternatives:
        """What initialisers, constructors, methods and `@Value` give to a field; a Reference to it where nothing does."""
        return self._field_values(name, owner, 0)

    def enum_constants(self, owner: TypeSyntax) -> list[str]:
        """The constants of an enum."""
        return list(self._flow.constants(owner))

    def type_name(self, declared: str) -> str:
        """A type's qualified name: of this file, by import, as written where it is a path, else of the same package."""
        simple = declared.partition("<")[0].strip().removesuffix("[]")
        head, dot, rest = simple.partition(".")
        if head in self._types:
            base = self._types[head].qualified_name
        elif head in self._file.imports:
            base = self._file.imports[head]
        elif dot and head[:1].islower():
            return simple
        else:
            base = f"{self._file.package}.{head}" if self._file.package else head
        return f"{base}.{rest}" if rest else base

    # --- Expressions ------------------------------------------------------------------------------

    def _lower(self, node: Node, place: _Place) -> Alternatives:
        """The values of an expression; NOTHING for `null`."""
        kind = node.type
        if kind == "string_literal":
            return literal(string_value(node))
        if place.depth > MAX_DEPTH:
            return UNKNOWN
        inner = place.deeper()
        if kind == "identifier":
            return self._name(node, inner)
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

    def _known(self, node: Node, place: _Place) -> Alternatives:
        return self._lower(node, place) or UNKNOWN

    def _sum(self, node: Node, place: _Place) -> Alternatives:
        """A concatenation, from left to right without recursion: `a + b + c` is nested to the left."""
        operands: list[Node] = []
        current: Node | None = node
        while current is not None and current.type == "binary_expression":
            operator, right = current.child_by_field_name("operator"), current.child_by_field_name("right")
            if operator is None or operator.type != "+" or right is None or len(operands) > MAX_OPERANDS:
                return UNKNOWN
            operands.append(right)
            current = current.child_by_field_name("left")
        if current is not None:
            operands.append(current)
        return joined([self._known(operand, place) for operand in reversed(operands)])

    # --- Names ------------------------------------------------------------------------------------

    def _name(self, node: Node, place: _Place) -> Alternatives:
        name, function = text_of(node), place.function
        if function is not None:
            definitions = self._flow.definitions(function)
            is_parameter = name in function.parameters
            if name in definitions.locals and (is_parameter or name in definitions.types):
                return self._once(("name", node.id), UNKNOWN, lambda: self._local(name, node, function, place))
            if is_parameter:
                return self._parameter(name, function, place)
            if name in definitions.opaque:
                return UNKNOWN
        field = self._field(name, place)
        return field if field is not None else self._outer_name(name, place.owner)

    def _local(self, name: str, use: Node, function: FunctionSyntax, place: _Place) -> Alternatives:
        start = self._parameter(name, function, place) if name in function.parameters else NOTHING
        return self._run(self._flow.reaching(name, use, function), start, place)

    def _parameter(self, name: str, function: FunctionSyntax, place: _Place) -> Alternatives:
        for annotation in self._file.annotations:
            if (
                annotation.on_function is function
                and annotation.on_parameter == name
                and annotation.name in _VALUE_ANNOTATIONS
            ):
                value = annotation.argument("value", "name", position=0)
                return self._bound(annotation.name, value, place.owner, place.depth)
        return ((Unknown(name),),)

    def _run(self, definitions: Sequence[tuple[Definition, bool]], start: Alternatives, place: _Place) -> Alternatives:
        """Follows assignments in order: a certain one replaces what was there, an uncertain one adds to it."""
        state = start
        for definition, is_certain in definitions:
            values = UNKNOWN if definition.opaque else NOTHING
            if definition.value is not None and not definition.opaque:
                values = self._lower(definition.value, place)
            if definition.appends:
                values = joined([state or literal(""), values or UNKNOWN])
            state = values if is_certain else capped([*state, *values])
            if len(state) > MAX_ALTERNATIVES:
                return UNKNOWN
        return state

    def _field(self, name: str, place: _Place) -> Alternatives | None:
        """The values of a field of this type or one around it, None where there is no such field."""
        owner = place.owner
        while owner is not None and name not in owner.fields and name not in self._flow.constants(owner):
            owner = owner.outer
        return self._field_values(name, owner, place.depth) if owner is not None else None

    def _field_values(self, name: str, owner: TypeSyntax, depth: int) -> Alternatives:
        reference: Alternatives = ((Reference(f"{owner.qualified_name}.{name}"),),)
        if depth > MAX_DEPTH:
            return reference
        key = f"{owner.qualified_name}.{name}"
        return self._once((key, 0), reference, lambda: self._assigned(name, owner, depth) or reference)

    def _assigned(self, name: str, owner: TypeSyntax, depth: int) -> Alternatives:
        values = self._flow.field(owner, name)
        if values.annotation:
            return self._bound(values.annotation, values.annotation_value, owner, depth)
        found: list[Text] = []
        for value, function in values.values:
            found += self._lower(value, _Place(function, owner, depth + 1))
        # What only a parameter gives, is open to the reader of the field: its Reference says more.
        return capped([text for text in found if not all(isinstance(part, Unknown) for part in text) or not text])

    def _bound(self, annotation: str, value: Node | None, owner: TypeSyntax | None, depth: int) -> Alternatives:
        """What `@Value("${key}")` or `@ConfigProperty(name = "key")` binds."""
        if value is None:
            return NOTHING
        texts = self._lower(value, _Place(None, owner, depth + 1))
        if annotation == "ConfigProperty":
            return tuple([_as_setting(text) for text in texts])
        expanded = [expand_placeholders(text) for text in texts]
        return tuple([_as_setting(text) for text in expanded] if annotation == "Property" else expanded)

    def _outer_name(self, name: str, owner: TypeSyntax | None) -> Alternatives:
        """A name that this file does not declare: a static import, or what a base type has."""
        imported = self._file.imports.get(name)
        if imported:
            return ((Reference(imported),),)
        if owner is not None and owner.bases:
            return ((Reference(f"{owner.qualified_name}.{name}"),),)
        if len(self._static_wildcards) == 1 and name.isupper():
            return ((Reference(f"{self._static_wildcards[0]}.{name}"),),)
        return UNKNOWN

    def _field_access(self, node: Node, place: _Place) -> Alternatives:
        target, name = node.child_by_field_name("object"), text_of(node.child_by_field_name("field"))
        if target is None:
            return UNKNOWN
        if target.type in ("this", "super") or text_of(target).endswith(".this"):
            found = self._field(name, place)
            if found is None and place.owner is not None:
                return ((Reference(f"{place.owner.qualified_name}.{name}"),),)
            return found or UNKNOWN
        path = self._path(target, place)
        return self._member(path, name, place) if path else UNKNOWN

    def _member(self, path: str, name: str, place: _Place) -> Alternatives:
        """A member of the type with this path; its values where the file declares them."""
        known = self._by_path.get(path)
        if known is not None and (name in known.fields or name in self._flow.constants(known)):
            return self._field_values(name, known, place.depth)
        return ((Reference(f"{path}.{name}"),),)

    # --- Paths: what a Reference names --------------------------------------------------------------

    def _path(self, node: Node, place: _Place) -> str:
        """The qualified type of a variable, or a type's name, followed by the getters or fields after it; "" where unknown."""
        suffix: list[str] = []
        current: Node | None = node
        for _ in range(20):
            if current is None:
                return ""
            kind, target = current.type, current.child_by_field_name("object")
            head = ""
            if kind == "field_access":
                name = text_of(current.child_by_field_name("field"))
                if target is not None and target.type == "this":
                    head = self._variable_type(name, _Place(None, place.owner))
                    return ".".join([self.type_name(head), *reversed(suffix)]) if head else ""
                suffix.append(name)
            elif kind == "method_invocation":
                name = text_of(current.child_by_field_name("name"))
                if named(current.child_by_field_name("arguments")):
                    return ""
                if target is None:
                    methods = self._own_methods(name, place.owner)
                    head = methods[0].return_type if methods else ""
                    return ".".join([self.type_name(head), *reversed(suffix)]) if head else ""
                suffix.append(property_name(name))
            elif kind == "identifier":
                return self._path_of_name(text_of(current), suffix, place)
            else:
                return ""
            current = target
        return ""

    def _path_of_name(self, name: str, suffix: list[str], place: _Place) -> str:
        head = self._variable_type(name, place)
        if head:
            return ".".join([self.type_name(head), *reversed(suffix)])
        if name[:1].isupper():
            return ".".join([self.type_name(name), *reversed(suffix)])
        # A fully qualified name: `com.shop.Topics.ORDERS`.
        return ".".join([name, *reversed(suffix)]) if any(part[:1].isupper() for part in suffix) else ""

    def _variable_type(self, name: str, place: _Place) -> str:
        """The declared type of a variable as written, "" where it has none."""
        if place.function is not None:
            declared = self._flow.definitions(place.function).types.get(name) or place.function.parameters.get(name)
            if declared:
                return "" if declared == "var" else declared
        owner = place.owner
        while owner is not None:
            if name in owner.fields:
                return owner.fields[name]
            owner = owner.outer
        return ""

    def _own_methods(self, name: str, owner: TypeSyntax | None) -> list[FunctionSyntax]:
        """The functions of this name in a type or one around it."""
        if self._methods is None:
            self._methods = {}
            for function in self._file.functions:
                if function.owner is not None:
                    self._methods.setdefault((function.owner.qualified_name, function.name), []).append(function)
        while owner is not None:
            found = self._methods.get((owner.qualified_name, name))
            if found:
                return found
            owner = owner.outer
        return []

    # --- Calls ------------------------------------------------------------------------------------

    def _call(self, node: Node, place: _Place) -> Alternatives:
        target, name = node.child_by_field_name("object"), text_of(node.child_by_field_name("name"))
        arguments = named(node.child_by_field_name("arguments"))
        if target is None or target.type == "this":
            return self._own_call(name, arguments, place)
        receiver_name = text_of(target) if target.type == "identifier" else ""
        receiver_type = simple_type(self._variable_type(receiver_name, place)) if receiver_name else ""
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
        return self._getter(path, name, target, place) if path else UNKNOWN

    def _getter(self, path: str, name: str, target: Node, place: _Place) -> Alternatives:
        """`props.getUrl()` is the field `url` of the type of props; `Topic.ORDERS.getName()` the string that the constant carries."""
        field = property_name(name)
        known = self._by_path.get(path)
        if known is not None and field in known.fields:
            return self._field_values(field, known, place.depth)
        owner_path, _, member = path.rpartition(".")
        if target.type == "field_access" and member.isupper() and name != "name":
            return self._member(owner_path, member, place)
        return ((Reference(f"{path}.{field}"),),)

    def _own_call(self, name: str, arguments: list[Node], place: _Place) -> Alternatives:
        """What a method of this class returns, its parameters replaced by the arguments of this call."""
        callees = [f for f in self._own_methods(name, place.owner) if len(f.parameters) == len(arguments)]
        if not callees:
            return UNKNOWN
        callee = callees[0]
        inner = _Place(callee, callee.owner, place.depth + 1)
        returned = self._once(
            ("call", callee.node.id),
            UNKNOWN,
            lambda: either([self._lower(value, inner) for value in self._flow.returns(callee)]),
        )
        given = {
            parameter: self._known(argument, place)
            for parameter, argument in zip(callee.parameters, arguments, strict=True)
        }
        return capped([text for value in returned for text in _substituted(value, given)])

    def _creation(self, node: Node, place: _Place) -> Alternatives:
        name = simple_type(text_of(node.child_by_field_name("type")))
        arguments = named(node.child_by_field_name("arguments"))
        found = text_creation(name, arguments, lambda argument: self._known(argument, place))
        return found if found is not None else UNKNOWN

    def _discovered(self, node: Node, place: _Place) -> Alternatives | None:
        """The service name that `choose("orders")` or `getInstances("orders")` in a chain or variable asks for."""
        current: Node | None = node
        for _ in range(20):
            if current is None:
                return None
            if current.type == "identifier" and place.function is not None:
                definitions = self._flow.definitions(place.function).locals.get(text_of(current), [])
                current = definitions[-1].value if definitions else None
            elif current.type != "method_invocation":
                return None
            elif text_of(current.child_by_field_name("name")) in _DISCOVERY:
                arguments = named(current.child_by_field_name("arguments"))
                return self._known(arguments[0], place) if arguments else None
            else:
                current = current.child_by_field_name("object")
        return None

    def _once(self, key: tuple[str, int], fallback: Alternatives, compute: _Compute) -> Alternatives:
        """Computes, unless the same is being computed already: a definition that leads back to itself."""
        if key in self._busy:
            return fallback
        self._busy.add(key)
        try:
            return compute()
        finally:
            self._busy.discard(key)


def string_value(node: Node) -> str:
    """The text of a string literal or text block, escapes resolved."""
    children = node.named_children
    if len(children) == 1 and children[0].type == "string_fragment":
        return text_of(children[0])
    pieces = [text_of(c) if c.type != "escape_sequence" else _unescaped(text_of(c)) for c in children]
    raw = "".join(pieces)
    return _text_block(raw) if any(c.type == "multiline_string_fragment" for c in children) else raw


def property_name(method: str) -> str:
    """`getUrl` -> `url`, `isActive` -> `active`; a record's accessor is its own name."""
    for prefix in ("get", "is"):
        rest = method[len(prefix) :]
        if method.startswith(prefix) and rest[:1].isupper():
            return rest if rest.isupper() and len(rest) > 1 else rest[0].lower() + rest[1:]
    return method


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


def _as_setting(text: Text) -> Text:
    key = plain(text)
    return (Setting(key),) if key else text


def _substituted(text: Text, given: dict[str, Alternatives]) -> Alternatives:
    return joined([given[p.name] if isinstance(p, Unknown) and p.name in given else ((p,),) for p in text])


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
