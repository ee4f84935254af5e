"""Object patterns of JavaScript and TypeScript: `{ url, key: name = 5 }`."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.ecmascript_reader import EcmascriptReader


def pattern_keys(reader: EcmascriptReader, pattern: Node) -> list[tuple[str, str, Node | None]]:
    """(key, bound name, default) of each simple part of an object pattern."""
    found: list[tuple[str, str, Node | None]] = []
    for child in pattern.named_children:
        if child.type == "shorthand_property_identifier_pattern":
            found.append((reader.text(child), reader.text(child), None))
        elif child.type == "object_assignment_pattern":
            name = reader.text(child.child_by_field_name("left"))
            found.append((name, name, child.child_by_field_name("right")))
        elif child.type == "pair_pattern":
            value = child.child_by_field_name("value")
            default = (
                value.child_by_field_name("right") if value is not None and value.type == "assignment_pattern" else None
            )
            bound = value.child_by_field_name("left") if default is not None and value is not None else value
            if bound is not None and bound.type == "identifier":
                found.append((reader.text(child.child_by_field_name("key")), reader.text(bound), default))
    return found
