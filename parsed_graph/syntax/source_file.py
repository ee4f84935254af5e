"""What a source file looks like to framework rules, whatever its language.

Each module in `parsed_graph/syntax` reads one language into a SourceFile with one merged tree-sitter query;
the rules of `parsed_graph/parsers` then look only at annotations, calls and types, so a framework is the same
few lines in Java and in Kotlin, and lowering of an expression costs nothing until a rule asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tree_sitter import Node

from parsed_graph.facts import Fact, SourceSpan, Text


@dataclass(slots=True)
class Argument:
    """An argument of a call or annotation; `name` is "" where it is positional. `node` is the value's expression."""

    name: str
    node: Node


@dataclass(slots=True)
class AnnotationSyntax:
    """A Java or Kotlin annotation, a Python or TypeScript decorator, a C# attribute, a Rust or PHP attribute.

    `name` is its last segment (`GetMapping`, `get` of `@app.get`), `receiver` what stands before it (`app`, or a package).
    It stands on a type, a function, a parameter or a field: exactly one of the four `on_…` is set,
    but a parameter's and a field's annotation also name their function or type.
    """

    name: str
    receiver: str
    arguments: list[Argument]
    line: int
    on_type: TypeSyntax | None = None
    on_function: FunctionSyntax | None = None
    on_parameter: str = ""
    on_field: str = ""

    def argument(self, *names: str, position: int | None = None) -> Node | None:
        """The value given by one of these names, else the positional one at `position`."""
        return _argument(self.arguments, names, position)


@dataclass(slots=True)
class TypeSyntax:
    """A class, interface, record, object, struct or enum. `bases` are as written, type arguments included."""

    name: str
    qualified_name: str
    kind: str
    line: int
    end_line: int
    bases: list[str]
    annotations: list[AnnotationSyntax]
    fields: dict[str, str] = field(default_factory=dict)
    """Field name -> declared type as written, "" where none is."""
    outer: TypeSyntax | None = None
    node: Node | None = None

    def annotation(self, *names: str) -> AnnotationSyntax | None:
        """The first annotation with one of these names."""
        return next((a for a in self.annotations if a.name in names), None)


@dataclass(slots=True)
class FunctionSyntax:
    """A function, method, constructor or named lambda. `parameters` maps names to declared types, in order."""

    name: str
    qualified_name: str
    line: int
    end_line: int
    owner: TypeSyntax | None
    annotations: list[AnnotationSyntax]
    parameters: dict[str, str]
    return_type: str
    node: Node
    signature: str = ""

    def annotation(self, *names: str) -> AnnotationSyntax | None:
        """The first annotation with one of these names."""
        return next((a for a in self.annotations if a.name in names), None)


@dataclass(slots=True)
class CallSyntax:
    """A call, or an object creation (`name` is then the type and `is_new` true).

    `receiver` is the expression before the name, None for a bare call. `receiver_type` is its declared or
    imported type as a simple name without type arguments, "" where the file does not tell.
    """

    name: str
    receiver: Node | None
    receiver_type: str
    arguments: list[Argument]
    line: int
    function: FunctionSyntax | None
    owner: TypeSyntax | None
    node: Node
    is_new: bool = False
    type_arguments: tuple[str, ...] = ()

    def argument(self, *names: str, position: int | None = None) -> Node | None:
        """The value given by one of these names, else the positional one at `position`."""
        return _argument(self.arguments, names, position)

    @property
    def caller(self) -> str:
        """The qualified name of the enclosing function, "" at module level."""
        return self.function.qualified_name if self.function else ""


@dataclass(slots=True)
class SourceFile:
    """One file of source code, read.

    `imports` maps each local name to what it stands for (`RestTemplate` -> `org.springframework.web.client.RestTemplate`,
    `np` -> `numpy`). `imported` holds every imported module or type, wildcards as their package.
    """

    path: str
    language: str
    package: str
    source: bytes
    imports: dict[str, str]
    imported: frozenset[str]
    types: list[TypeSyntax]
    functions: list[FunctionSyntax]
    calls: list[CallSyntax]
    annotations: list[AnnotationSyntax]
    facts: list[Fact]
    """What the language itself says: constants, declarations, calls; without any framework."""
    lower: Callable[[Node | None, FunctionSyntax | None, TypeSyntax | None], tuple[Text, ...]]
    """Lowers a string expression, seen from a function and a type, into its possible values (at most MAX_ALTERNATIVES)."""
    value: Callable[[Node | None], Node | None] = lambda node: node
    """The expression that a variable or field was given, such as an object literal; the node itself where the file shows none."""
    origin: Callable[[Node | None], CallSyntax | None] = lambda node: None
    """The call or object creation that an expression is, or that made what a variable or field holds."""
    _imports_any: dict[tuple[str, ...], bool] = field(default_factory=dict, repr=False)
    _imported_lines: str = field(default="", repr=False)
    """Everything imported, each after a line end, so that a prefix is found by one search."""
    type_of: Callable[[Node | None], str] = lambda node: ""
    """The declared or inferred type of an expression, as qualified as the file allows; "" where it does not tell."""

    given: Callable[[Node | None, str], list[Node]] = lambda node, name: []
    """What the file puts into a field of the object that an expression is: `Config{Address: x}`, `config.Address = x`."""

    entries: Callable[[Node | None], dict[str, Node]] = lambda node: {}
    """The values of a literal mapping by their keys, which may stand behind a name: PHP's `['a' => x]`, Ruby's `{a: x}`."""

    choices: Callable[[Node | None], list[Node]] = lambda node: [node] if node is not None else []
    """Every expression that a variable may hold or a conditional may give; the node itself where the file shows none."""

    root: Node | None = None
    """The whole tree, None where nothing was parsed."""

    def text(self, node: Node | None) -> str:
        """The source of a node, "" for None."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node else ""

    def span(self, line: int) -> SourceSpan:
        """A place in this file."""
        return SourceSpan(self.path, line)

    def imports_any(self, prefixes: tuple[str, ...]) -> bool:
        """Whether anything imported starts with one of these."""
        found = self._imports_any.get(prefixes)
        if found is None:
            lines = self._imported_lines = self._imported_lines or "\n" + "\n".join(self.imported)
            found = self._imports_any[prefixes] = any(f"\n{prefix}" in lines for prefix in prefixes)
        return found

    def release(self) -> None:
        """Lets go of everything once all rules have run: cycles would keep each file's tree until the next collection."""
        for annotation in self.annotations:
            annotation.on_type = annotation.on_function = None
        self.annotations, self.types, self.functions, self.calls, self.root = [], [], [], [], None
        self.lower = _released
        self.value, self.origin, self.type_of, self.entries = _same, _nothing, _unnamed, _no_entries
        self.given, self.choices = _none_given, _no_choice


MAX_ALTERNATIVES = 8
"""How many possible values of one expression are followed; more make it unknown."""


def _released(*_: object) -> tuple[Text, ...]:
    return ()


def _same(node: Node | None) -> Node | None:
    return node


def _nothing(node: Node | None) -> None:
    return None


def _unnamed(node: Node | None) -> str:
    return ""


def _none_given(node: Node | None, name: str) -> list[Node]:
    return []


def _no_choice(node: Node | None) -> list[Node]:
    return []


def _no_entries(node: Node | None) -> dict[str, Node]:
    return {}


def _argument(arguments: list[Argument], names: tuple[str, ...], position: int | None) -> Node | None:
    for argument in arguments:
        if argument.name and argument.name in names:
            return argument.node
    if position is None:
        return None
    positional = [argument for argument in arguments if not argument.name]
    return positional[position].node if position < len(positional) else None
