"""Protocol Buffers messages as shape text: `Order{id#1:string,items#2:array<Item{sku#1:string}>}`; field numbers are part of the name."""

from parsed_graph.syntax.proto_file import ProtoField, ProtoFile, ProtoMessage
from parsed_graph.syntax.shape_text import MAX_FIELDS, MAX_VALUES, field_text, generic_text, nested_text, object_text

MAX_DEPTH = 4
MAX_PARTS = 2000
"""How many fields one shape may go through; beyond them, types stand as their name."""


class ProtoShapes:
    """Shapes of the messages of one file."""

    def __init__(self, file: ProtoFile) -> None:
        self._file = file
        self._known: dict[str, str] = {}
        self._left = 0

    def text(self, type_name: str, scope: str, *, streams: bool = False) -> str:
        """The shape of a type as seen from a service; a type of another file is its name."""
        full = self._file.full_name(type_name, scope)
        if full not in self._known:
            self._left = MAX_PARTS
            self._known[full] = self._text(full, 0, ())
        return generic_text("stream", [self._known[full]]) if streams else self._known[full]

    def fields(self, message: ProtoMessage) -> tuple[str, ...]:
        """The fields of a message, each as field text, in the order of the file."""
        self._left = MAX_PARTS
        return tuple(self._field_text(item, message, 1, (message.name,)) for item in message.fields)

    def _text(self, full: str, depth: int, above: tuple[str, ...]) -> str:
        values = self._file.enums.get(full)
        if values is not None:
            return generic_text("enum", values[: MAX_VALUES + 1])
        message = self._file.messages.get(full)
        name = full.removeprefix(f"{self._file.package}.") if message else full
        if message is None or depth > MAX_DEPTH or full in above or self._left <= 0:
            return name
        items = message.fields[: MAX_FIELDS + 1]
        text = object_text(name, [self._field_text(item, message, depth + 1, (*above, full)) for item in items])
        return nested_text(text, name) if depth else text

    def _field_text(self, item: ProtoField, message: ProtoMessage, depth: int, above: tuple[str, ...]) -> str:
        self._left -= 1
        text = self._text(self._file.full_name(item.type, message.name), depth, above)
        if item.label in ("repeated", "map"):
            text = generic_text("array" if item.label == "repeated" else "map", [text])
        return field_text(f"{item.name}#{item.number}", text, required=item.label == "required")
