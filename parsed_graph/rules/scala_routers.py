"""Routes of Scala as values: which member of a type holds a route, and which members an expression puts together."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, RoutePrefix, Text
from parsed_graph.syntax.scala_grammar import operands, shape
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_TOGETHER = frozenset({"~", "<+>", "orElse", "++", "<~>"})
_BRACKETS = frozenset("parenthesized_expression block indented_block".split())
_MEMBERS = frozenset({"val_definition", "var_definition", "function_definition"})
MAX_DEPTH = 4
"""How many members are followed from one to the next."""
MAX_PARTS = 40


def holding_member(node: Node, owner: TypeSyntax | None, file: SourceFile) -> str:
    """The qualified name of the member of a type (else of the file) in which an expression stands."""
    prefix = owner.qualified_name if owner is not None else file.package
    body = owner.node.child_by_field_name("body") if owner is not None and owner.node is not None else None
    for child in body.named_children if body is not None else ():
        if child.start_byte <= node.start_byte and node.end_byte <= child.end_byte and child.type in _MEMBERS:
            name = file.text(child.child_by_field_name("pattern") or child.child_by_field_name("name"))
            return f"{prefix}.{name}"
    return prefix


def mounts(node: Node, prefix: Text, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A RoutePrefix for every member that an expression puts together: `orders.routes ~ items`."""
    on = holding_member(call.node, call.owner, file)
    for router in dict.fromkeys(_routers(node, call, file, 0)):
        if router != on:
            yield RoutePrefix(router, prefix, file.span(call.line), on)


def _routers(node: Node, call: CallSyntax, file: SourceFile, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        return
    for part in _parts(node, file)[:MAX_PARTS]:
        found = shape(part, file.source)
        if found.kind == "name":
            yield from _own_member(found.name, part, call, file, depth)
        elif found.kind == "member":
            owner = _qualified(file.type_of(found.nodes[0]), file)
            if owner:
                yield f"{owner}.{found.name}"


def _own_member(name: str, node: Node, call: CallSyntax, file: SourceFile, depth: int) -> Iterator[str]:
    owner = call.owner
    if owner is None or name not in owner.fields:
        return
    yield f"{owner.qualified_name}.{name}"
    value = file.value(node)
    if value is not None and value.id != node.id:
        yield from _routers(value, call, file, depth + 1)


def _parts(node: Node, file: SourceFile) -> list[Node]:
    """`a ~ b`, `concat(a, b)`, `NonEmptyList.of(a, b).reduceK`: a and b."""
    found: list[Node] = []
    pending = [node]
    while pending and len(found) < MAX_PARTS:
        current = pending.pop(0)
        parts = operands(current, file.source, _TOGETHER)
        if len(parts) > 1:
            pending = [*parts, *pending]
        elif (current.type in _BRACKETS and current.named_child_count) or (
            current.type == "lambda_expression" and current.named_child_count
        ):
            pending = [current.named_children[-1], *pending]
        elif current.type == "call_expression" and file.text(current.child_by_field_name("function")) == "concat":
            arguments = current.child_by_field_name("arguments")
            pending = [*(arguments.named_children if arguments is not None else ()), *pending]
        else:
            found.append(current)
    return found


def _qualified(simple: str, file: SourceFile) -> str:
    """The qualified name of a type, "" where there is none."""
    if not simple or "." in simple or not simple[:1].isupper():
        return ""
    declared = next((t for t in file.types if t.name == simple), None)
    return declared.qualified_name if declared is not None else file.imports.get(simple) or simple
