"""Which assignments of a Java variable or field can reach a place: read on demand, one query per function or type."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import tree_sitter_java
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor

from parsed_graph.syntax.nodes import first_named, text_of
from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax

_FUNCTION_QUERY = """
    (if_statement consequence: (_) @arm) (if_statement alternative: (_) @arm)
    (while_statement body: (_) @branch) (for_statement body: (_) @branch) (enhanced_for_statement body: (_) @branch)
    (catch_clause) @branch (switch_block_statement_group) @branch (switch_rule) @branch
    (lambda_expression) @nested (class_body) @nested
    (local_variable_declaration) @declaration
    (assignment_expression) @assignment
    (enhanced_for_statement) @opaque (resource) @opaque
    (lambda_expression parameters: (identifier) @untyped) (inferred_parameters (identifier) @untyped)
    (lambda_expression parameters: (formal_parameters (formal_parameter) @opaque))
    (expression_statement (method_invocation) @call)
    (return_statement) @return
    """
_TYPE_QUERY = "(assignment_expression) @assignment"
_VALUE_ANNOTATIONS = frozenset(("Value", "Property", "ConfigProperty"))


@dataclass(frozen=True, slots=True)
class Definition:
    """One assignment. `arms` are the branches around it, outermost first: (start, end, id of an if with an else)."""

    value: Node | None
    end: int
    arms: tuple[tuple[int, int, int], ...] = ()
    appends: bool = False
    opaque: bool = False


@dataclass(slots=True)
class Definitions:
    """What a function defines: assignments of its variables in order, their declared types, and names without a readable value."""

    locals: dict[str, list[Definition]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    opaque: set[str] = field(default_factory=set)
    arms: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    returns: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class FieldValues:
    """What a field may hold: expressions with the function that they stand in, or the annotation that binds it."""

    values: list[tuple[Node, FunctionSyntax | None]] = field(default_factory=list)
    annotation: str = ""
    annotation_value: Node | None = None


class FlowReader:
    """Definitions by function and field values by type, each read at first use."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._functions: dict[int, Definitions] = {}
        self._fields: dict[str, dict[str, FieldValues]] = {}
        self._constants: dict[str, dict[str, FieldValues]] = {}

    def definitions(self, function: FunctionSyntax) -> Definitions:
        """The assignments in a function."""
        found = self._functions.get(function.node.id)
        if found is None:
            found = self._functions[function.node.id] = _read_function(function.node)
        return found

    def returns(self, function: FunctionSyntax) -> list[Node]:
        """The expressions that a function returns, without those of its lambdas and inner classes."""
        return self.definitions(function).returns

    def reaching(self, name: str, use: Node, function: FunctionSyntax) -> list[tuple[Definition, bool]]:
        """The definitions before a use, in order; True where it replaces all before it."""
        place = use.start_byte
        definitions = self.definitions(function)
        found: list[tuple[Definition, bool]] = []
        for definition in definitions.locals.get(name, ()):
            if definition.end > place:
                continue
            inner = [arm for arm in definition.arms if not arm[0] <= place < arm[1]]
            if inner and any(start <= place < end for start, end in definitions.arms.get(inner[0][2], ())):
                continue  # The use stands in the other arm of the same `if`.
            found.append((definition, not inner))
        return _without_overwritten(found, place)

    def field(self, owner: TypeSyntax, name: str) -> FieldValues:
        """The values of a field or enum constant of a type."""
        return self._read_fields(owner).get(name) or self.constants(owner).get(name) or FieldValues()

    def constants(self, owner: TypeSyntax) -> dict[str, FieldValues]:
        """The enum constants of a type with the first string that each carries."""
        found = self._constants.get(owner.qualified_name)
        if found is None:
            found = self._constants[owner.qualified_name] = _read_constants(owner) if owner.kind == "enum" else {}
        return found

    def _read_fields(self, owner: TypeSyntax) -> dict[str, FieldValues]:
        found = self._fields.get(owner.qualified_name)
        if found is None:
            found = self._fields[owner.qualified_name] = {}
            self._read_initialisers(owner, found)
            self._read_assignments(owner, found)
            for annotation in self._file.annotations:
                if annotation.name in _VALUE_ANNOTATIONS and annotation.on_type is owner:
                    name = (
                        annotation.on_field or _set_by(annotation.on_function, owner)
                        if not annotation.on_parameter
                        else ""
                    )
                    if name:
                        values = found.setdefault(name, FieldValues())
                        values.annotation = annotation.name
                        values.annotation_value = annotation.argument("value", "name", position=0)
        return found

    def _read_initialisers(self, owner: TypeSyntax, found: dict[str, FieldValues]) -> None:
        for member in _members(owner):
            if member.type in ("field_declaration", "constant_declaration"):
                for declarator in member.children_by_field_name("declarator"):
                    value = declarator.child_by_field_name("value")
                    values = found.setdefault(text_of(declarator.child_by_field_name("name")), FieldValues())
                    if value is not None:
                        values.values.append((value, None))

    def _read_assignments(self, owner: TypeSyntax, found: dict[str, FieldValues]) -> None:
        for function in self._file.functions:
            if function.owner is not owner:
                continue
            for node in QueryCursor(_queries()[1]).captures(function.node).get("assignment", ()):
                left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
                name = _assigned_field(left, function, owner)
                if name and right is not None:
                    found.setdefault(name, FieldValues()).values.append((right, function))


@cache
def _queries() -> tuple[Query, Query]:
    grammar = Grammar(tree_sitter_java.language())
    return Query(grammar, _FUNCTION_QUERY), Query(grammar, _TYPE_QUERY)


def _members(owner: TypeSyntax) -> list[Node]:
    body = owner.node.child_by_field_name("body") if owner.node is not None else None
    if body is None:
        return []
    found: list[Node] = []
    for child in body.named_children:
        found += child.named_children if child.type == "enum_body_declarations" else [child]
    return found


def _read_constants(owner: TypeSyntax) -> dict[str, FieldValues]:
    found: dict[str, FieldValues] = {}
    for member in _members(owner):
        if member.type == "enum_constant":
            values = FieldValues()
            arguments = member.child_by_field_name("arguments")
            for argument in arguments.named_children if arguments is not None else ():
                if argument.type in ("string_literal", "binary_expression"):
                    values.values.append((argument, None))
                    break
            found[text_of(member.child_by_field_name("name"))] = values
    return found


def _assigned_field(left: Node | None, function: FunctionSyntax, owner: TypeSyntax) -> str:
    if left is None:
        return ""
    if left.type == "field_access":
        target = left.child_by_field_name("object")
        return text_of(left.child_by_field_name("field")) if target is not None and target.type == "this" else ""
    name = text_of(left) if left.type == "identifier" else ""
    return name if name in owner.fields and name not in function.parameters else ""


def _set_by(function: FunctionSyntax | None, owner: TypeSyntax) -> str:
    if function is None or not function.name.startswith("set"):
        return ""
    name = function.name[3:4].lower() + function.name[4:]
    return name if name in owner.fields else ""


def _read_function(node: Node) -> Definitions:
    captures = QueryCursor(_queries()[0]).captures(node)
    items: list[tuple[int, int, str, Node]] = []
    for kind, nodes in captures.items():
        items += [(n.start_byte, -n.end_byte, kind, n) for n in nodes]
    items.sort(key=lambda item: (item[0], item[1], item[2] not in ("arm", "branch")))
    found = Definitions()
    stack: list[tuple[int, int, int]] = []
    inside: list[int] = []
    for start, end, kind, current in items:
        while stack and stack[-1][1] <= start:
            stack.pop()
        while inside and inside[-1] <= start:
            inside.pop()
        if kind in ("arm", "branch"):
            choice = _exhaustive(current) if kind == "arm" else 0
            stack.append((start, -end, choice))
            if choice:
                found.arms.setdefault(choice, []).append((start, -end))
        elif kind == "nested":
            inside.append(-end)
            stack.append((start, -end, 0))
        elif kind == "return":
            value = first_named(current)
            if value is not None and not inside:
                found.returns.append(value)
        else:
            _read_definition(kind, current, tuple(stack), found)
    return found


def _exhaustive(arm: Node) -> int:
    parent = arm.parent
    return parent.id if parent is not None and parent.child_by_field_name("alternative") is not None else 0


def _read_definition(kind: str, node: Node, arms: tuple[tuple[int, int, int], ...], found: Definitions) -> None:
    if kind == "declaration":
        declared = text_of(node.child_by_field_name("type"))
        for declarator in node.children_by_field_name("declarator"):
            name = text_of(declarator.child_by_field_name("name"))
            found.types[name] = declared
            value = declarator.child_by_field_name("value")
            # A declaration opens a new variable: an earlier one of this name was in another block.
            found.locals[name] = [*found.locals.get(name, []), Definition(value, declarator.end_byte, arms)]
    elif kind == "assignment":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is not None and left.type == "identifier":
            sign = operator.type if operator is not None else "="
            definition = Definition(right, node.end_byte, arms, sign == "+=", sign not in ("=", "+="))
            found.locals.setdefault(text_of(left), []).append(definition)
    elif kind == "call":
        target, appended = _append_statement(node)
        if target and found.types.get(target) in ("StringBuilder", "StringBuffer", "var"):
            for index, value in enumerate(appended):
                found.locals.setdefault(target, []).append(Definition(value, node.end_byte + index, arms, True))
    elif kind == "untyped":
        found.opaque.add(text_of(node))
    else:
        name = text_of(node.child_by_field_name("name"))
        if name:
            found.types[name] = text_of(node.child_by_field_name("type"))
            found.opaque.add(name)


def _append_statement(node: Node) -> tuple[str, list[Node]]:
    appended: list[Node] = []
    current: Node | None = node
    for _ in range(50):
        if current is None or current.type != "method_invocation":
            break
        if text_of(current.child_by_field_name("name")) != "append":
            return "", []
        arguments = current.child_by_field_name("arguments")
        value = first_named(arguments) if arguments is not None else None
        if value is None:
            return "", []
        appended.append(value)
        current = current.child_by_field_name("object")
    return (text_of(current), appended[::-1]) if current is not None and current.type == "identifier" else ("", [])


def _without_overwritten(found: list[tuple[Definition, bool]], place: int) -> list[tuple[Definition, bool]]:
    """Marks the first of two arms that both assign as certain: nothing from before the `if` survives it."""
    seen: dict[int, set[int]] = {}
    for definition, _ in found:
        inner = [arm for arm in definition.arms if not arm[0] <= place < arm[1]]
        if len(inner) == 1 and inner[0][2] and not definition.appends:
            seen.setdefault(inner[0][2], set()).add(inner[0][0])
    marked: list[tuple[Definition, bool]] = []
    opened: set[int] = set()
    for definition, certain in found:
        inner = [arm for arm in definition.arms if not arm[0] <= place < arm[1]]
        choice = inner[0][2] if len(inner) == 1 else 0
        if choice and len(seen.get(choice, ())) == 2 and choice not in opened and not definition.appends:
            opened.add(choice)
            certain = True
        marked.append((definition, certain))
    return marked
