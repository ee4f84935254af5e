"""GraphQL types as shape text: `Product{id*:ID,parts:array<Part{…}>}`; a non-null field is required."""

from collections.abc import Iterable
from typing import TypeAlias

from graphql.language import ast, print_ast

from parsed_graph.syntax.shape_text import field_text, generic_text, nested_text, object_text

MAX_DEPTH = 2
MAX_PARTS = 2000
"""How many fields one shape may go through; beyond them, types stand as their name."""

TypeNode: TypeAlias = ast.TypeDefinitionNode | ast.TypeExtensionNode


class GraphqlShapes:
    """Shapes of the types that one document defines; extensions add to them, other types stand as their name."""

    def __init__(self, definitions: Iterable[TypeNode]) -> None:
        self._types: dict[str, list[TypeNode]] = {}
        self._known: dict[str, str] = {}
        self._left = 0
        for definition in definitions:
            self._types.setdefault(definition.name.value, []).append(definition)

    def text(self, node: ast.TypeNode) -> str:
        """The shape of a type as a field writes it."""
        name = print_ast(node)
        if name not in self._known:
            self._left = MAX_PARTS
            self._known[name] = self._text(node, 0, ())
        return self._known[name]

    def parameters(self, field: ast.FieldDefinitionNode) -> list[str]:
        """The arguments of a field, each as field text, by name."""
        self._left = MAX_PARTS
        return self._fields(field.arguments or (), 1, ())

    def _text(self, node: ast.TypeNode, depth: int, above: tuple[str, ...]) -> str:
        while isinstance(node, ast.NonNullTypeNode):
            node = node.type
        if isinstance(node, ast.ListTypeNode):
            return generic_text("array", [self._text(node.type, depth, above)])
        return self._named(node.name.value, depth, above) if isinstance(node, ast.NamedTypeNode) else "any"

    def _named(self, name: str, depth: int, above: tuple[str, ...]) -> str:
        definitions = self._types.get(name)
        if definitions is None or depth > MAX_DEPTH or name in above or self._left <= 0:
            return name
        names: list[str] = []
        fields: list[ast.FieldDefinitionNode | ast.InputValueDefinitionNode] = []
        for item in definitions:
            if isinstance(item, ast.EnumTypeDefinitionNode | ast.EnumTypeExtensionNode):
                names += (value.name.value for value in item.values or ())
            elif isinstance(item, ast.UnionTypeDefinitionNode | ast.UnionTypeExtensionNode):
                names += (member.name.value for member in item.types or ())
            elif not isinstance(item, ast.ScalarTypeDefinitionNode | ast.ScalarTypeExtensionNode):
                fields += getattr(item, "fields", None) or ()
        if names:
            return generic_text("enum" if "enum" in definitions[0].kind else "oneof", sorted(names))
        text = object_text(name, self._fields(fields, depth + 1, (*above, name))) if fields else name
        return nested_text(text, name) if depth else text

    def _fields(
        self,
        fields: Iterable[ast.FieldDefinitionNode | ast.InputValueDefinitionNode],
        depth: int,
        above: tuple[str, ...],
    ) -> list[str]:
        texts: dict[str, str] = {}
        for field in fields:
            self._left -= 1
            has_default = isinstance(field, ast.InputValueDefinitionNode) and field.default_value is not None
            required = isinstance(field.type, ast.NonNullTypeNode) and not has_default
            text = self._text(field.type, depth, above)
            texts[field.name.value] = field_text(field.name.value, text, required=required)
        return [texts[name] for name in sorted(texts)]
