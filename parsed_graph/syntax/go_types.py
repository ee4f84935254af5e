"""The types of Go's variables, fields and results, as written (`mux.Router`), from declarations and from what values are made of."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.syntax.go_grammar import element_type, result_type, string_text, type_name
from parsed_graph.syntax.go_libraries import RESULTS
from parsed_graph.syntax.remembered_types import MAX_DEPTH, RememberedTypes
from parsed_graph.syntax.scopes import Binding, ScopeTree, holder
from parsed_graph.syntax.source_file import Argument, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import TypedScope, member_name

_MADE = re.compile(r"^(?:Must)?(?:New|Default)(\w+?)(?:With\w*|From\w*|For\w*)?$")


class GoTypes:
    """Types of one file's expressions; those of a scope's names are worked out once."""

    def __init__(self, file: SourceFile, fields: dict[str, dict[str, list[Binding]]]) -> None:
        self._file, self._fields, self._source = file, fields, file.source
        self.tree: ScopeTree | None = None
        self.foreign: frozenset[str] = frozenset()
        self.types: dict[str, TypeSyntax] = {}
        self.methods: dict[tuple[str, str], FunctionSyntax] = {}
        self._remembered = RememberedTypes(self._source)

    # --- What calls ask for -----------------------------------------------------------------------

    def arguments(self, call: TypedCall) -> list[Argument]:
        """All positional; of a struct literal, its fields by name."""
        found: list[Argument] = []
        for child in call.argument_list.named_children if call.argument_list is not None else ():
            kind = child.type
            if kind == "keyed_element":
                key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and value is not None and value.named_child_count:
                    name = key.named_children[0] if key.named_child_count else key
                    text = string_text(name, self._source) if name.type.endswith("string_literal") else self.text(name)
                    found.append(Argument(text, value.named_children[0]))
            elif kind == "literal_element":
                found += [Argument("", node) for node in child.named_children[:1]]
            elif kind != "comment":
                found.append(Argument("", child))
        return found

    def receiver_type(self, call: TypedCall) -> str:
        """The simple name of a receiver's type; of a struct literal, that of the struct; of a package's function, the package."""
        if call.is_new:
            return call.name
        return self.owner_type(call).rpartition(".")[2]

    def owner_type(self, call: TypedCall) -> str:
        """The type of a call's receiver as written, "" for a bare call and for a package's function."""
        return self.of(call.receiver, call.scope) if call.receiver is not None else ""

    def text(self, node: Node | None) -> str:
        """The source of a node."""
        return self._source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    # --- Types of expressions ---------------------------------------------------------------------

    def of(self, node: Node, scope: TypedScope, depth: int = 0) -> str:
        """The type of an expression without `*`, "" where the file does not tell."""
        return self._remembered.of(node, scope, depth, self._typed)

    def _typed(self, node: Node, scope: TypedScope, depth: int) -> str:
        for _ in range(8):
            kind = node.type
            if kind == "identifier":
                return self._of_name(self.text(node), node.start_byte, scope, depth)
            if kind == "selector_expression":
                return self._of_member(node, scope, depth)
            if kind == "call_expression":
                return self._of_call(node, scope, depth)
            if kind == "composite_literal" or kind == "type_assertion_expression":
                return type_name(self.text(node.child_by_field_name("type")))
            if kind == "index_expression":
                operand = node.child_by_field_name("operand")
                return type_name(element_type(self._declared(operand, scope))) if operand is not None else ""
            if kind == "unary_expression":
                inner = node.child_by_field_name("operand")
            elif kind == "parenthesized_expression" and node.named_child_count:
                inner = node.named_children[0]
            else:
                return "string" if kind.endswith("string_literal") else ""
            if inner is None:
                return ""
            node = inner
        return ""

    def _declared(self, node: Node, scope: TypedScope) -> str:
        """The declared type of a variable or field as written, brackets and all."""
        if node.type == "identifier":
            name = self.text(node)
            home = holder(name, scope)
            if isinstance(home, TypedScope):
                parameter = home.parameters.get(name)
                return home.types.get(name) or (parameter.type if parameter is not None else "")
        elif node.type == "selector_expression":
            operand = node.child_by_field_name("operand")
            owner = self.types.get(self.of(operand, scope)) if operand is not None else None
            return owner.fields.get(self.text(node.child_by_field_name("field")), "") if owner is not None else ""
        return ""

    def _of_name(self, name: str, place: int, scope: TypedScope, depth: int) -> str:
        home = holder(name, scope)
        if not isinstance(home, TypedScope):
            return ""
        declared = home.types.get(name)
        if declared:
            return type_name(declared)
        bindings = home.names.get(name, ())
        seen = [b for b in bindings if b.place <= place] if home is scope and len(bindings) > 1 else bindings
        for binding in reversed(seen or bindings):
            found = self.of_binding(binding, depth)
            if found:
                return found
        parameter = home.parameters.get(name)
        return type_name(parameter.type) if parameter is not None else ""

    def of_binding(self, binding: Binding, depth: int = 0) -> str:
        """The type of what a binding gives."""
        if self.tree is None or depth > MAX_DEPTH:
            return ""
        scope = self.tree.at(binding.node.start_byte)
        if not isinstance(scope, TypedScope) or binding.kind == "out":
            return ""
        if binding.kind == "each":
            return type_name(element_type(self._declared(binding.node, scope)))
        if not binding.keys:
            return self.of(binding.node, scope, depth + 1)
        function = self._called(binding.node, scope)
        return type_name(result_type(function.return_type, int(binding.keys[0]))) if function is not None else ""

    def _called(self, node: Node, scope: TypedScope) -> FunctionSyntax | None:
        if node.type != "call_expression":
            return None
        target = node.child_by_field_name("function")
        if target is None:
            return None
        if target.type == "identifier":
            home = holder(self.text(target), scope)
            declared = home.declared.get(self.text(target)) if home is not None else None
            return declared if isinstance(declared, FunctionSyntax) else None
        operand = target.child_by_field_name("operand")
        if target.type != "selector_expression" or operand is None:
            return None
        owner = self.of(operand, scope)
        return self.methods.get((owner, self.text(target.child_by_field_name("field")))) if owner else None

    def _of_member(self, node: Node, scope: TypedScope, depth: int) -> str:
        operand, name = node.child_by_field_name("operand"), self.text(node.child_by_field_name("field"))
        if operand is None:
            return ""
        if operand.type == "identifier":
            head = self.text(operand)
            if head in self._file.imports and holder(head, scope) is None:
                return f"{head}.{name.removeprefix('Default')}" if name.startswith("Default") else ""
        owner = self.of(operand, scope, depth + 1)
        return self.of_field(owner, name, depth) if owner else ""

    def of_field(self, owner: str, name: str, depth: int = 0) -> str:
        """The type of a struct's field: as declared, else that of what the file puts into it."""
        known = self.types.get(owner)
        declared = known.fields.get(name, "") if known is not None else ""
        if declared:
            return type_name(declared)
        qualified = known.qualified_name if known is not None else self.qualified(owner)
        for binding in reversed(self._fields.get(qualified, {}).get(name, ())):
            found = self.of_binding(binding, depth + 1)
            if found:
                return found
        return ""

    def _of_call(self, node: Node, scope: TypedScope, depth: int) -> str:
        target = node.child_by_field_name("function")
        if target is None:
            return ""
        if target.type == "identifier":
            return self._of_bare_call(self.text(target), node, scope)
        operand, name = target.child_by_field_name("operand"), self.text(target.child_by_field_name("field"))
        if target.type != "selector_expression" or operand is None:
            return ""
        if operand.type == "identifier":
            head = self.text(operand)
            if head in self._file.imports and holder(head, scope) is None:
                return RESULTS.get(f"{head}.{name}") or _made(name, head)
        owner = self.of(operand, scope, depth + 1)
        if not owner:
            return ""
        method = self.methods.get((owner, name))
        if method is not None:
            return type_name(method.return_type)
        package, dot, _ = owner.rpartition(".")
        if not dot or self._file.imports.get(package) not in self.foreign:
            return ""
        # A library's method that names what it gives: `conn.Channel()`, `client.Topic("x")`, `router.Group("/x")`.
        return RESULTS.get(f"{owner}.{name}", f"{package}.{name}")

    def _of_bare_call(self, name: str, node: Node, scope: TypedScope) -> str:
        if name in ("new", "make"):
            arguments = node.child_by_field_name("arguments")
            first = arguments.named_children[0] if arguments is not None and arguments.named_child_count else None
            return type_name(self.text(first)) if first is not None else ""
        home = holder(name, scope)
        declared = home.declared.get(name) if home is not None else None
        if isinstance(declared, FunctionSyntax):
            return type_name(declared.return_type)
        if isinstance(declared, TypeSyntax):
            return declared.name
        return _made(name, "") if home is None else ""

    def qualified(self, written: str) -> str:
        """A type's qualified name: by its import, else of this package."""
        head, dot, rest = written.partition(".")
        if dot:
            return f"{self._file.imports.get(head, head)}.{rest}"
        return member_name(self._file.package, written)


def _made(name: str, package: str) -> str:
    """`mux.NewRouter` gives a `mux.Router`, `NewServer` a `Server`."""
    match = _MADE.match(name)
    if match is None:
        return ""
    return f"{package}.{match.group(1)}" if package else match.group(1)
