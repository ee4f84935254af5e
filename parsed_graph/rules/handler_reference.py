"""The function that a handler expression names: `handler::list`, `OrderHandler::list`, `this::list`, or the lambda around it."""

from tree_sitter import Node

from parsed_graph.rules.type_names import qualified_type
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def handler_name(node: Node | None, call: CallSyntax, file: SourceFile) -> str:
    """The qualified handler; the enclosing function where the handler is a lambda or cannot be told."""
    target, separator, name = file.text(node).replace(" ", "").partition("::")
    if not separator or not name.isidentifier():
        return call.caller
    target = target.removeprefix("this.")
    if target in ("this", ""):
        return f"{call.owner.qualified_name}.{name}" if call.owner else call.caller
    declared = _declared_type(target, call)
    return f"{qualified_type(declared, file)}.{name}" if declared else call.caller


def _declared_type(name: str, call: CallSyntax) -> str:
    if call.function and name in call.function.parameters:
        return call.function.parameters[name]
    owner = call.owner
    while owner is not None:
        if name in owner.fields:
            return owner.fields[name]
        owner = owner.outer
    return name if name[:1].isupper() else ""
