"""Functions and modules that Rust's routers name: the qualified name of a path in an expression."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.typed_scope import member_name

_PATH = re.compile(r"(?:\w+::)*\w+")


def function_path(node: Node | None, call: CallSyntax, file: SourceFile) -> str:
    """The qualified function that an expression names (`orders::list`, `Self::list`), "" for closures and calls."""
    written = file.text(node).strip() if node is not None and node.end_byte - node.start_byte < 200 else ""
    written = written.partition("::<")[0]
    if not _PATH.fullmatch(written):
        return ""
    if written.startswith("Self::") and call.owner is not None:
        return f"{call.owner.qualified_name}.{written[6:].replace('::', '.')}"
    own = next((f.qualified_name for f in file.functions if f.owner is None and f.name == written), "")
    return own or file.imports.get(written) or member_name(file.package, written.replace("::", "."))
