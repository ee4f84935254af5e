"""Names the event that a message carries in scripting languages: the class that it is made from, or what the message calls its own type."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.rules.message_type import NO_EVENT, Event
from parsed_graph.rules.script_arguments import entry_of, literal_text, members, object_entries
from parsed_graph.syntax.message_version import version_in, without_version
from parsed_graph.syntax.source_file import SourceFile

MAX_STEPS = 5
_SERIALISERS = frozenset(
    """dumps stringify from dict json model_dump model_dump_json to_json asdict encode serialize pack packb tobytes
    SerializeToString toJSON toBuffer bytes Buffer parse copy""".split()
)
_TYPE_KEYS = ("eventType", "event_type", "eventName", "event_name", "detail-type", "DetailType", "type", "event")
_TYPE = re.compile(r"^[A-Z]\w{3,60}$|^[a-z][\w-]*(\.[\w-]+)+$")
_PLAIN = frozenset(
    "Message Buffer Date Error String Object Map Set Array Number Promise Exception BytesIO Decimal".split()
)


def event_in(node: Node | None, file: SourceFile) -> Event:
    """The event in a message's value, seen through serialisation; none where the file does not name it."""
    for _ in range(MAX_STEPS):
        if node is None:
            return NO_EVENT
        entries = object_entries(node, file)
        if entries:
            return _typed(entries, file)
        made = file.origin(node)
        if made is None:
            return NO_EVENT
        if made.name in _SERIALISERS:
            # Python encodes the string that `encode` is called on, JavaScript the one that it is given.
            is_given = bool(made.arguments) and not (made.name == "encode" and file.language == "python")
            node = made.arguments[0].node if is_given else made.receiver
            continue
        return _named(made.name) if made.name[:1].isupper() and made.name not in _PLAIN else NO_EVENT
    return NO_EVENT


def event_of_messages(node: Node | None, file: SourceFile) -> Event:
    """The event of a list of `{ key, value }` messages."""
    for member in members(node, file):
        event = event_in(entry_of(member, file, "value", "data", "Body", "body"), file)
        if event.name:
            return event
    return NO_EVENT


def named_event(text: str) -> Event:
    """The event of this name, its version apart."""
    return Event(without_version(text), version_in(text))


def _named(name: str) -> Event:
    return NO_EVENT if name.isupper() else named_event(name)


def _typed(entries: dict[str, Node], file: SourceFile) -> Event:
    for key in _TYPE_KEYS:
        if key in entries:
            text = literal_text(entries[key], file)
            if _TYPE.match(text):
                return named_event(text)
    return NO_EVENT
