"""Finds the decision record or postmortem that a user means: by id, number, title, file name, or words of these."""

import re

from parsed_graph.errors import QueryError
from parsed_graph.model import Node
from parsed_graph.node_names import lookup_names
from parsed_graph.queries.find import Found, find_node, shown
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View

_RECORDS = (NodeLabel.ADR, NodeLabel.INCIDENT)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_LABEL_WORDS = frozenset({"adr", "inc", "incident", "postmortem", "record", "md"})
_LISTED = 10


def find_record(view: View, text: str, *labels: NodeLabel) -> Found:
    """The record that `text` names, of these labels or of both kinds.

    Where nothing is called so, the only one whose title, file name or date has all the words. Raises QueryError when
    none or several are meant.
    """
    wanted = labels or _RECORDS
    try:
        return find_node(view, text, *wanted)
    except QueryError:
        if any(view.node(key).label in wanted for _, _, key in view.named(list(lookup_names(text)))):
            raise
        found = _by_words(view, text, wanted)
        if not found:
            raise
        return found


def record_meant(view: View, text: str) -> Found | None:
    """The record that a user means who may name any node; None where another node is meant, or nothing at all.

    Raises QueryError for words that several records have.
    """
    if view.key(text) is None and not view.named(list(lookup_names(text))):
        return _by_words(view, text, _RECORDS)
    try:
        found = find_node(view, text)
    except QueryError:
        return None
    if found.node.label in _RECORDS:
        return found
    if found.node.label is not NodeLabel.DECISION or found.node.id == text:
        return None
    # A record often decides what its title says.
    named = {key for _, _, key in view.named(list(lookup_names(text))) if view.node(key).label in _RECORDS}
    return Found(key := named.pop(), view.node(key)) if len(named) == 1 else None


def _by_words(view: View, text: str, labels: tuple[NodeLabel, ...]) -> Found | None:
    dates, words = set(_DATE.findall(text)), _words(_DATE.sub(" ", text)) - _LABEL_WORDS
    if not (dates or words):
        return None
    matches = [
        (key, node) for key, node in view.labelled(*labels) if words <= _record_words(node) and dates <= _dates(node)
    ]
    if len(matches) > 1:
        listed = [f"  {shown(view, node)}  {node.id}" for _, node in matches[:_LISTED]]
        more = [f"  and {len(matches) - _LISTED} more"] if len(matches) > _LISTED else []
        raise QueryError("\n".join([f"{text!r} fits {len(matches)} records; say which:", *listed, *more]))
    return Found(*matches[0]) if matches else None


def _record_words(node: Node) -> set[str]:
    return _words(_DATE.sub(" ", f"{node.name} {node.properties.get('title', '')} {_file(node)}"))


def _dates(node: Node) -> set[str]:
    return {*_DATE.findall(_file(node)), str(node.properties.get("date", ""))}


def _file(node: Node) -> str:
    return str(node.properties.get("path", "")).rpartition("/")[2]


def _words(text: str) -> set[str]:
    """Words and numbers in small letters, numbers without leading zeros."""
    return {word.lstrip("0") or "0" if word.isdigit() else word for word in _WORD.findall(text.lower())}
