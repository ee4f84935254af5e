"""What calls in scripting languages are given: keyword arguments, entries of object literals and dictionaries, lists; through names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Literal, Text, Unknown
from parsed_graph.syntax import ecmascript_grammar, python_grammar
from parsed_graph.syntax.python_libraries import LIBRARIES, STANDARD_LIBRARY
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

_NAME = re.compile(r"[\w$]+(\.[\w$]+)*")
MAX_MEMBERS = 50
"""How many members of one list are read."""
UNKNOWN: Text = (Unknown(""),)
_LISTS = frozenset({"list", "tuple", "set", "array", "array_expression", "string_array", "symbol_array"})
_MAKERS = frozenset({"dict", "OrderedDict"})


def option(call: CallSyntax, file: SourceFile, *names: str) -> Node | None:
    """The value of a keyword argument, or of an entry of a dictionary or object literal among the arguments."""
    found = call.argument(*names)
    if found is not None:
        return found
    for argument in call.arguments:
        entry = entry_of(argument.node, file, *names)
        if entry is not None:
            return entry
    return None


def entry_of(node: Node | None, file: SourceFile, *names: str) -> Node | None:
    """The value of the first of these keys in an object literal or dictionary, which may stand behind a name."""
    entries = object_entries(node, file)
    return next((entries[name] for name in names if name in entries), None)


def object_entries(node: Node | None, file: SourceFile) -> dict[str, Node]:
    """The entries of an object literal, a dictionary or `dict(…)`, which may stand behind a name; {} for anything else."""
    value = unwrapped(file.value(node), file)
    if value is None:
        return {}
    if value.type == "dictionary_splat" and value.named_child_count:
        return object_entries(value.named_children[0], file)
    if value.type == "dictionary":
        return python_grammar.entries(value, file.source)
    if value.type == "object":
        return ecmascript_grammar.entries(value, file.source)
    made = file.origin(value)
    if made is not None and made.name in _MAKERS:
        return {argument.name: argument.node for argument in made.arguments if argument.name}
    return file.entries(value)


def texts(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The possible values of a string argument, [] where there is none."""
    return values_at(node, call.function, call.owner, file)


def values_at(
    node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None, file: SourceFile
) -> list[Text]:
    """The possible values of a string expression, [] where there is none."""
    return list(file.lower(node, function, owner)) if node is not None else []


def annotation_texts(node: Node | None, annotation: AnnotationSyntax, file: SourceFile) -> list[Text]:
    """The possible values of a decorator's argument, [] where there is none."""
    return values_at(node, annotation.on_function, annotation.on_type, file)


def list_texts(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The values of a list argument, each member on its own; of a plain string the string."""
    found: list[Text] = []
    for member in members(node, file):
        found += texts(member, call, file)
    return list(dict.fromkeys(found))


def members(node: Node | None, file: SourceFile) -> list[Node]:
    """The members of a list, tuple or array, which may stand behind a name; a single expression is a list of one."""
    if node is None:
        return []
    value = unwrapped(file.value(node), file)
    if value is not None and value.type in _LISTS:
        return [child for child in value.named_children if child.type != "comment"][:MAX_MEMBERS]
    if value is not None and value.type == "array_creation_expression":
        return [child.named_children[-1] for child in value.named_children if child.named_child_count][:MAX_MEMBERS]
    return [node]


def first_text(node: Node | None, call: CallSyntax, file: SourceFile) -> Text:
    """The only value of an argument, () where there is none, Unknown where there are several."""
    found = texts(node, call, file)
    return found[0] if len(found) == 1 else UNKNOWN if found else ()


def literal_text(node: Node | None, file: SourceFile) -> str:
    """The content of a plain string expression, "" for anything else."""
    found = file.lower(node, None, None) if node is not None else ()
    part = found[0][0] if len(found) == 1 and len(found[0]) == 1 else None
    return part.text if isinstance(part, Literal) else ""


def unwrapped(node: Node | None, file: SourceFile) -> Node | None:
    """The expression inside brackets, casts and `await`."""
    for _ in range(8):
        if node is None or node.type not in _WRAPPERS or not node.named_child_count:
            break
        node = node.named_children[0]
    return node


_WRAPPERS = frozenset(
    """parenthesized_expression await_expression as_expression non_null_expression satisfies_expression await
    spread_element reference_expression""".split()
)


def origin(call: CallSyntax, file: SourceFile) -> CallSyntax | None:
    """The call that made what a method is called on."""
    return file.origin(call.receiver) if call.receiver is not None else None


def chain_of(call: CallSyntax | None, file: SourceFile) -> Iterator[CallSyntax]:
    """A call, the call that made its receiver, and so on."""
    for _ in range(10):
        if call is None:
            return
        yield call
        call = origin(call, file)


def function_name(node: Node | None, call: CallSyntax, file: SourceFile) -> str:
    """The qualified name of the function that an argument names; that around the call where it is written in place."""
    value = unwrapped(node, file)
    if value is None or value.type in ("arrow_function", "function_expression", "lambda"):
        return call.caller
    written = file.text(value).partition(".bind(")[0]
    head, dot, rest = written.partition(".")
    if head in ("this", "self") and call.owner is not None:
        return f"{call.owner.qualified_name}{dot}{rest}"
    if not _NAME.fullmatch(written):
        return call.caller
    if not dot:
        known = next((f for f in file.functions if f.name == written and f.owner is None), None)
        if known is not None:
            return known.qualified_name
    declared = next((t for t in file.types if t.name == head), None)
    start = declared.qualified_name if declared is not None else file.imports.get(head)
    if start:
        return f"{start}{dot}{rest}"
    return f"{file.package}.{written}" if dot else call.caller


def own_import(name: str, file: SourceFile) -> str:
    """The qualified name of something imported from a file of the estate, "" for libraries and what is not imported."""
    imported = file.imports.get(name, "")
    if not imported:
        return ""
    if file.language == "python":
        top = imported.partition(".")[0]
        return "" if top in STANDARD_LIBRARY or top in LIBRARIES else imported
    # What a file of the estate exports has another name here than where it is imported.
    is_written = imported in file.imported or imported.rpartition(".")[0] in file.imported
    return "" if is_written else imported
