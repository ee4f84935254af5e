"""Decorators: read once, and kept until what they stand on is declared."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.ecmascript_arguments import listed_arguments
from parsed_graph.syntax.ecmascript_reader import EcmascriptReader
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument


def read_decorator(reader: EcmascriptReader, node: Node) -> None:
    """A decorator before a class or member."""
    annotation = read_annotation(reader, node)
    if annotation is not None:
        reader.pending.append(annotation)


def read_annotation(reader: EcmascriptReader, node: Node) -> AnnotationSyntax | None:
    """A decorator's name and arguments; None where it was read before."""
    if node.id in reader.seen:
        return None
    reader.seen.add(node.id)
    inner = node.named_children[0] if node.named_child_count else None
    arguments: list[Argument] = []
    if inner is not None and inner.type == "call_expression":
        reader.seen.add(inner.id)
        arguments = listed_arguments(inner.child_by_field_name("arguments"))
        inner = inner.child_by_field_name("function")
    receiver, _, name = reader.text(inner).rpartition(".")
    annotation = AnnotationSyntax(name, receiver, arguments, node.start_point[0] + 1)
    reader.annotations.append(annotation)
    return annotation


def read_parameter_decorator(reader: EcmascriptReader, node: Node, name: str) -> None:
    """A decorator of a parameter, which stands on the function read last."""
    annotation = read_annotation(reader, node)
    if annotation is not None:
        annotation.on_parameter = name
        annotation.on_type = reader.scope.type
        annotation.on_function = reader.functions[-1] if reader.functions else None
