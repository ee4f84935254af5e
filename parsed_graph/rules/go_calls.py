"""What Go rules ask of calls: which package or type a call belongs to, fields of struct literals, members of lists, the function that is meant."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from parsed_graph.facts import Text, Unknown
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.go_grammar import shape
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

UNKNOWN: Text = (Unknown(""),)
MAX_MEMBERS = 50
"""How many members of one list are read."""
MAX_WRAPPERS = 4


def package_of(call: CallSyntax, file: SourceFile) -> str:
    """The package whose function or struct is named (`net.http` of `http.Get(…)`), "" for methods and for this package's own."""
    if call.is_new:
        head, dot, _ = file.text(call.node.child_by_field_name("type")).partition(".")
        return file.imports.get(head, "") if dot else ""
    if call.receiver is None or call.receiver.type != "identifier" or file.type_of(call.receiver):
        return ""
    return file.imports.get(file.text(call.receiver), "")


def receiver_of(call: CallSyntax, file: SourceFile) -> str:
    """The package whose function is called, or the package of the receiver's type."""
    return package_of(call, file) or file.type_of(call.receiver).rpartition(".")[0]


def is_of(call: CallSyntax, file: SourceFile, packages: tuple[str, ...]) -> bool:
    """Whether a call or struct belongs to one of these packages (dotted paths, versions apart)."""
    return receiver_of(call, file).startswith(packages)


def struct_field(node: Node | None, file: SourceFile, *names: str) -> Node | None:
    """A field of the struct that an expression is or holds, None where the file gives it none or several."""
    for name in names:
        found = file.given(node, name)
        if len(found) == 1:
            return found[0]
    return None


def list_members(node: Node | None, file: SourceFile) -> list[Node]:
    """The members of a slice literal, which may stand behind a name; a single expression is a list of one."""
    if node is None:
        return []
    value = file.value(node)
    found = shape(value, file.source) if value is not None else None
    return list(found.nodes)[:MAX_MEMBERS] if found is not None and found.kind == "list" else [node]


def list_texts(nodes: Iterable[Node], call: CallSyntax, file: SourceFile) -> list[Text]:
    """The strings of several expressions, members of slices each on their own."""
    found = [text for node in nodes for member in list_members(node, file) for text in texts(member, call, file)]
    return list(dict.fromkeys(found))


def function_named(node: Node | None, call: CallSyntax, file: SourceFile) -> str:
    """The qualified name of the function that an expression names, seen through wrappers; the function around it for a literal."""
    for _ in range(MAX_WRAPPERS):
        if node is None or node.type == "func_literal":
            break
        if node.type == "call_expression":
            wrapper = call_index(file).at(node)
            inner = [a.node for a in wrapper.arguments if _may_name(a.node)] if wrapper is not None else []
            if wrapper is None or not inner:
                break
            node = inner[-1]
            continue
        found = _named(node, file)
        if found:
            return found
        break
    return call.caller


def _may_name(node: Node) -> bool:
    return node.type in ("identifier", "selector_expression", "call_expression", "func_literal")


def _named(node: Node, file: SourceFile) -> str:
    if node.type == "identifier":
        name = file.text(node)
        known = next((f for f in file.functions if f.name == name and f.owner is None), None)
        return known.qualified_name if known is not None else qualified(file.package, name)
    operand, field = node.child_by_field_name("operand"), node.child_by_field_name("field")
    if node.type != "selector_expression" or operand is None:
        return ""
    owner = file.type_of(operand)
    if not owner and operand.type == "identifier":
        owner = file.imports.get(file.text(operand), "")
    return f"{owner}.{file.text(field)}" if owner else ""


def target_name(call: CallSyntax, file: SourceFile) -> str:
    """The qualified name of the called function, "" where the file does not tell."""
    if call.receiver is None:
        return qualified(file.package, call.name)
    owner = package_of(call, file) or file.type_of(call.receiver)
    return f"{owner}.{call.name}" if owner else ""


def qualified(package: str, name: str) -> str:
    """A name in a package; the root folder has no prefix."""
    return f"{package}.{name}" if package else name
