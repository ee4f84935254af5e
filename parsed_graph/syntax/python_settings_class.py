"""Settings classes of pydantic: a field is an environment variable of its name, with the class's prefix and the field's default.

https://docs.pydantic.dev/latest/concepts/pydantic_settings/
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ConstDecl, Fact
from parsed_graph.syntax.alternatives import Alternatives, plain
from parsed_graph.syntax.environment_value import environment_value
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax, TypeSyntax

_BASES = frozenset({"pydantic.BaseSettings", "pydantic_settings.BaseSettings", "pydantic.v1.BaseSettings"})
_SKIPPED = frozenset({"model_config", "Config"})


def settings_value(text: ScriptText, owner: TypeSyntax, name: str) -> Alternatives | None:
    """What a field of a settings class holds, None for any other class."""
    if not _is_settings(owner, text, 0) or name in _SKIPPED:
        return None
    bindings = text.fields.get(owner.qualified_name, {}).get(name, [])
    node = bindings[-1].node if bindings else None
    made = text.calls.get(node.id) if node is not None else None
    if made is None or made.name != "Field":
        default = _lowered(node, text)
        return environment_value(_prefix(owner, text) + name.upper(), default)
    alias = made.argument("env", "validation_alias", "alias")
    key = _plain(alias, text) or _prefix(owner, text) + name.upper()
    return environment_value(key, _lowered(made.argument("default", position=0), text))


def settings_facts(text: ScriptText) -> Iterator[Fact]:
    """A constant for each field of a settings class, by the class, by instances of the file, by functions that return one."""
    for owner in text.file.types if text.field_rule is settings_value else ():
        if not _is_settings(owner, text, 0):
            continue
        names = [owner.qualified_name, *_instances(owner, text), *_factories(owner, text)]
        for field in owner.fields:
            bindings = text.fields.get(owner.qualified_name, {}).get(field, [])
            line = bindings[-1].node.start_point[0] + 1 if bindings else owner.line
            for value in settings_value(text, owner, field) or ():
                for name in names:
                    yield ConstDecl(f"{name}.{field}", value, text.file.span(line))


def _is_settings(owner: TypeSyntax, text: ScriptText, depth: int) -> bool:
    for base in owner.bases:
        head, dot, rest = base.partition(".")
        if text.file.imports.get(head, head) + dot + rest in _BASES:
            return True
        inner = next((t for t in text.file.types if t.name == base and t is not owner), None)
        if inner is not None and depth < 5 and _is_settings(inner, text, depth + 1):
            return True
    return False


def _prefix(owner: TypeSyntax, text: ScriptText) -> str:
    for declared in (owner, *(t for t in text.file.types if t.outer is owner and t.name == "Config")):
        fields = text.fields.get(declared.qualified_name, {})
        for binding in fields.get("env_prefix", []):
            return _plain(binding.node, text).upper()
        for binding in fields.get("model_config", []):
            made = text.calls.get(binding.node.id)
            given = made.argument("env_prefix") if made is not None else None
            given = given or text.grammar.entries(binding.node, text.file.source).get("env_prefix")
            return _plain(given, text).upper()
    return ""


def _instances(owner: TypeSyntax, text: ScriptText) -> Iterator[str]:
    root = text.tree.root
    for name, bindings in root.names.items():
        made = text.calls.get(bindings[-1].node.id)
        if made is not None and _makes(made, owner, text):
            yield f"{root.prefix}.{name}"


def _factories(owner: TypeSyntax, text: ScriptText) -> Iterator[str]:
    for function in text.file.functions:
        if function.owner is None and text.grammar.type_name(function.return_type) == owner.name:
            yield function.qualified_name
        elif function.owner is None and not function.return_type and "settings" in function.name.lower():
            made = [text.calls.get(node.id) for node in text.grammar.returns(function.node)]
            if any(call is not None and _makes(call, owner, text) for call in made):
                yield function.qualified_name


def _makes(call: CallSyntax, owner: TypeSyntax, text: ScriptText) -> bool:
    if call.receiver is not None:
        return False
    if call.name == owner.name:
        return True
    function = text.called(call, text.tree.root)
    return function is not None and text.grammar.type_name(function.return_type) == owner.name


def _lowered(node: Node | None, text: ScriptText) -> Alternatives:
    if node is None or text.shape(node).kind not in ("text", "number", "template", "add", "call", "name", "member"):
        return ()
    return tuple(value for value in text.lower_at(node, text.tree.at(node.start_byte)) if plain(value))


def _plain(node: Node | None, text: ScriptText) -> str:
    shape = text.shape(node) if node is not None else None
    return shape.name if shape is not None and shape.kind == "text" else ""
