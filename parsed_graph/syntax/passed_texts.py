"""Strings that calls of statically typed languages pass on: addresses, paths and names, told from prose by kind and name, before any is lowered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from parsed_graph.facts import CallText, Fact, Literal, Text, Unknown
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_symbols import MAX_LENGTH, is_telling, is_useful, telling_strings
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.typed_call import TypedCall

_NOTHING: Sequence[Text] = ()
_LOGGING = frozenset(
    """debug info warn warning error trace fatal panic print log errorf debugf infof warnf tracef fatalf printf println
    logf msg msgf logdebug loginformation logwarning logerror logtrace logcritical writeline""".split()
)


def passed_texts(
    call: TypedCall, target: str, text: ScriptText, kinds: Mapping[str, str], offset: int = 0
) -> Iterator[Fact]:
    """A CallText for each argument that may matter.

    `kinds` says of node types: text, name, call or composed; others are passed over. `offset` counts parameters before
    the first argument: the receiver of an extension method is one.
    """
    if call.argument_list is None or call.name.lower() in _LOGGING:
        return
    source = text.file.source
    parameters = call.function.parameters if call.function is not None else {}
    position = offset - 1
    for node in call.argument_list.named_children:
        kind = node.type
        if kind == "comment":
            continue
        position += 1
        parameter = ""
        if kind == "argument" and node.named_child_count:
            node, parameter = _argument(node, source)
            kind = node.type
        role = kinds.get(kind)
        if role is None:
            continue
        line = call.line
        for value in _values(node, role, parameter, call.scope, text):
            is_open = any(isinstance(part, Unknown) and part.name for part in value)
            yield CallText(target, position, value, text.file.span(line), parameter, call.caller if is_open else "")
        if role == "name" and kind == "identifier":
            name = source[node.start_byte : node.end_byte].decode("utf-8", "replace")
            if _is_handed_on(parameters.get(name, "")):
                yield CallText(target, position, (Unknown(name),), text.file.span(line), parameter, call.caller)


def _argument(node: Node, source: bytes) -> tuple[Node, str]:
    """C#'s `name: value`."""
    name = node.child_by_field_name("name")
    value = node.named_children[-1]
    return value, source[name.start_byte : name.end_byte].decode("utf-8", "replace") if name is not None else ""


def _values(node: Node, role: str, parameter: str, scope: Scope, text: ScriptText) -> Sequence[Text]:
    source = text.file.source
    if role == "text":
        if node.end_byte - node.start_byte > MAX_LENGTH:
            return _NOTHING
        value: Text = (Literal(text.shape(node).name),)
        return (value,) if is_useful(value) and value != (Literal(""),) else _NOTHING
    if role == "name":
        last = source[node.start_byte : node.end_byte].rpartition(b".")[2].decode("utf-8", "replace")
        hint = "address" if last.lower().endswith("conn") else parameter
        if not is_telling(last) and not (hint and is_telling(hint)):
            return _NOTHING
        return telling_strings(text.shape(node), hint, scope, text)
    if role == "composed" and b'"' not in source[node.start_byte : node.end_byte]:
        return _NOTHING
    return telling_strings(text.shape(node), parameter, scope, text)


def _is_handed_on(declared: str) -> bool:
    """Whether a parameter that is passed on may be an address: a string, or a connection."""
    return declared in ("string", "string?") or declared.endswith("grpc.ClientConn")
