"""What a name, a member or a getter stands for in a JVM language: local, parameter, field, constant, setting, or a Reference elsewhere.

The language says how an expression is lowered and where its assignments are (`jvm_flow`); all else is the same for Java and Kotlin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from parsed_graph.facts import Reference, Setting, Text, Unknown
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, capped, either, joined, literal, plain
from parsed_graph.syntax.jvm_flow import VALUE_ANNOTATIONS, Definition, Flow
from parsed_graph.syntax.jvm_libraries import is_library
from parsed_graph.syntax.placeholders import expand_placeholders
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES, FunctionSyntax, SourceFile, TypeSyntax

MAX_DEPTH = 40
"""How deep an expression is followed through variables, calls and brackets."""
MAX_STEPS = 3000
"""How many expressions one lowering may visit: `a = b + b; b = c + c; …` doubles at each line."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: its function, its type, and how many steps led to it."""

    function: FunctionSyntax | None
    owner: TypeSyntax | None
    depth: int = 0

    def deeper(self) -> Place:
        """One step on."""
        return Place(self.function, self.owner, self.depth + 1)


Lower = Callable[[Node, Place], Alternatives]


class JvmNames:
    """Resolves the names of one file. `lower` gives NOTHING for null; `package_of` the package of a type that no import names."""

    def __init__(
        self,
        file: SourceFile,
        types: Mapping[str, TypeSyntax],
        flow: Flow,
        lower: Lower,
        package_of: Callable[[str], str],
        static_wildcards: Sequence[str] = (),
    ) -> None:
        self.flow = flow
        self._file, self._types, self._lower = file, types, lower
        self._package_of, self._static_wildcards = package_of, static_wildcards
        self._by_path: dict[str, TypeSyntax] = {t.qualified_name: t for t in file.types}
        self._busy: set[tuple[str, int]] = set()
        self._steps = 0
        self._memory: dict[tuple[int, int], Alternatives] = {}
        self._functions: dict[tuple[str, str], list[FunctionSyntax]] | None = None

    def start(self) -> None:
        """Opens a new lowering with a full budget."""
        self._steps = 0

    def spend(self) -> bool:
        """Counts an expression; False where the budget is gone."""
        self._steps += 1
        return self._steps <= MAX_STEPS

    # --- Types ------------------------------------------------------------------------------------

    def type_name(self, declared: str) -> str:
        """A type's qualified name: of this file, by import, as written where it is a path, else of its likeliest package."""
        simple = declared.partition("<")[0].strip().rstrip("[]?!")
        head, dot, rest = simple.partition(".")
        if head in self._types:
            base = self._types[head].qualified_name
        elif head in self._file.imports:
            base = self._file.imports[head]
        elif dot and head[:1].islower():
            return simple
        else:
            package = self._package_of(head)
            base = f"{package}.{head}" if package else head
        return f"{base}.{rest}" if rest else base

    def variable_type(self, name: str, place: Place) -> str:
        """The declared type of a variable as written, "" where it has none."""
        if place.function is not None:
            declared = self.flow.definitions(place.function).types.get(name) or place.function.parameters.get(name)
            if declared:
                return "" if declared == "var" else declared
        owner = place.owner
        while owner is not None:
            if name in owner.fields:
                return owner.fields[name]
            owner = owner.outer
        return ""

    def functions(self, name: str, owner: TypeSyntax | None) -> list[FunctionSyntax]:
        """The functions of this name in a type, one around it, or outside all types."""
        if self._functions is None:
            self._functions = {}
            for function in self._file.functions:
                key = function.owner.qualified_name if function.owner else ""
                self._functions.setdefault((key, function.name), []).append(function)
        while owner is not None:
            found = self._functions.get((owner.qualified_name, name))
            if found:
                return found
            owner = owner.outer
        return self._functions.get(("", name), [])

    # --- Values -----------------------------------------------------------------------------------

    def name(self, name: str, use: Node, place: Place) -> Alternatives:
        """The values of a plain name at the place where it is used."""
        function = place.function
        if function is not None:
            definitions = self.flow.definitions(function)
            is_parameter = name in function.parameters
            if name in definitions.locals and (is_parameter or name in definitions.types):
                return self.once(("name", use.id), UNKNOWN, lambda: self._local(name, use, function, place))
            if is_parameter:
                return self._parameter(name, function, place)
            if name in definitions.opaque:
                return UNKNOWN
        field = self.field(name, place)
        return field if field is not None else self._outer_name(name, place.owner)

    def field(self, name: str, place: Place) -> Alternatives | None:
        """The values of a field of this type or one around it, None where there is no such field."""
        owner = place.owner
        while owner is not None and name not in owner.fields and name not in self.flow.constants(owner):
            owner = owner.outer
        return self.field_values(name, owner, place.depth) if owner is not None else None

    def own_field(self, name: str, place: Place) -> Alternatives:
        """`this.name`: a field here, or one of a base type."""
        found = self.field(name, place)
        if found is None and place.owner is not None:
            return ((Reference(f"{place.owner.qualified_name}.{name}"),),)
        return found or UNKNOWN

    def field_values(self, name: str, owner: TypeSyntax, depth: int = 0) -> Alternatives:
        """What initialisers, constructors, functions and `@Value` give to a field; a Reference to it where nothing does."""
        key = f"{owner.qualified_name}.{name}".lstrip(".")
        reference: Alternatives = ((Reference(key),),)
        if depth > MAX_DEPTH:
            return reference
        return self.once((key, 0), reference, lambda: self._assigned(name, owner, depth) or reference)

    def initial_values(self, name: str, owner: TypeSyntax) -> Alternatives:
        """What the declaration alone gives to a field; NOTHING where that is no text."""
        values = self.flow.initial(owner, name)
        if values.annotation:
            return self.bound(values.annotation, values.annotation_value, owner, 0)
        return either([self._lower(value, Place(None, owner, 1)) for value, _ in values.values])

    def member(self, path: str, name: str, place: Place) -> Alternatives:
        """A member of the type with this path; its values where the file declares them."""
        known = self._by_path.get(path)
        if known is not None and (name in known.fields or name in self.flow.constants(known)):
            return self.field_values(name, known, place.depth)
        return ((Reference(f"{path}.{name}"),),)

    def getter(self, path: str, name: str, is_constant: bool, place: Place) -> Alternatives:
        """`props.getUrl()` is the field `url` of the type of props; of an enum constant it is the string that it carries."""
        field = property_name(name)
        known = self._by_path.get(path)
        if known is not None and field in known.fields:
            return self.field_values(field, known, place.depth)
        owner_path, _, member = path.rpartition(".")
        if is_constant and member.isupper() and name not in ("name", "ordinal"):
            return self.member(owner_path, member, place)
        return UNKNOWN if is_library(path) else ((Reference(f"{path}.{field}"),),)

    def path_of_name(self, name: str, suffix: Sequence[str], place: Place) -> str:
        """The qualified type of a variable or the name of a type, followed by the members in `suffix`; "" where unknown."""
        head = self.variable_type(name, place)
        if head:
            return ".".join([self.type_name(head), *suffix])
        if name[:1].isupper():
            return ".".join([self.type_name(name), *suffix])
        # A fully qualified name: `com.shop.Topics.ORDERS`.
        return ".".join([name, *suffix]) if any(part[:1].isupper() for part in suffix) else ""

    def own_call(self, name: str, arguments: Mapping[int | str, Alternatives], place: Place) -> Alternatives:
        """What a function of this file returns, its parameters replaced by the arguments of the call, by position or name."""
        callees = [f for f in self.functions(name, place.owner) if len(f.parameters) >= len(arguments)]
        callees.sort(key=lambda f: len(f.parameters))
        if not callees:
            return UNKNOWN
        callee = callees[0]
        inner = Place(callee, callee.owner, place.depth + 1)
        if inner.depth > MAX_DEPTH:
            return UNKNOWN
        returned = self.once(
            ("call", callee.node.id),
            UNKNOWN,
            lambda: either([self._lower(value, inner) for value in self.flow.definitions(callee).returns]),
        )
        given = {
            parameter: arguments[key]
            for position, parameter in enumerate(callee.parameters)
            for key in (parameter, position)
            if key in arguments
        }
        return capped([text for value in returned for text in _substituted(value, given)])

    def bound(self, annotation: str, value: Node | None, owner: TypeSyntax | None, depth: int) -> Alternatives:
        """What `@Value("${key}")` or `@ConfigProperty(name = "key")` binds."""
        if value is None:
            return NOTHING
        texts = self._lower(value, Place(None, owner, depth + 1))
        if annotation == "ConfigProperty":
            return tuple([_as_setting(text) for text in texts])
        expanded = [expand_placeholders(text) for text in texts]
        return tuple([_as_setting(text) for text in expanded] if annotation == "Property" else expanded)

    def once(self, key: tuple[str, int], fallback: Alternatives, compute: Callable[[], Alternatives]) -> Alternatives:
        """Computes, unless the same is being computed already: a definition that leads back to itself."""
        if key in self._busy:
            return fallback
        self._busy.add(key)
        try:
            return compute()
        finally:
            self._busy.discard(key)

    def _local(self, name: str, use: Node, function: FunctionSyntax, place: Place) -> Alternatives:
        start = self._parameter(name, function, place) if name in function.parameters else NOTHING
        return self._run(self.flow.reaching(name, use, function), start, place)

    def _parameter(self, name: str, function: FunctionSyntax, place: Place) -> Alternatives:
        for annotation in self._file.annotations:
            if (
                annotation.on_parameter == name
                and annotation.on_function is function
                and annotation.name in VALUE_ANNOTATIONS
            ):
                value = annotation.argument("value", "name", position=0)
                return self.bound(annotation.name, value, place.owner, place.depth)
        return ((Unknown(name),),)

    def _run(self, definitions: Sequence[tuple[Definition, bool]], start: Alternatives, place: Place) -> Alternatives:
        """Follows assignments in order: a certain one replaces what was there, an uncertain one adds to it."""
        state = start
        for definition, is_certain in definitions:
            values = UNKNOWN if definition.opaque else NOTHING
            if definition.value is not None and not definition.opaque:
                values = self._remembered(definition.value, place)
            if definition.appends:
                values = joined([state or literal(""), values or UNKNOWN])
            state = values if is_certain else capped([*state, *values])
            if len(state) > MAX_ALTERNATIVES:
                return UNKNOWN
        return state

    def _remembered(self, value: Node, place: Place) -> Alternatives:
        """Lowers what is assigned, once for each function that it stands in."""
        key = (value.id, place.function.node.id if place.function is not None else 0)
        found = self._memory.get(key)
        if found is None:
            found = self._lower(value, place)
            if not self._busy or place.depth < MAX_DEPTH // 2:
                self._memory[key] = found
        return found

    def _assigned(self, name: str, owner: TypeSyntax, depth: int) -> Alternatives:
        values = self.flow.field(owner, name)
        if values.annotation:
            return self.bound(values.annotation, values.annotation_value, owner, depth)
        found: list[Text] = []
        for value, function in values.values:
            found += self._remembered(value, Place(function, owner, depth + 1))
        # What only a parameter gives is open to the reader of the field: its Reference says more.
        return capped([text for text in found if not text or not all(isinstance(part, Unknown) for part in text)])

    def _outer_name(self, name: str, owner: TypeSyntax | None) -> Alternatives:
        """A name that this file does not declare: an import, or what a base type has."""
        imported = self._file.imports.get(name)
        if imported:
            return ((Reference(imported),),)
        if owner is not None and owner.bases:
            return ((Reference(f"{owner.qualified_name}.{name}"),),)
        if name.isupper():
            package = self._static_wildcards[0] if len(self._static_wildcards) == 1 else ""
            return ((Reference(f"{package}.{name}"),),) if package else UNKNOWN
        return UNKNOWN


def property_name(method: str) -> str:
    """`getUrl` -> `url`, `isActive` -> `active`; a record's accessor is its own name."""
    for prefix in ("get", "is"):
        rest = method[len(prefix) :]
        if method.startswith(prefix) and rest[:1].isupper():
            return rest if rest.isupper() and len(rest) > 1 else rest[0].lower() + rest[1:]
    return method


def _as_setting(text: Text) -> Text:
    key = plain(text)
    return (Setting(key),) if key else text


def _substituted(text: Text, given: Mapping[str, Alternatives]) -> Alternatives:
    return joined([given[p.name] if isinstance(p, Unknown) and p.name in given else ((p,),) for p in text])
