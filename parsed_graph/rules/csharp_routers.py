"""Route builders of ASP.NET's minimal APIs: the prefixes that MapGroup and callers put before a route, across functions of a file."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.facts import Text
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.csharp_calls import callers, csharp_path
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.csharp_grammar import shape
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile

MAX_DEPTH = 8
"""How many groups stand inside one another."""
_ENDS = frozenset({"Build", "Create", "CreateBuilder"})


def prefixes(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The paths that a route builder stands for; one empty path for the application itself."""
    return _prefixes(node, call, file, 0) or [()]


def _prefixes(node: Node | None, call: CallSyntax, file: SourceFile, depth: int) -> list[Text]:
    if node is None or depth > MAX_DEPTH:
        return [()]
    found = shape(node, file.source)
    made = call_index(file).at(found.node) if found.kind == "call" else None
    if made is not None:
        return _of_call(made, file, depth)
    if found.kind == "name" and call.function is not None and found.name in call.function.parameters:
        return _from_callers(found.name, call.function, file, depth)
    origin = file.origin(node)
    return _of_call(origin, file, depth + 1) if origin is not None else [()]


def _of_call(made: CallSyntax, file: SourceFile, depth: int) -> list[Text]:
    if made.receiver is None or made.is_new or depth > MAX_DEPTH or made.name in _ENDS:
        return [()]
    above = _prefixes(made.receiver, made, file, depth + 1)
    if made.name != "MapGroup":
        return above  # `NewVersionedApi`, `HasApiVersion`, `RequireAuthorization` and the like give the builder back.
    own = texts(made.argument("prefix", position=0), made, file) or [()]
    return [joined_path(prefix, csharp_path(path)) for prefix in above for path in own]


def _from_callers(name: str, function: FunctionSyntax, file: SourceFile, depth: int) -> list[Text]:
    """What the callers in this file pass for a parameter: as an argument, or as the receiver of an extension method."""
    position = list(function.parameters).index(name)
    found: list[Text] = []
    for caller in callers(function, file):
        is_extension = caller.receiver is not None and len(caller.arguments) < len(function.parameters)
        argument = caller.argument(name, position=position - is_extension) if position or not is_extension else None
        node = caller.receiver if is_extension and position == 0 else argument
        found += _prefixes(node, caller, file, depth + 1)
    return list(dict.fromkeys(found)) or [()]
