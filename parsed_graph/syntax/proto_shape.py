"""Protocol Buffers messages as shape text: `Order{id#1:string,items#2:array<Item{sku#1:string}>}`; field numbers are part of the name."""

from parsed_graph.syntax.proto_file import ProtoField, ProtoFile, ProtoMessage
from parsed_graph.syntax.shape_text import MAX_VALUES, field_text, generic_text, nested_text, object_text

MAX_DEPTH = 4
MAX_MESSAGES = 500
"""How many messages one shape may go through; beyond them, names stand alone."""


def message_shape(file: ProtoFile, type_name: str, scope: str, *, streams: bool = False) -> str:
    """The shape of a type as seen from a service; a type of another file is its name."""
    shape = _Shapes(file).type_text(type_name, scope, 0, ())
    return generic_text("stream", [shape]) if streams else shape


def field_shapes(file: ProtoFile, message: ProtoMessage) -> tuple[str, ...]:
    """The fields of a message, each as field text, in the order of the file."""
    shapes = _Shapes(file)
    return tuple(shapes.field_text(item, message, 1, (message.name,)) for item in message.fields)


class _Shapes:
    def __init__(self, file: ProtoFile) -> None:
        self.file = file
        self.left = MAX_MESSAGES

    def type_text(self, type_name: str, scope: str, depth: int, above: tuple[str, ...]) -> str:
        full = self.file.full_name(type_name, scope)
        values = self.file.enums.get(full)
        if values is not None:
            return generic_text("enum", values[: MAX_VALUES + 1])
        message = self.file.messages.get(full)
        name = full.removeprefix(f"{self.file.package}.") if message else full
        if message is None or depth > MAX_DEPTH or full in above or self.left <= 0:
            return name
        self.left -= 1
        fields = [self.field_text(item, message, depth + 1, (*above, full)) for item in message.fields]
        text = object_text(name, fields)
        return nested_text(text, name) if depth else text

    def field_text(self, item: ProtoField, message: ProtoMessage, depth: int, above: tuple[str, ...]) -> str:
        text = self.type_text(item.type, message.name, depth, above)
        if item.label in ("repeated", "map"):
            text = generic_text("array" if item.label == "repeated" else "map", [text])
        return field_text(f"{item.name}#{item.number}", text, required=item.label == "required")
