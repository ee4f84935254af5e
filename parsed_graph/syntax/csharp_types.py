"""The types of C#'s variables, fields and results, as simple names, from declarations and from what values are made of."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.syntax.csharp_grammar import shape, type_arguments, type_name
from parsed_graph.syntax.remembered_types import MAX_DEPTH, RememberedTypes
from parsed_graph.syntax.scopes import Binding, ScopeTree, holder
from parsed_graph.syntax.source_file import Argument, CallSyntax, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import TypedScope

_GENERIC_GETTERS = frozenset(
    """GetRequiredService GetService GetKeyedService GetRequiredKeyedService Get Resolve CreateInstance Deserialize
    DeserializeObject Single First Create CreateClient Bind For""".split()
)
_CONFIGURATION = re.compile(r"(?i)^_?config(uration)?(manager|root)?$")
CONFIGURATION = "IConfiguration"


class CSharpTypes:
    """Types of one file's expressions; those of a scope's names are worked out once."""

    def __init__(self, file: SourceFile, fields: dict[str, dict[str, list[Binding]]]) -> None:
        self._file, self._fields, self._source = file, fields, file.source
        self.tree: ScopeTree | None = None
        self.types: dict[str, TypeSyntax] = {}
        self.methods: dict[tuple[str, str], FunctionSyntax] = {}
        self.calls: dict[int, CallSyntax] = {}
        self.expected: dict[int, str] = {}
        self._remembered = RememberedTypes(self._source)

    # --- What calls ask for -----------------------------------------------------------------------

    def arguments(self, call: TypedCall) -> list[Argument]:
        """The arguments, then the members of an object initialiser by name."""
        found: list[Argument] = []
        for child in call.argument_list.named_children if call.argument_list is not None else ():
            if child.type == "argument" and child.named_child_count:
                name = child.child_by_field_name("name")
                found.append(Argument(self.text(name), child.named_children[-1]))
        initializer = call.node.child_by_field_name("initializer") if call.is_new else None
        if initializer is None and call.is_new and call.node.type.startswith("implicit"):
            initializer = next((c for c in call.node.named_children if c.type == "initializer_expression"), None)
        for element in initializer.named_children if initializer is not None else ():
            if element.type == "assignment_expression":
                left, right = element.child_by_field_name("left"), element.child_by_field_name("right")
                if left is not None and right is not None:
                    name_text = (
                        self.text(left)
                        if left.type == "identifier"
                        else shape(left.named_children[0], self._source).name
                    )
                    found.append(Argument(name_text, right))
        return found

    def receiver_type(self, call: TypedCall) -> str:
        """The simple name of a receiver's type; of a creation, the type itself."""
        if call.is_new:
            return call.name
        return self.of(call.receiver, call.scope) if call.receiver is not None else ""

    def text(self, node: Node | None) -> str:
        """The source of a node."""
        return self._source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    # --- Types of expressions ---------------------------------------------------------------------

    def of(self, node: Node, scope: TypedScope, depth: int = 0) -> str:
        """The simple name of an expression's type, "" where the file does not tell."""
        return type_name(self.declared(node, scope, depth))

    def declared(self, node: Node, scope: TypedScope, depth: int = 0) -> str:
        """The type of an expression as written, arguments and all."""
        return self._remembered.of(node, scope, depth, self._typed)

    def _typed(self, node: Node, scope: TypedScope, depth: int) -> str:
        if node.type in ("cast_expression", "as_expression"):
            return self.text(node.child_by_field_name("type") or node.child_by_field_name("right"))
        found = shape(node, self._source)
        kind = found.kind
        if kind == "name":
            return self._of_name(found.name, found.node.start_byte, scope, depth)
        if kind == "self":
            return scope.owner.name if scope.owner is not None else ""
        if kind == "member":
            return self._of_member(found.nodes[0], found.name, scope, depth)
        if kind in ("call", "object"):
            return self._of_result(found.node, scope, depth)
        if kind in ("or", "either"):
            return next((t for part in found.nodes if (t := self.declared(part, scope, depth + 1))), "")
        return "string" if kind in ("text", "template", "add") else ""

    def _of_name(self, name: str, place: int, scope: TypedScope, depth: int) -> str:
        home = holder(name, scope)
        if not isinstance(home, TypedScope):
            if name in self.types:
                return name
            return self._inherited(name, scope) or ("" if not name[:1].isupper() else name)
        if home.is_type:
            return self.of_field(home.owner, name, depth) if home.owner is not None else ""
        declared = home.types.get(name)
        if declared:
            return declared
        bindings = home.names.get(name, ())
        seen = [b for b in bindings if b.place <= place] if home is scope and len(bindings) > 1 else bindings
        for binding in reversed(seen or bindings):
            found = self.of_binding(binding, depth)
            if found:
                return found
        parameter = home.parameters.get(name)
        if parameter is not None and parameter.type:
            return parameter.type
        return name if name in home.declared else CONFIGURATION if _CONFIGURATION.match(name) else ""

    def _inherited(self, name: str, scope: TypedScope) -> str:
        """`Configuration` of a base class that another file declares."""
        has_base = scope.owner is not None and bool(scope.owner.bases)
        return CONFIGURATION if has_base and _CONFIGURATION.match(name) else ""

    def of_binding(self, binding: Binding, depth: int = 0) -> str:
        """The type of what a binding gives."""
        scope = self.tree.at(binding.node.start_byte) if self.tree is not None and depth <= MAX_DEPTH else None
        if not isinstance(scope, TypedScope):
            return ""
        found = self.declared(binding.node, scope, depth + 1)
        if binding.kind == "each":
            arguments = type_arguments(found)
            return arguments[-1] if arguments else found.removesuffix("[]") if found.endswith("[]") else ""
        return found

    def _of_member(self, target: Node, name: str, scope: TypedScope, depth: int) -> str:
        if _CONFIGURATION.match(name):
            return CONFIGURATION
        whole = self.declared(target, scope, depth + 1)
        if name in ("Value", "CurrentValue") and type_arguments(whole):
            return type_arguments(whole)[-1]
        owner = self.types.get(type_name(whole))
        return self.of_field(owner, name, depth) if owner is not None else ""

    def of_field(self, owner: TypeSyntax | None, name: str, depth: int = 0) -> str:
        """The declared type of a field or property, of this type or a base in this file."""
        for _ in range(6):
            if owner is None:
                return ""
            declared = owner.fields.get(name)
            if declared and declared != "var":
                return declared
            for binding in reversed(self._fields.get(owner.qualified_name, {}).get(name, ())):
                found = self.of_binding(binding, depth + 1)
                if found:
                    return found
            bases = [type_name(base) for base in owner.bases]
            owner = next((self.types[base] for base in bases if base in self.types), None)
        return ""

    def _of_result(self, node: Node, scope: TypedScope, depth: int) -> str:
        call = self.calls.get(node.id)
        if call is None:
            return ""
        if call.is_new:
            written = self.text(node.child_by_field_name("type"))
            return written or self.expected.get(node.id, call.name)
        if call.type_arguments and call.name in _GENERIC_GETTERS:
            return call.type_arguments[-1]
        if call.name in ("GetSection", "GetRequiredSection"):
            return CONFIGURATION
        function = self.called(call, scope, depth + 1)
        if function is not None:
            return function.return_type
        if call.receiver is not None and call.name.startswith(("From", "Create", "New", "Of")):
            # `OrderPlaced.FromCommand(command)` makes one of its class.
            made_by = shape(call.receiver, self._source)
            if made_by.kind == "name" and made_by.name[:1].isupper() and holder(made_by.name, scope) is None:
                return made_by.name
        if call.name == "Build" and call.receiver is not None:
            # `new ProducerBuilder<string, Order>(config).Build()` builds what its name says, an interface of it.
            made = self.declared(call.receiver, scope, depth + 1)
            head, _, rest = made.partition("<")
            if head.endswith("Builder"):
                return f"I{head.rpartition('.')[2].removesuffix('Builder')}" + (f"<{rest}" if rest else "")
        return ""

    def called(self, call: CallSyntax, scope: TypedScope, depth: int = 0) -> FunctionSyntax | None:
        """The function of this file that is called: by its name, on `this`, on a type of this file, or as an extension."""
        if call.is_new:
            return None
        if call.receiver is None:
            home = holder(call.name, scope)
            declared = home.declared.get(call.name) if home is not None else None
            if isinstance(declared, FunctionSyntax):
                return declared
            owner = scope.owner
            while owner is not None:
                found = self.methods.get((owner.name, call.name))
                if found is not None:
                    return found
                owner = owner.outer
            return None
        owner_type = self.of(call.receiver, scope, depth)
        if owner_type:
            found = self.methods.get((owner_type, call.name))
            if found is not None:
                return found
        return self.methods.get(("this", call.name))
