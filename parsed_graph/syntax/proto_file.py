"""Protocol Buffers source as packages, messages, enums and services with their lines; broken statements are passed over.

An own reader: thirty times as fast as an ANTLR grammar in Python, with line numbers, and it survives any input.
https://protobuf.dev/reference/protobuf/proto3-spec/: versions 2, 3 and editions differ in nothing that is read here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from parsed_graph.syntax.proto_options import MAX_DEPTH, Option, read_option
from parsed_graph.syntax.proto_tokens import ProtoCursor

MAX_PROBLEMS = 10


@dataclass(frozen=True, slots=True)
class ProtoField:
    """`type` is as written; `label` is repeated, optional, required, map (of `type`) or ""."""

    name: str
    number: str
    type: str
    label: str


@dataclass(slots=True)
class ProtoMessage:
    """`name` is fully qualified. `comment` is what stands before it."""

    name: str
    line: int
    comment: str = ""
    fields: list[ProtoField] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ProtoMethod:
    """`request` and `response` are types as written."""

    name: str
    line: int
    request: str
    response: str
    streams_request: bool
    streams_response: bool
    options: list[Option]


@dataclass(slots=True)
class ProtoService:
    """`name` is fully qualified."""

    name: str
    line: int
    methods: list[ProtoMethod] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)


@dataclass(slots=True)
class ProtoFile:
    """What a file declares, messages and enums by full name. `problems`: lines where the language's rules end, and what stands there."""

    package: str = ""
    messages: dict[str, ProtoMessage] = field(default_factory=dict)
    enums: dict[str, list[str]] = field(default_factory=dict)
    services: list[ProtoService] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)

    def full_name(self, type_name: str, scope: str) -> str:
        """The declaration that a type means inside a message or service; the type itself if it is none of this file."""
        if type_name.startswith("."):
            return type_name[1:]
        while scope:
            name = f"{scope}.{type_name}"
            if name in self.messages or name in self.enums:
                return name
            scope = scope.rpartition(".")[0]
        return type_name


def read_proto(text: str) -> ProtoFile:
    """What a .proto file declares. Never raises."""
    return _Reader(ProtoCursor(text)).read()


class _Reader:
    def __init__(self, cursor: ProtoCursor) -> None:
        self.cursor = cursor
        self.file = ProtoFile()

    def read(self) -> ProtoFile:
        while not self.cursor.is_at_end:
            word = self.cursor.next()
            if word == "package":
                self.file.package = self.cursor.next()
            elif word == "message":
                self.message(self.file.package, 0)
            elif word == "enum":
                self.enum(self.file.package)
            elif word == "service":
                self.service()
            elif word in ("import", "syntax", "edition", "option", "extend"):
                self.cursor.skip_statement()
            elif word not in (";", "export", "local"):
                self.refuse(word)
        return self.file

    def message(self, scope: str, depth: int) -> None:
        start = self.cursor.at - 1
        name = _joined(scope, self.cursor.next())
        found = ProtoMessage(name, self.cursor.line(start), self.cursor.comments.get(start, ""))
        self.file.messages[name] = found
        self.members(found, depth)

    def members(self, message: ProtoMessage, depth: int) -> None:
        """Everything between a message's braces, or those of a `oneof` in it."""
        if depth > MAX_DEPTH:
            self.cursor.skip_statement()
            return
        for word in self.statements():
            opens = self.cursor.peek(1) == "{"
            if word == "message" and opens:
                self.message(message.name, depth + 1)
            elif word == "enum" and opens:
                self.enum(message.name)
            elif word == "oneof" and opens:
                self.cursor.next()
                self.members(message, depth + 1)
            elif word == "option":
                message.options.append(read_option(self.cursor))
            elif word in ("reserved", "extensions", "extend"):
                self.cursor.skip_statement()
            elif word != ";":
                self.field(message, word, depth)

    def field(self, message: ProtoMessage, word: str, depth: int) -> None:
        """`repeated Item items = 2 [deprecated = true];`, from its first word."""
        cursor, label = self.cursor, ""
        if word in ("optional", "required", "repeated"):
            label, word = word, cursor.next()
        if word == "map" and cursor.peek() == "<":
            label, word = "map", cursor.peek(3)
            cursor.at += 5
        while label != "map" and cursor.peek().startswith("."):  # A long type name may be broken at its dots.
            word += cursor.next()
        start, name = cursor.at, cursor.next()
        if not name.isidentifier() or not cursor.takes("="):
            self.refuse(name)
            return
        message.fields.append(ProtoField(name, cursor.next(), word, label))
        if word != "group":
            cursor.skip_statement()
            return
        group = ProtoMessage(_joined(message.name, name), cursor.line(start))
        message.fields[-1] = ProtoField(name.lower(), message.fields[-1].number, name, label)
        self.file.messages[group.name] = group
        while not cursor.is_at_end and cursor.peek() not in ("{", "}", ";"):
            cursor.next()
        self.members(group, depth + 1)

    def enum(self, scope: str) -> None:
        values = self.file.enums.setdefault(_joined(scope, self.cursor.next()), [])
        for word in self.statements():
            if word not in ("option", "reserved") and self.cursor.peek() == "=":
                values.append(word)
            if word != ";":
                self.cursor.skip_statement()

    def service(self) -> None:
        line = self.cursor.line(self.cursor.at - 1)
        found = ProtoService(_joined(self.file.package, self.cursor.next()), line)
        self.file.services.append(found)
        for word in self.statements():
            if word == "rpc":
                self.method(found)
            elif word == "option":
                found.options.append(read_option(self.cursor))
            elif word != ";":
                self.refuse(word)

    def method(self, service: ProtoService) -> None:
        """`Place (OrderRequest) returns (stream Order) { option … }`, from its name."""
        line, name = self.cursor.line(self.cursor.at - 1), self.cursor.next()
        request, streams_request = self.method_type()
        returns = self.cursor.takes("returns")
        response, streams_response = self.method_type()
        if not (returns and request and response):
            self.refuse(name)
            return
        options: list[Option] = []
        if self.cursor.peek() == "{":
            options += (read_option(self.cursor) for word in self.statements() if word == "option")
        found = ProtoMethod(name, line, request, response, streams_request, streams_response, options)
        service.methods.append(found)

    def method_type(self) -> tuple[str, bool]:
        if not self.cursor.takes("("):
            return "", False
        word = self.cursor.next()
        streams = word == "stream" and self.cursor.peek() != ")"
        if streams:
            word = self.cursor.next()
        return (word, streams) if self.cursor.takes(")") else ("", False)

    def statements(self) -> Iterator[str]:
        """The first word of each statement of a block; whoever takes it reads the rest of the statement."""
        if not self.cursor.takes("{"):
            self.refuse(self.cursor.peek())
            return
        while not self.cursor.is_at_end:
            word = self.cursor.next()
            if word == "}":
                return
            yield word
        self.refuse("end of file")

    def refuse(self, word: str) -> None:
        if len(self.file.problems) < MAX_PROBLEMS:
            self.file.problems.append((self.cursor.line(self.cursor.at - 1), word[:40]))
        self.cursor.skip_statement()


def _joined(scope: str, name: str) -> str:
    return f"{scope}.{name}" if scope else name
