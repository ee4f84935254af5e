"""Attributes of C# (`[HttpGet("…")]`), with the suffix `Attribute` left out."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.csharp_reader import CSharpReader
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument


def read_attributes(reader: CSharpReader, node: Node) -> list[AnnotationSyntax]:
    """The attributes of one list in brackets."""
    found = []
    for child in node.named_children:
        if child.type == "attribute":
            written = reader.text(child.child_by_field_name("name")).partition("<")[0].rpartition(".")[2]
            listed = next((c for c in child.named_children if c.type == "attribute_argument_list"), None)
            arguments = [
                Argument(reader.text(a.child_by_field_name("name")), a.named_children[-1])
                for a in (listed.named_children if listed is not None else ())
                if a.type == "attribute_argument" and a.named_child_count
            ]
            found.append(
                AnnotationSyntax(written.removesuffix("Attribute") or written, "", arguments, child.start_point[0] + 1)
            )
    return found
