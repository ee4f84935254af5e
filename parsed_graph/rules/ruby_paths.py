"""Paths of Ruby's routes: `/orders/:id(.:format)` is `/orders/{id}`, `*rest` is `**`; names of controllers."""

from __future__ import annotations

import re

from parsed_graph.facts import Literal, Text
from parsed_graph.syntax.placeholders import merge_literals

_OPTIONAL = re.compile(r"\([^()]*\)")
_PARAMETER = re.compile(r":(\w+)")
_REST = re.compile(r"\*\w*")


def route_path(text: Text) -> Text:
    """A path as the other frameworks write it; optional parts are left out."""
    return merge_literals([Literal(_plain(part.text)) if isinstance(part, Literal) else part for part in text])


def _plain(path: str) -> str:
    for _ in range(4):
        path = _OPTIONAL.sub("", path)
    return _REST.sub("**", _PARAMETER.sub(r"{\1}", path))


def camelized(name: str) -> str:
    """`api/order_items` -> `Api.OrderItems`, as Rails' inflector does it."""
    parts = [part for part in name.strip("/").split("/") if part]
    return ".".join("".join(word[:1].upper() + word[1:] for word in part.split("_")) for part in parts)


def singular(name: str) -> str:
    """`orders` -> `order`, `categories` -> `category`: the name of a nested parameter."""
    if name.endswith("ies"):
        return name[:-3] + "y"
    if name.endswith(("sses", "xes", "ches", "shes")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name
