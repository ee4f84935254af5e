"""Which assignments of a variable or field can reach a place, for every JVM language; each function and type is read at first use."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

from tree_sitter import Node

from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax

VALUE_ANNOTATIONS = frozenset(("Value", "Property", "ConfigProperty"))
"""Annotations that bind a field or parameter to a configuration key."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A stretch that runs on a condition. `choice` is the id of an `if` or `switch` of which one arm always runs, else 0."""

    start: int
    end: int
    choice: int = 0

    def holds(self, place: int) -> bool:
        """Whether a place lies in it."""
        return self.start <= place < self.end


@dataclass(frozen=True, slots=True)
class Definition:
    """One assignment, effective from byte `end`. `arms` are the branches around it, outermost first."""

    value: Node | None
    end: int
    arms: tuple[Arm, ...] = ()
    appends: bool = False
    opaque: bool = False

    def open_arms(self, place: int) -> list[Arm]:
        """The branches around it that do not hold a place as well."""
        return [arm for arm in self.arms if not arm.holds(place)]


@dataclass(slots=True)
class Definitions:
    """What a function defines: assignments of its variables in order, declared types, names without a readable value, returned values.

    `arms` holds, by choice, its arms.
    """

    locals: dict[str, list[Definition]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    opaque: set[str] = field(default_factory=set)
    arms: dict[int, list[Arm]] = field(default_factory=dict)
    returns: list[Node] = field(default_factory=list)

    def add(self, name: str, definition: Definition) -> None:
        """Adds an assignment."""
        self.locals.setdefault(name, []).append(definition)


@dataclass(slots=True)
class FieldValues:
    """What a field may hold: expressions with the function that they stand in, or the annotation that binds it."""

    values: list[tuple[Node, FunctionSyntax | None]] = field(default_factory=list)
    annotation: str = ""
    annotation_value: Node | None = None


@dataclass(frozen=True, slots=True)
class FlowSyntax:
    """How a language writes assignments.

    `function` reads those of a function, `initialisers` and `constants` the fields and enum constants of a type;
    `assignments` finds every assignment inside a node, and `field_of` tells which field of a type one assigns, "" for none.
    """

    function: Callable[[Node], Definitions]
    initialisers: Callable[[TypeSyntax], dict[str, FieldValues]]
    constants: Callable[[TypeSyntax], dict[str, FieldValues]]
    assignments: Callable[[Node], list[Node]]
    field_of: Callable[[Node | None, TypeSyntax], str]


class Flow:
    """Definitions by function and field values by type."""

    def __init__(self, file: SourceFile, syntax: FlowSyntax) -> None:
        self._file, self._syntax = file, syntax
        self._functions: dict[int, Definitions] = {}
        self._fields: dict[str, dict[str, FieldValues]] = {}
        self._assigned: dict[str, dict[str, list[tuple[Node, FunctionSyntax | None]]]] = {}
        self._constants: dict[str, dict[str, FieldValues]] = {}

    def definitions(self, function: FunctionSyntax) -> Definitions:
        """The assignments in a function."""
        found = self._functions.get(function.node.id)
        if found is None:
            found = self._functions[function.node.id] = self._syntax.function(function.node)
        return found

    def reaching(self, name: str, use: Node, function: FunctionSyntax) -> list[tuple[Definition, bool]]:
        """The definitions before a use, in order; True where it replaces all before it."""
        place = use.start_byte
        definitions = self.definitions(function)
        found: list[tuple[Definition, bool]] = []
        for definition in definitions.locals.get(name, ()):
            if definition.end > place:
                continue
            inner = definition.open_arms(place)
            if inner and any(arm.holds(place) for arm in definitions.arms.get(inner[0].choice, ())):
                continue  # The use stands in another arm of the same choice.
            found.append((definition, not inner))
        return _with_choices(found, place, definitions)

    def field(self, owner: TypeSyntax, name: str) -> FieldValues:
        """The values of a field or enum constant of a type: initialiser, assignments, annotation."""
        initial = self.initial(owner, name)
        if initial.annotation or (initial.values and name.isupper()):  # A constant: nothing assigns it again.
            return initial
        return FieldValues([*initial.values, *self._read_assigned(owner).get(name, ())])

    def initial(self, owner: TypeSyntax, name: str) -> FieldValues:
        """What the declaration of a field or enum constant gives it."""
        found = self._fields.get(owner.qualified_name)
        if found is None:
            found = self._fields[owner.qualified_name] = self._read_declared(owner)
        return found.get(name) or self.constants(owner).get(name) or FieldValues()

    def constants(self, owner: TypeSyntax) -> dict[str, FieldValues]:
        """The enum constants of a type with the first string that each carries."""
        if owner.kind != "enum":
            return {}
        found = self._constants.get(owner.qualified_name)
        if found is None:
            found = self._constants[owner.qualified_name] = self._syntax.constants(owner)
        return found

    def _read_declared(self, owner: TypeSyntax) -> dict[str, FieldValues]:
        found = self._syntax.initialisers(owner)
        for annotation in self._file.annotations:
            if annotation.name not in VALUE_ANNOTATIONS or annotation.on_type is not owner or annotation.on_parameter:
                continue
            name = annotation.on_field or _set_by(annotation.on_function, owner)
            if name:
                bound = annotation.argument("value", "name", position=0)
                found[name] = FieldValues([], annotation.name, bound)
        return found

    def _read_assigned(self, owner: TypeSyntax) -> dict[str, list[tuple[Node, FunctionSyntax | None]]]:
        """Assignments to the fields of a type anywhere in it, each with the function around it."""
        found = self._assigned.get(owner.qualified_name)
        if found is not None:
            return found
        found = self._assigned[owner.qualified_name] = {}
        functions = [function for function in self._file.functions if function.owner is owner]
        starts = [function.node.start_byte for function in functions]
        for node in self._syntax.assignments(owner.node) if owner.node is not None else ():
            left = node.child_by_field_name("left")
            name = self._syntax.field_of(left, owner)
            value = node.child_by_field_name("right")
            index = bisect_right(starts, node.start_byte) - 1
            function = functions[index] if index >= 0 and node.end_byte <= functions[index].node.end_byte else None
            is_plain = left is not None and left.type == "identifier"
            if name and value is not None and not (is_plain and function and name in function.parameters):
                found.setdefault(name, []).append((value, function))
        return found


def _set_by(function: FunctionSyntax | None, owner: TypeSyntax) -> str:
    """The field of an annotated setter."""
    if function is None or not function.name.startswith("set"):
        return ""
    name = function.name[3:4].lower() + function.name[4:]
    return name if name in owner.fields else ""


def _with_choices(
    found: list[tuple[Definition, bool]], place: int, definitions: Definitions
) -> list[tuple[Definition, bool]]:
    """Where every arm of a choice assigns, the first of them replaces what was there before it."""
    assigning: dict[int, set[int]] = {}
    for definition, _ in found:
        inner = definition.open_arms(place)
        if len(inner) == 1 and inner[0].choice and not definition.appends:
            assigning.setdefault(inner[0].choice, set()).add(inner[0].start)
    complete = {choice for choice, starts in assigning.items() if len(starts) == len(definitions.arms[choice])}
    marked: list[tuple[Definition, bool]] = []
    for definition, certain in found:
        inner = definition.open_arms(place)
        choice = inner[0].choice if len(inner) == 1 else 0
        if choice in complete and not definition.appends:
            complete.discard(choice)
            certain = True
        marked.append((definition, certain))
    return marked
