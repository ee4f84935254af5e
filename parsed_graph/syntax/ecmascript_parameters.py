"""Parameters of functions and constructors: names, types, defaults, object patterns."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.ecmascript_decorators import read_parameter_decorator
from parsed_graph.syntax.ecmascript_patterns import pattern_keys
from parsed_graph.syntax.ecmascript_reader import EcmascriptReader
from parsed_graph.syntax.scopes import Binding, Parameter, Scope


def read_parameters(reader: EcmascriptReader, node: Node, inner: Scope, types: dict[str, str]) -> str:
    """Fills the scope's parameters; returns them as the signature writes them."""
    single = node.child_by_field_name("parameter")
    if single is not None:
        name = reader.text(single)
        inner.parameters[name] = Parameter(0)
        types[name] = ""
        return name
    written: list[str] = []
    parameters = node.child_by_field_name("parameters")
    for child in parameters.named_children if parameters is not None else ():
        if child.type not in ("required_parameter", "optional_parameter"):
            continue
        pattern = child.child_by_field_name("pattern")
        declared = reader.text(child.child_by_field_name("type")).lstrip(": ")
        position = len(written)
        if pattern is None:
            continue
        if pattern.type == "object_pattern":
            _read_destructured(reader, pattern, position, inner, types)
            written.append("{}")
        else:
            name = reader.text(pattern).lstrip(".")
            inner.parameters[name] = Parameter(position, declared, child.child_by_field_name("value"))
            types[name] = declared
            written.append(f"{name}: {' '.join(declared.split())}" if declared else name)
            _read_parameter_property(reader, child, name, declared, pattern)
        for decorator in child.children_by_field_name("decorator"):
            read_parameter_decorator(reader, decorator, reader.text(pattern))
    return ", ".join(written)


def _read_destructured(
    reader: EcmascriptReader, pattern: Node, position: int, inner: Scope, types: dict[str, str]
) -> None:
    for key, name, default in pattern_keys(reader, pattern):
        inner.parameters[name] = Parameter(position, "", default, key)
        types[name] = ""


def _read_parameter_property(reader: EcmascriptReader, child: Node, name: str, declared: str, pattern: Node) -> None:
    """TypeScript: `constructor(private readonly client: Client)` declares a field."""
    owner = reader.scope.type
    is_property = owner is not None and any(c.type in ("accessibility_modifier", "readonly") for c in child.children)
    if owner is not None and is_property:
        owner.fields[name] = declared
        reader.fields[owner.qualified_name].setdefault(name, []).append(Binding(pattern, child.end_byte))
