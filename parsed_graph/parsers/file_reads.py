"""Configuration files that Go, JavaScript, TypeScript and Python code opens by a literal path: what they hold counts for the program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, FileRead, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CONFIGURATION = re.compile(r"^[\w./-]+\.(json|ya?ml|toml)$")
_PACKAGES = ("os", "ioutil", "fs", "fsp", "promises", "fsPromises", "fs.promises", "io")
"""What the functions are called on; Python's `open` and imported names stand alone."""


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    receiver = file.text(call.receiver)
    if (receiver and receiver not in _PACKAGES) or (file.language == "go" and not receiver):
        return
    node = call.argument(position=0)
    for text in texts(_last_joined(node, file), call, file):
        path = _path(text)
        if path:
            yield FileRead(path, file.span(call.line))


def _last_joined(node: Node | None, file: SourceFile) -> Node | None:
    """What stands last in `os.path.join(HERE, "config.json")`: the folder of the code is only known where it runs."""
    joined = file.value(node)
    function = joined.child_by_field_name("function") if joined is not None else None
    arguments = joined.child_by_field_name("arguments") if joined is not None else None
    is_join = function is not None and file.text(function).endswith(("path.join", "path.resolve"))
    return arguments.named_children[-1] if is_join and arguments is not None and arguments.named_child_count else node


def _path(text: Text) -> str:
    part = text[0] if len(text) == 1 else None
    if not isinstance(part, Literal) or part.text.startswith("/") or not _CONFIGURATION.match(part.text):
        return ""
    return part.text


FRAMEWORK = Framework(
    "file_reads",
    languages=("go", "python", *SCRIPTS),
    calls=(CallRule(("Open", "ReadFile", "open", "readFileSync", "readFile"), _opened),),
)
