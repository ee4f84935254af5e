"""Handlers of PHP routes: `[OrderController::class, 'index']`, `'OrderController@index'`, an invokable class, a closure."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.rules.script_arguments import literal_text, members
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CLASS = re.compile(r"^(\\?[\w\\]+)::class$")
_ACTION = re.compile(r"^(\\?[A-Za-z_][\w\\]*)(?:@|::|:)(\w+)$")


def handler_name(node: Node | None, call: CallSyntax, file: SourceFile, controller: str = "", folder: str = "") -> str:
    """The qualified handler; the function around where it is a closure. `folder` is the namespace of classes that are named in strings."""
    if node is None:
        return call.caller
    written = file.text(node) if node.end_byte - node.start_byte < 300 else ""
    parts = members(node, file)
    if len(parts) == 2:
        name = class_named(parts[0], file, folder)
        method = literal_text(parts[1], file)
        return f"{name}.{method}" if name and method else call.caller
    match = _CLASS.match(written)
    if match:
        return f"{_qualified(match.group(1), file)}.__invoke"
    action = _ACTION.match(literal_text(node, file)) if written[:1] in ("'", '"') else None
    if action:
        return f"{_in_folder(action.group(1), file, folder)}.{action.group(2)}"
    text = literal_text(node, file) if written[:1] in ("'", '"') else ""
    if text and controller:
        return f"{controller}.{text}"
    return call.caller


def class_named(node: Node | None, file: SourceFile, folder: str = "") -> str:
    """The qualified class of `X::class` or `'X'`, "" for anything else."""
    written = file.text(node) if node is not None else ""
    match = _CLASS.match(written)
    if match:
        return _qualified(match.group(1), file)
    name = literal_text(node, file) if written[:1] in ("'", '"') else ""
    return _in_folder(name, file, folder) if name else ""


def _qualified(written: str, file: SourceFile) -> str:
    own = next((declared.qualified_name for declared in file.types if declared.name == written), "")
    return own or file.imports.get(written, written.strip("\\").replace("\\", "."))


def _in_folder(written: str, file: SourceFile, folder: str) -> str:
    dotted = written.strip("\\").replace("\\", ".")
    known = file.imports.get(written)
    if known or "." in dotted[:4]:
        return known or dotted
    return ".".join(part for part in (file.package.partition(".routes")[0], folder, dotted) if part)
