"""Names the event that a message carries in Go: the struct that is marshalled into it."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.rules.message_type import NO_EVENT, Event
from parsed_graph.rules.script_events import named_event
from parsed_graph.syntax.source_file import SourceFile

MAX_STEPS = 6
_CARRYING = frozenset(
    """Marshal MarshalIndent MarshalJSON Encode Encoder ByteEncoder StringEncoder NewBuffer NewBufferString NewReader
    NewMessage NewMsg Serialize ToJSON ToBytes MustMarshal JSON""".split()
)
_PLUMBING = frozenset(
    """Message Msg ProducerMessage Publishing PublishingData Time Duration Context Buffer Reader Writer Request Response
    Client Server Config Builder Encoder Error UUID Values RawMessage Map Envelope Data Payload""".split()
)


def event_in(node: Node | None, file: SourceFile) -> Event:
    """The event in a message's value, seen through serialisation; none where the file does not name it."""
    for _ in range(MAX_STEPS):
        if node is None:
            return NO_EVENT
        made = file.origin(node)
        if made is not None and not made.is_new and made.name in _CARRYING and made.arguments:
            node = made.arguments[0].node
            continue
        return _named(made.name if made is not None and made.is_new else file.type_of(node).rpartition(".")[2])
    return NO_EVENT


def _named(name: str) -> Event:
    return named_event(name) if name[:1].isupper() and name not in _PLUMBING else NO_EVENT
