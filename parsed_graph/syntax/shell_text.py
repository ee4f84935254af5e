"""Shell-like texts in deployment files: `${VAR:-default}` with its default, command lines as one string."""

import re

from parsed_graph.syntax.yaml_document import YamlList, YamlMapping

_DEFAULTED = re.compile(r"\$\{\w+:?-([^${}]*)\}")


def expand_defaults(text: str) -> str:
    """`${REPO:-shop}/cart:${TAG}` is `shop/cart:${TAG}`: what applies when nothing is set, the rest as written."""
    before = ""
    while before != text:
        before, text = text, _DEFAULTED.sub(r"\1", text)
    return text


def command_text(mapping: YamlMapping, key: str) -> str:
    """A command given as a list or as one string."""
    value = mapping.get(key)
    if isinstance(value, YamlList):
        return " ".join(text for text, _ in value.texts())
    return value if isinstance(value, str) else ""
