"""What the body of a Python class assigns: `__tablename__ = "orders"`, `host = "http://shop"`."""

from tree_sitter import Node

from parsed_graph.syntax.source_file import SourceFile, TypeSyntax


def assigned_in(declared: TypeSyntax | None, file: SourceFile) -> dict[str, Node]:
    """The expressions that a class gives to its own names; {} for None."""
    body = declared.node.child_by_field_name("body") if declared is not None and declared.node is not None else None
    found: dict[str, Node] = {}
    for statement in body.named_children if body is not None else ():
        inner = statement.named_children[0] if statement.named_child_count else None
        if inner is None or inner.type != "assignment":
            continue
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        if left is not None and right is not None:
            found[file.text(left)] = right
    return found


def inner_class(declared: TypeSyntax, file: SourceFile, *names: str) -> TypeSyntax | None:
    """The class inside a class with one of these names: `class Meta`."""
    return next((t for t in file.types if t.outer is declared and t.name in names), None)
