"""Shell-like texts in deployment files: `${VAR:-default}` as a Text or with its default, command lines as one string."""

import re

from parsed_graph.facts import Env, Literal, Part, Text, Unknown
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping

_VARIABLE = re.compile(r"\$\{(?:env:)?(\w+)(?:(?::-|:=|-|=|:)([^${}]*))?\}|\$(\w+)")
_ENVIRONMENT_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_DEFAULTED = re.compile(r"\$\{\w+:?-([^${}]*)\}")


def expand_defaults(text: str) -> str:
    """`${REPO:-shop}/cart:${TAG}` is `shop/cart:${TAG}`: what applies when nothing is set, the rest as written."""
    before = ""
    while before != text:
        before, text = text, _DEFAULTED.sub(r"\1", text)
    return text


def environment_text(text: str) -> Text:
    """`http://${HOST:-cart}:8080` as literal and Env parts; variables that are not in capitals are the program's own: Unknown."""
    parts: list[Part] = []
    position = 0
    for match in _VARIABLE.finditer(text):
        if match.start() > position:
            parts.append(Literal(text[position : match.start()]))
        name = match[1] or match[3]
        is_environment = _ENVIRONMENT_NAME.fullmatch(name) is not None
        default = None if match[2] is None or match[2].startswith("?") else match[2]  # `${X:?message}` has none.
        parts.append(Env(name, default) if is_environment else Unknown(name))
        position = match.end()
    if position < len(text):
        parts.append(Literal(text[position:]))
    return tuple(parts)


def command_text(mapping: YamlMapping, key: str) -> str:
    """A command given as a list or as one string."""
    value = mapping.get(key)
    if isinstance(value, YamlList):
        return " ".join(text for text, _ in value.texts())
    return value if isinstance(value, str) else ""
