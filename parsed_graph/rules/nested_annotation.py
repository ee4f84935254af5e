"""Reads an annotation that is an argument of another: `@QueueBinding(value = @Queue("q"), …)`, in Kotlin `QueueBinding(Queue("q"), …)`."""

from dataclasses import dataclass

from tree_sitter import Node

from parsed_graph.syntax.source_file import AnnotationSyntax, Argument, SourceFile

_COMMENTS = frozenset({"line_comment", "block_comment", "multiline_comment"})


@dataclass(slots=True)
class NestedAnnotation:
    """An annotation used as a value."""

    name: str
    arguments: list[Argument]

    def argument(self, *names: str) -> Node | None:
        """The value given by one of these names; `value` is also the lone positional one."""
        for argument in self.arguments:
            if argument.name in names or (not argument.name and "value" in names):
                return argument.node
        return None


def nested_annotation(node: Node | None, file: SourceFile) -> NestedAnnotation | None:
    """The annotation that a value is, None where it is something else."""
    if node is None:
        return None
    if node.type in ("annotation", "marker_annotation"):
        name = file.text(node.child_by_field_name("name")).rpartition(".")[2]
        return NestedAnnotation(name, _java_arguments(node.child_by_field_name("arguments"), file))
    if node.type == "call_expression" and node.named_children:
        name = file.text(node.named_children[0]).rpartition(".")[2]
        values = next((child for child in node.named_children if child.type == "value_arguments"), None)
        return NestedAnnotation(name, _kotlin_arguments(values, file))
    return None


def argument_of(annotation: AnnotationSyntax, *names: str) -> Node | None:
    """The value given by one of these names; `value` is also the lone positional one."""
    return NestedAnnotation(annotation.name, annotation.arguments).argument(*names)


def _java_arguments(node: Node | None, file: SourceFile) -> list[Argument]:
    found = []
    for child in node.named_children if node else ():
        if child.type == "element_value_pair":
            value = child.child_by_field_name("value")
            if value is not None:
                found.append(Argument(file.text(child.child_by_field_name("key")), value))
        elif child.type not in _COMMENTS:
            found.append(Argument("", child))
    return found


def _kotlin_arguments(node: Node | None, file: SourceFile) -> list[Argument]:
    found = []
    for child in node.named_children if node else ():
        parts = [part for part in child.named_children if part.type not in _COMMENTS]
        if child.type == "value_argument" and parts:
            found.append(Argument(file.text(parts[0]) if len(parts) > 1 else "", parts[-1]))
    return found
