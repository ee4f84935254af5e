"""Calls and creations of a file of JavaScript or TypeScript, and what the parameters of their callbacks stand for."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.syntax.ecmascript_arguments import given_nodes
from parsed_graph.syntax.ecmascript_grammar import called
from parsed_graph.syntax.ecmascript_imports import required
from parsed_graph.syntax.ecmascript_reader import EcmascriptReader
from parsed_graph.syntax.scopes import Binding, Scope
from parsed_graph.syntax.typed_call import TypedCall

_CALLBACKS = frozenset({"arrow_function", "function_expression"})


def read_call(reader: EcmascriptReader, node: Node) -> None:
    """A call of a name or member."""
    target = called(node)
    if target is None or node.id in reader.seen:
        return
    receiver: Node | None = None
    named: Node | None = target
    if target.type == "member_expression":
        receiver, named = target.child_by_field_name("object"), target.child_by_field_name("property")
    elif target.type == "call_expression":
        _call_required(reader, node, target)
        return
    elif target.type not in ("identifier", "import", "super"):
        return
    _add_call(reader, node, named, receiver, node.child_by_field_name("arguments"))


def read_creation(reader: EcmascriptReader, node: Node) -> None:
    """`new Client(…)`."""
    target = node.child_by_field_name("constructor")
    receiver: Node | None = None
    if target is not None and target.type == "member_expression":
        receiver, target = target.child_by_field_name("object"), target.child_by_field_name("property")
    if target is not None:
        _add_call(reader, node, target, receiver, node.child_by_field_name("arguments"), is_new=True)


def bind_callback(reader: EcmascriptReader, inner: Scope, position: int, binding: Binding) -> None:
    """Gives a parameter of a callback what the call around it passes."""
    names = list(inner.parameters)
    if position >= len(names) or inner.parameters[names[position]].key or inner.parameters[names[position]].type:
        return
    if position == 1 and not re.match(r"(?i)_|e$|er|.*err", names[0]):
        return
    inner.bind(names[position], binding)
    del inner.parameters[names[position]]


def _call_required(reader: EcmascriptReader, node: Node, target: Node) -> None:
    """`require("express")()` is a call of `express`."""
    found = required(target, reader.source)
    if found is None or found[1]:
        return
    name = found[0].rpartition("/")[2]
    reader.imports.lines.setdefault(found[0], node.start_point[0] + 1)
    if name not in reader.imports.names:
        reader.imports.add_whole(name, found[0])
    _add_call(reader, node, None, None, node.child_by_field_name("arguments"))
    reader.calls[-1].name = name


def _add_call(
    reader: EcmascriptReader,
    node: Node,
    named: Node | None,
    receiver: Node | None,
    given: Node | None,
    *,
    is_new: bool = False,
) -> None:
    types = node.child_by_field_name("type_arguments")
    type_arguments = tuple([reader.text(child) for child in types.named_children]) if types is not None else ()
    name, name_node = reader.text(named), named or node
    call = TypedCall(
        name, receiver, node, reader.scope, name_node, given, reader.reads_calls, is_new, type_arguments  # type: ignore[arg-type]  # a plain Scope
    )  # fmt: skip
    reader.calls.append(call)
    last = next((child for child in reversed(given_nodes(given)) if child.type != "comment"), None)
    if last is not None and last.type in _CALLBACKS:
        _register_callback(reader, call, last)


def _register_callback(reader: EcmascriptReader, call: TypedCall, callback: Node) -> None:
    """What the parameters of a callback stand for: list members, a promise's value, the result after `(error, …)`."""
    receiver = call.receiver
    if call.name in ("forEach", "map", "flatMap") and receiver is not None:
        reader.callbacks[callback.id] = (0, Binding(receiver, callback.start_byte, "each"))
    elif call.name in ("then", "tap") and receiver is not None:
        reader.callbacks[callback.id] = (0, Binding(receiver, callback.start_byte))
    else:
        reader.callbacks[callback.id] = (1, Binding(call.node, callback.start_byte))
