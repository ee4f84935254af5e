"""Terraform expressions as Texts: what another resource, variable or local says is a Reference, qualified by the folder.

A module is a folder, so `var.env` of one folder is not that of another: `terraform:<folder>:var.env`. A resource goes by
its type and label, whichever attribute of it is asked for: a topic's id, arn and name all mean the topic.
"""

import re

from parsed_graph.facts import Literal, Part, Reference, Text, Unknown
from parsed_graph.syntax.yaml_document import YamlValue

_INTERPOLATION = re.compile(r"\$\{([^{}]*)\}")
_NAMED = re.compile(r"(?:data\.)?(var|local|module|[a-z][a-z0-9]*_\w+)\.([\w-]+)")
_FUNCTION = re.compile(r"\w+\(")


def qualified(folder: str, name: str) -> str:
    """The name under which a variable, local or resource of a folder is defined and looked up."""
    return f"terraform:{folder}:{name}"


def expression_text(value: YamlValue, folder: str, each: str = "") -> Text:
    """The text of an attribute; () where there is none. `each` is what `each.key` and `each.value` stand for."""
    if not isinstance(value, str) or not value:
        return ()
    parts: list[Part] = []
    position = 0
    for match in _INTERPOLATION.finditer(value):
        if match.start() > position:
            parts.append(Literal(value[position : match.start()]))
        parts.append(_part(match[1].strip(), folder, each))
        position = match.end()
    if position < len(value):
        rest = value[position:]
        parts.append(Unknown() if "${" in rest else Literal(rest))
    return tuple(parts)


def _part(expression: str, folder: str, each: str) -> Part:
    if each and expression in ("each.key", "each.value"):
        return Literal(each)
    named = _NAMED.match(expression)
    is_plain = named is not None and re.fullmatch(r"[\w.\[\]\"*-]+", expression) is not None
    if named is None or not is_plain or _FUNCTION.match(expression) or named[1] == "module":
        return Unknown()
    return Reference(qualified(folder, f"{named[1]}.{named[2]}"))
