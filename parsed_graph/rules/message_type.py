"""Names the message type that an expression, a parameter or a type argument carries: `KafkaTemplate<String, OrderCreatedV2>` is OrderCreated, version 2.

Works on declared types as written, and so alike for Java, Kotlin and Scala.
"""

import re
from typing import NamedTuple

from tree_sitter import Node

from parsed_graph.rules.call_index import call_index, unwrap
from parsed_graph.syntax.message_version import version_in, without_version
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax


class Event(NamedTuple):
    """A message type: its class name without the version, and the version ("" where the code names none)."""

    name: str = ""
    version: str = ""


NO_EVENT = Event()

_PLAIN = frozenset(
    """Object Any AnyRef Unit Void void String CharSequence Integer Int Long Short Byte Double Float Boolean Character Char
    BigDecimal BigInteger Number UUID Instant LocalDate LocalDateTime ZonedDateTime OffsetDateTime Date Duration Bytes
    ByteBuffer ByteArray ByteString InputStream File JsonNode ObjectNode ArrayNode JSONObject JsonObject JsonElement JSONArray
    Map HashMap Serializable GenericRecord GenericData IndexedRecord SpecificRecord SpecificRecordBase MessageLite byte
    int long short char double float boolean var val Nothing Exception Throwable Class T K V E R""".split()
)
_PLUMBING = frozenset(
    """Acknowledgment MessageHeaders Channel Consumer Session Headers MessageHeaderAccessor ConsumerRecordMetadata
    MessageProperties AcknowledgeablePubsubMessage BasicAcknowledgeablePubsubMessage PubsubMessage TextMessage
    BytesMessage ObjectMessage MapMessage StreamMessage Acknowledgement QueueMessageVisibility Visibility BatchAcknowledgement
    ReceiverOffset Principal Context ProcessorContext Consumed Produced Delivery Envelope BasicProperties
    RecordMetadata SendResult MessageBuilder CorrelationData MessagePostProcessor""".split()
)
# Value or element types: the last type argument is what they carry.
_WRAPPERS = frozenset(
    """Message GenericMessage ErrorMessage ConsumerRecord ConsumerRecords ProducerRecord ReceiverRecord SenderRecord List
    Collection Iterable Set ArrayList Flux Mono Flow Publisher Multi Uni Optional KStream KTable GlobalKTable Record
    CloudEvent Supplier Function Consumer BiFunction KafkaRecord OutgoingKafkaRecord IncomingKafkaRecord Seq Emitter
    MutinyEmitter ConvertedAcknowledgeablePubsubMessage ConvertedBasicAcknowledgeablePubsubMessage""".split()
)
_CLASS = re.compile(r"^[A-Z]\w*$")
_SERIALISERS = frozenset(
    """writeValueAsString writeValueAsBytes toJson toJsonString toJSONString toJSONBytes encodeToString serialize
    convertValue valueToTree withPayload fromSupplier toMessage createMessage""".split()
)
_MAKERS = frozenset("builder newBuilder of from create just justOrEmpty".split())
_CARRIERS = frozenset("GenericMessage ObjectMessage SenderRecord ProducerRecord Message CommonMessage".split())
_DECLARATION = re.compile(
    r"([A-Z][\w.]*<[^=;{}]{1,150}>)\s+\w+\s*=\s*$|\w+\s*:\s*([A-Z][\w.]*<[^=;{}]{1,150}>)\s*=\s*$"
)
MAX_STEPS = 6
MAX_FUNCTION = 100_000
"""How many bytes of a function are searched for declarations."""
_TYPE = rb"[A-Z][\w.]*(?:[<\[][\w.<>\[\]?, ]{0,120}[>\]])?(?:\[\])?"
# Text in quotes and comments is passed over; `Type name =` is Java's, `name: Type` Kotlin's and Scala's form.
_LOCAL = re.compile(
    rb"\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*"
    rb"|\b(?P<name>\w+)\s*:\s*(?P<type>" + _TYPE + rb")"
    rb"|\b(?P<type2>" + _TYPE + rb")\s+(?P<name2>\w+)\s*[=;:,)]"
)


def event_of_type(type_text: str, file: SourceFile) -> Event:
    """The event in a declared type, seen through wrappers (`List<Message<OrderCreated>>`); plain and framework types are none."""
    for _ in range(MAX_STEPS):
        head, arguments = split_type(type_text)
        name = head.rpartition(".")[2]
        if name in _WRAPPERS and arguments:
            type_text = arguments[-1]
        elif name in _WRAPPERS or name in _PLAIN or name in _PLUMBING or not _CLASS.match(name) or len(name) == 1:
            return NO_EVENT
        else:
            return _versioned(name, file.imports.get(name, head))
    return NO_EVENT


def event_of_arguments(type_text: str, file: SourceFile) -> Event:
    """The event in the last type argument: of `KafkaTemplate<String, OrderCreated>`, `JpaRepository` style types."""
    _, arguments = split_type(type_text)
    return event_of_type(arguments[-1], file) if arguments else NO_EVENT


def event_of_parameters(function: FunctionSyntax | None, file: SourceFile) -> Event:
    """The event that a listener method takes: its first parameter that is no plain or framework type."""
    for type_text in function.parameters.values() if function else ():
        event = event_of_type(type_text, file)
        if event.name:
            return event
    return NO_EVENT


def event_of(node: Node | None, call: CallSyntax, file: SourceFile) -> Event:
    """The event that an expression inside `call` evaluates to: a variable, a creation, a builder, something serialised."""
    return _event_of(node, call.function, call.owner, file, MAX_STEPS)


def declared_type(name: str, call: CallSyntax, file: SourceFile) -> str:
    """The declared type of a variable as written, type arguments included; "" where the file does not say."""
    return _declared(name, call.node.start_byte, call.function, call.owner, file)


def receiver_declared_type(call: CallSyntax, file: SourceFile) -> str:
    """The declared type of what a method is called on: `KafkaTemplate<String, Order>`."""
    name = file.text(call.receiver).removeprefix("this.") if call.receiver is not None else ""
    return declared_type(name, call, file) if name.isidentifier() else ""


def assigned_type(call: CallSyntax, file: SourceFile) -> str:
    """The declared type of the variable that a chain is assigned to: `KStream<String, Order> orders = builder.stream(…)`."""
    start = call_index(file).receivers(call)[0].node.start_byte
    receiver = call_index(file).receivers(call)[0].receiver
    start = receiver.start_byte if receiver is not None else start
    before = file.source[max(0, start - 200) : start].decode("utf-8", "replace")
    match = _DECLARATION.search(before)
    return (match.group(1) or match.group(2)) if match else ""


def split_type(type_text: str) -> tuple[str, list[str]]:
    """`a.Message<List<B>, C>` -> (`a.Message`, [`List<B>`, `C`]); wildcards, variance, nullability and arrays dropped."""
    text = type_text.strip().removesuffix("...").strip(" ?*&").removesuffix("[]").strip()
    for word in ("extends ", "super ", "out ", "in ", "final "):
        text = text.removeprefix(word)
    text = text.replace("[", "<").replace("]", ">") if "<" not in text else text  # Scala writes List[Order].
    head, opened, rest = text.partition("<")
    return head.strip(), _split_arguments(rest.rpartition(">")[0]) if opened else []


def _split_arguments(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        if character in "<(":
            depth += 1
        elif character in ">)":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _versioned(name: str, qualified: str) -> Event:
    return Event(without_version(name), version_in(name, qualified))


def _event_of(
    node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None, file: SourceFile, steps: int
) -> Event:
    node = unwrap(node)
    if node is None or steps == 0:
        return NO_EVENT
    call = call_index(file).at(node)
    if call is not None:
        return _event_of_call(call, file, steps - 1)
    name = file.text(node).removeprefix("this.")
    if not name.isidentifier():
        return NO_EVENT
    type_text = _declared(name, node.start_byte, function, owner, file)
    if type_text:
        event = event_of_type(type_text, file)
        if event.name or split_type(type_text)[0] not in ("String", "byte", "Message", "ByteString"):
            return event
    for origin in reversed(call_index(file).assigned(name, function, owner)):
        event = _event_of_call(origin, file, steps - 1)
        if event.name:
            return event
    return NO_EVENT


def _event_of_call(call: CallSyntax, file: SourceFile, steps: int) -> Event:
    """`new X(…)`, `X(…)`, `X.builder()…`, `mapper.writeValueAsString(x)`, `MessageBuilder.withPayload(x).build()`, `toEvent(x)`."""
    links = call_index(file).receivers(call)
    # `new ObjectMapper().writeValueAsString(x)`: what serialises is no message, though it is new.
    for link in links:
        if link.name in _SERIALISERS or (link.name in _CARRIERS and link.is_new):
            return _event_carried(link, file, steps)
    made = next((link for link in links if link.is_new), None)
    if made is not None:
        return event_of_type(made.name, file)
    root = links[0]
    if root.receiver is None and _CLASS.match(root.name):  # Kotlin and Scala create without `new`.
        return event_of_type(root.name, file)
    if root.name in _MAKERS:
        event = event_of_type(file.text(root.receiver), file)
        return event if event.name else _event_carried(root, file, steps)
    return _event_returned(call, file) if root is call and root.receiver is None else NO_EVENT


def _event_carried(call: CallSyntax, file: SourceFile, steps: int) -> Event:
    for argument in reversed(call.arguments):
        event = _event_of(argument.node, call.function, call.owner, file, steps)
        if event.name:
            return event
    return NO_EVENT


def _event_returned(call: CallSyntax, file: SourceFile) -> Event:
    for function in call_index(file).functions(call.name):
        if function.owner is call.owner:
            return event_of_type(function.return_type, file)
    return NO_EVENT


def _declared(
    name: str, before: int, function: FunctionSyntax | None, owner: TypeSyntax | None, file: SourceFile
) -> str:
    if function is not None:
        if function.parameters.get(name):
            return function.parameters[name]
        local = _declared_local(name, before, function, file)
        if local:
            return local
    while owner is not None:
        if owner.fields.get(name):
            return owner.fields[name]
        owner = owner.outer
    return ""


def _declared_local(name: str, before: int, function: FunctionSyntax, file: SourceFile) -> str:
    """The type of the last local declaration of this name before a place."""
    found = [type_text for position, type_text in _locals(function, file).get(name, ()) if position < before]
    return found[-1] if found else ""


def _locals(function: FunctionSyntax, file: SourceFile) -> dict[str, list[tuple[int, str]]]:
    """Name -> the declarations of it in a function, as (byte, type), read at once and kept for the file that is being read."""
    if _kept.file is not file:
        _kept.file, _kept.functions = file, {}
    known = _kept.functions.get(function.node.id)
    if known is None:
        known = _kept.functions[function.node.id] = {}
        start = function.node.start_byte
        for match in _LOCAL.finditer(file.source, start, min(function.node.end_byte, start + MAX_FUNCTION)):
            name, type_text = (match["name"], match["type"]) if match["name"] else (match["name2"], match["type2"])
            if name:
                place = (match.start(), type_text.decode("utf-8", "replace"))
                known.setdefault(name.decode("utf-8", "replace"), []).append(place)
    return known


class _Kept:
    file: SourceFile | None = None
    functions: dict[int, dict[str, list[tuple[int, str]]]] = {}


_kept = _Kept()
