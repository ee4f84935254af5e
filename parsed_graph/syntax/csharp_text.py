"""C#'s string expressions: fields that methods see, constants of other classes, configuration keys, options classes, extension methods."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.facts import Reference, Setting, Unknown
from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives, literal, plain
from parsed_graph.syntax.csharp_grammar import SCRIPT, type_arguments, type_name
from parsed_graph.syntax.csharp_settings import joined_key, settings
from parsed_graph.syntax.csharp_text_calls import known_value
from parsed_graph.syntax.csharp_types import CONFIGURATION, CSharpTypes
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.meaning import Frame, Meaning
from parsed_graph.syntax.scopes import Binding, Parameter, Scope, ScopeTree, holder
from parsed_graph.syntax.script_definitions import MAX_DEPTH
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_scope import TypedScope, member_name

MAX_CHOICES = 6
"""How many variables and conditionals are followed to what an expression may be."""
RECEIVER = 10_000
"""The position of an extension method's receiver: no argument stands there."""
_CONFIGURATIONS = frozenset(
    "IConfiguration IConfigurationRoot IConfigurationSection IConfigurationManager ConfigurationManager ConfigurationRoot".split()
)
_PREDEFINED = frozenset(
    """string int long bool object var dynamic decimal double float byte char short uint ulong void String Guid Uri DateTime
    DateTimeOffset TimeSpan CancellationToken""".split()
)


class CSharpText(ScriptText):
    """Lowers the string expressions of one file. `assignments` are `(place, member, value)` of all assignments to members."""

    def __init__(
        self,
        file: SourceFile,
        tree: ScopeTree,
        types: CSharpTypes,
        fields: dict[str, dict[str, list[Binding]]],
        assignments: list[tuple[Node, str, Node]],
    ) -> None:
        super().__init__(file, tree, SCRIPT, known_value, fields, frozenset())
        self.csharp_types, self._assignments = types, assignments
        types.calls = self.calls

    def type_of(self, node: Node | None) -> str:
        """The type of an expression as written, arguments and all; "" where the file does not tell."""
        return self.csharp_types.declared(node, self.typed(self.tree.at(node.start_byte))) if node is not None else ""

    def given(self, node: Node | None, name: str) -> list[Node]:
        """What an initialiser or assignments give to a member; of a lambda, what it assigns to that member of its parameter."""
        if node is None:
            return []
        shape = self.shape(node)
        if shape.kind == "function":
            start, end = node.start_byte, node.end_byte
            return [
                value
                for target, member, value in self._assignments
                if member == name and start <= target.start_byte < end
            ]
        made = self.origin(node)
        found = made.argument(name) if made is not None and made.is_new else None
        if found is not None:
            return [found]
        written = self.file.text(shape.node)
        function = self.tree.at(node.start_byte).function
        return [
            value
            for target, member, value in self._assignments
            if member == name
            and self.file.text(target) == written
            and self.tree.at(target.start_byte).function is function
        ]

    def choices(self, node: Node | None, depth: int = 0) -> list[Node]:
        """Every expression that a variable may hold or a conditional may give; the node itself where the file shows none."""
        if node is None or depth > MAX_CHOICES:
            return []
        shape = self.shape(node)
        if shape.kind in ("either", "or"):
            return [found for part in shape.nodes for found in self.choices(part, depth + 1)]
        bindings = self._bindings_of(shape, self.tree.at(node.start_byte)) if shape.kind in ("name", "member") else []
        inner = [b.node for b in bindings if not b.keys and b.kind == "=" and b.node != node]
        return [found for each in inner for found in self.choices(each, depth + 1)] if inner else [shape.node]

    def typed(self, scope: Scope) -> TypedScope:
        """A scope of this file."""
        assert isinstance(scope, TypedScope)
        return scope

    # --- Names ------------------------------------------------------------------------------------

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        home = holder(found.name, scope)
        if isinstance(home, TypedScope) and home.is_type and home.owner is not None:
            return self.field_values(home.owner, found.name, depth + 1)
        if home is None:
            owner = scope.owner
            if owner is not None and owner.bases and found.name not in self.file.imports:
                return ((Reference(f"{owner.qualified_name}.{found.name}"),),)
            return UNKNOWN
        return super()._name(found, scope, frame, depth)

    def _parameter(self, name: str, parameter: Parameter, home: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if frame is not None and frame.scope is home:
            given = frame.values.get(name)
            return given if given is not None else self._default(parameter, home, depth) or UNKNOWN
        is_named = home.function is not None and home.node == home.function.node
        return ((Unknown(name if is_named and parameter.position < RECEIVER else ""),),)

    def _binding(self, binding: Binding, home: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if depth > MAX_DEPTH:
            return UNKNOWN
        return super()._binding(binding, self.tree.at(binding.node.start_byte), frame, depth)

    def _bindings_of(self, found: Expression, scope: Scope) -> list[Binding]:
        if found.kind == "name":
            home = holder(found.name, scope)
            if isinstance(home, TypedScope) and home.is_type and home.owner is not None:
                return self._field_bindings(home.owner, found.name)
        elif found.kind == "member":
            owner = self.csharp_types.types.get(self.csharp_types.of(found.nodes[0], self.typed(scope)))
            if owner is not None:
                return self._field_bindings(owner, found.name)
        return super()._bindings_of(found, scope)

    def _field_bindings(self, owner: TypeSyntax, name: str) -> list[Binding]:
        declared = self._declared_field(owner, name)
        return self.fields.get(declared.qualified_name, {}).get(name, []) if declared is not None else []

    # --- Members and configuration ----------------------------------------------------------------

    def _member(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if found.kind == "index":
            prefix = self.section_of(found.nodes[0], scope, depth)
            if prefix is not None:
                return settings(prefix, self.lower_at(found.nodes[1], scope, frame, depth + 1))
        elif found.name == "Name" and found.nodes[0].type == "typeof_expression":
            return literal(type_name(self.file.text(found.nodes[0].child_by_field_name("type"))))
        elif found.name in ("AbsoluteUri", "OriginalString", "Value") and self.shape(found.nodes[0]).kind != "self":
            known = self._whole(found, scope, frame, depth)
            if known is not None:
                return known
        return super()._member(found, scope, frame, depth)

    def _whole(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives | None:
        """`uri.AbsoluteUri` is the URI, `GetSection("X").Value` the setting."""
        if found.name != "Value":
            return self.lower_at(found.nodes[0], scope, frame, depth + 1)
        made = self.calls.get(self.shape(found.nodes[0]).node.id)
        if made is not None and made.name in ("GetSection", "GetRequiredSection"):
            prefix = self.section_of(found.nodes[0], scope, depth)
            return ((Setting(prefix),),) if prefix else None
        return None

    def section_of(self, node: Node, scope: Scope, depth: int = 0) -> str | None:
        """The dotted section that an expression of type IConfiguration stands for, "" for the root; None for anything else."""
        if depth > MAX_DEPTH:
            return None
        shape = self.shape(node)
        call = self.calls.get(shape.node.id) if shape.kind == "call" else None
        if call is None and shape.kind in ("name", "member"):
            bindings = self._bindings_of(shape, scope)
            inner = self.shape(bindings[-1].node).node if bindings else None
            call = self.calls.get(inner.id) if inner is not None else None
            if call is not None and call.name not in ("GetSection", "GetRequiredSection"):
                call = None
        if call is not None:
            return self._section_of_call(call, depth)
        if self.csharp_types.of(node, self.typed(scope)) in _CONFIGURATIONS:
            return ""
        return None

    def _section_of_call(self, call: CallSyntax, depth: int) -> str | None:
        if call.receiver is None or not call.arguments:
            return (
                ""
                if call.receiver is not None
                and call.name == "Build"
                and "onfiguration" in self.file.text(call.receiver)
                else None
            )
        if call.name not in ("GetSection", "GetRequiredSection"):
            return (
                ""
                if call.name in ("GetRequiredService", "GetService") and CONFIGURATION in call.type_arguments
                else None
            )
        scope = self.tree.at(call.node.start_byte)
        prefix = self.section_of(call.receiver, scope, depth + 1) or ""
        keys = self.lower_at(call.arguments[0].node, scope, None, depth + 1)
        key = plain(keys[0]) if len(keys) == 1 else None
        return None if key is None else joined_key(prefix, key)

    # --- What names stand for -----------------------------------------------------------------------

    def _meaning_of_name(self, found: Expression, scope: Scope, depth: int) -> Meaning | None:
        home = holder(found.name, scope)
        if isinstance(home, TypedScope):
            if home.is_type and home.owner is not None:
                return self._meaning_of_field(home.owner, found.name, depth + 1)
            if home.types.get(found.name):
                meaning = self.meaning_of_type(home.types[found.name], home)
                if meaning is not None:
                    return meaning
        if home is None and found.name not in self.file.imports:
            return self.meaning_of_type(found.name, scope) if found.name[:1].isupper() else None
        return super()._meaning_of_name(found, scope, depth)

    def _meaning_of_binding(self, binding: Binding, home: Scope, depth: int) -> Meaning | None:
        return super()._meaning_of_binding(binding, self.tree.at(binding.node.start_byte), depth)

    def _meaning_of_parameter(self, name: str, parameter: Parameter, home: Scope) -> Meaning | None:
        return self.meaning_of_type(parameter.type, home) if parameter.type else None

    def meaning_of_type(self, declared: str, scope: Scope) -> Meaning | None:
        """A class of this file, or one of another file, taken to be of this namespace."""
        name = type_name(declared)
        if not name or name in _PREDEFINED:
            return None
        known = self.csharp_types.types.get(name)
        if known is not None:
            return Meaning(self.tree.root, type=known)
        return Meaning(scope, external=self.file.imports.get(name) or member_name(self.file.package, name))

    def _meaning_of_member(self, found: Expression, scope: Scope, depth: int) -> Meaning | None:
        if found.name in ("Value", "CurrentValue"):
            arguments = type_arguments(self.csharp_types.declared(found.nodes[0], self.typed(scope)))
            if arguments:
                return self.meaning_of_type(arguments[-1], scope)
        if found.nodes[0].type == "typeof_expression":
            return None
        return super()._meaning_of_member(found, scope, depth)

    def _meaning_of_call(self, node: Node, scope: Scope, depth: int) -> Meaning | None:
        call = self.calls.get(node.id)
        if call is None:
            return None
        if call.type_arguments or call.is_new:
            return self.meaning_of_type(self.csharp_types.declared(node, self.typed(scope)), scope) or Meaning(
                scope, node=node
            )
        function = self.called(call, scope)
        return (self._meaning_returned(function, depth) if function is not None else None) or Meaning(scope, node=node)

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The function of this file that is called."""
        return self.csharp_types.called(call, self.typed(scope))
