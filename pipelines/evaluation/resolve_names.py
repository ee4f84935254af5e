"""From how a question set writes a node to the id that the graph has for it."""

import re

from parsed_graph.errors import QueryError
from parsed_graph.queries.find import find_node
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View

_LABELLED = re.compile(r"(\w+)\((.+)\)$", re.S)
_RECORDS = {"ADR": NodeLabel.ADR, "Incident": NodeLabel.INCIDENT}


def resolve_name(view: View, text: str) -> str:
    """The id; the text itself where the graph has no such node, so that it counts as missed."""
    if view.key(text) is not None:
        return text
    match = _LABELLED.match(text.strip())
    try:
        if match and match[1] in _RECORDS:
            return _record(view, match[2], _RECORDS[match[1]])
        return find_node(view, text).node.id
    except QueryError:
        return text


def _record(view: View, name: str, label: NodeLabel) -> str:
    for _, node in view.labelled(label):
        stem = str(node.properties.get("path", "")).rpartition("/")[2].rpartition(".")[0]
        if name in (str(node.properties.get("number", "")), stem, node.name):
            return node.id
    return find_node(view, f"{label}({name})").node.id
