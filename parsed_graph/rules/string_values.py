"""The strings that an argument gives, one Text each: through lists, arrays, `List.of(…)`, placeholders and simple SpEL."""

import re

from tree_sitter import Node

from parsed_graph.facts import Literal, Reference, Setting, Text, Unknown
from parsed_graph.rules.call_index import call_index, unwrap
from parsed_graph.syntax.placeholders import expand_placeholders
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

UNKNOWN: Text = (Unknown(""),)
MAX_VALUES = 50
"""How many members of one list are read."""

_LISTS = frozenset(
    """element_value_array_initializer array_initializer collection_literal array_creation_expression
    argument_list value_arguments""".split()
)
_LIST_MAKERS = frozenset(
    """asList of singletonList singleton listOf setOf arrayOf mutableListOf newArrayList newHashSet copyOf List Set Seq
    Array Arrays""".split()
)
_LIST_TYPES = frozenset("Arrays List Set Collections ImmutableList ImmutableSet Lists Sets Stream".split())
_SKIPPED = frozenset({"line_comment", "block_comment", "dimensions", "type_identifier"})
_SPEL_SETTING = re.compile(r"^#\{\s*'?\$\{([^{}:]+)(?::([^{}]*))?\}'?(?:\.split\([^()]*\))?\s*\}$")
_SPEL_ENVIRONMENT = re.compile(
    r"^#\{\s*(?:environment|systemProperties)(?:\.getProperty\(|\[)\s*'([^']+)'\s*[)\]]\s*\}$"
)
_SPEL_CONSTANT = re.compile(r"^#\{\s*T\(\s*([\w.$]+)\s*\)\.(\w+)\s*\}$")
_SPEL_TEXT = re.compile(r"^#\{\s*'([^'{}]*)'\s*\}$")


def string_values(
    node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None, file: SourceFile
) -> list[Text]:
    """All possible values of an expression, each member of a list on its own; one Unknown where the file says nothing."""
    found: list[Text] = []
    for member in list_members(node, file)[:MAX_VALUES]:
        for text in file.lower(member, function, owner):
            expanded = read_placeholders(text)
            if expanded not in found:
                found.append(expanded)
    return found


def argument_values(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """As string_values, for an argument of a call."""
    return string_values(node, call.function, call.owner, file)


def first_value(node: Node | None, call: CallSyntax, file: SourceFile) -> Text:
    """The single value of an argument, () where there is none, Unknown where there are several."""
    if node is None:
        return ()
    values = argument_values(node, call, file)
    return values[0] if len(values) == 1 else UNKNOWN


def is_unknown(text: Text) -> bool:
    """Whether nothing of a text is known, neither words nor where they stand; a parameter's name is known."""
    return bool(text) and all(part == Unknown("") for part in text)


def list_members(node: Node | None, file: SourceFile) -> list[Node]:
    """The members of a list expression, or the expression itself."""
    node = unwrap(node)
    if node is None:
        return []
    call = call_index(file).at(node)
    if call is not None and _makes_list(call, file):
        return [argument.node for argument in call.arguments]
    if node.type == "array_creation_expression":
        value = node.child_by_field_name("value")
        return list_members(value, file) if value is not None else [node]
    if node.type in _LISTS:
        return [child for child in node.named_children if child.type not in _SKIPPED]
    return [node]


def _makes_list(call: CallSyntax, file: SourceFile) -> bool:
    return call.name in _LIST_MAKERS and (call.receiver is None or file.text(call.receiver) in _LIST_TYPES)


def read_placeholders(text: Text) -> Text:
    """Placeholders as Settings, and the SpEL that only wraps a setting, a constant or a text."""
    if len(text) == 1 and isinstance(text[0], Literal) and text[0].text.startswith("#{"):
        return _read_spel(text[0].text)
    return expand_placeholders(tuple(part for part in text if part != Literal("")))


def _read_spel(text: str) -> Text:
    match = _SPEL_SETTING.match(text)
    if match:
        return (Setting(match.group(1).strip(), match.group(2)),)
    match = _SPEL_ENVIRONMENT.match(text)
    if match:
        return (Setting(match.group(1)),)
    match = _SPEL_CONSTANT.match(text)
    if match:
        return (Reference(f"{match.group(1).replace('$', '.')}.{match.group(2)}"),)
    match = _SPEL_TEXT.match(text)
    return (Literal(match.group(1)),) if match else expand_placeholders((Literal(text),))
