"""AsyncAPI 2 and 3 as exchanges: which message the described application sends or receives on which channel."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from parsed_graph.parser import Artefact
from parsed_graph.syntax.local_reference import MAX_HOPS, at_pointer, local_target, reference_name
from parsed_graph.syntax.structured_document import structured_documents
from parsed_graph.syntax.yaml_document import YamlMapping, YamlValue

_MARK = re.compile(rb"""^[ \t]*["']?asyncapi["']?[ \t]*:|["']asyncapi["']\s*:""", re.M)
MAX_CHOICE_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Exchange:
    """`is_sent` is the application's point of view; None for a channel that no operation uses,
    or that stands in another file: then `channel` is its `$ref`.

    `messages` are pairs of a name and the message, as far as it stands in this document.
    """

    is_sent: bool | None
    address: str
    line: int
    channel: YamlMapping
    operation: YamlMapping
    messages: tuple[tuple[str, YamlMapping], ...]
    protocols: frozenset[str]


def async_contracts(artefact: Artefact) -> Iterator[YamlMapping]:
    """The AsyncAPI documents of a YAML or JSON artefact; files without their mark are never parsed."""
    if b"asyncapi" not in artefact.content or not _MARK.search(artefact.content):
        return
    for document in structured_documents(artefact):
        if isinstance(document, YamlMapping) and document.text("asyncapi")[:1] in ("2", "3"):
            yield document


def exchanges(root: YamlMapping) -> Iterator[Exchange]:
    """What the application exchanges, in the order of the document."""
    return _exchanges_2(root) if root.text("asyncapi").startswith("2") else _exchanges_3(root)


def _exchanges_2(root: YamlMapping) -> Iterator[Exchange]:
    # https://www.asyncapi.com/docs/reference/specification/v2.6.0: `publish` is what others may send to the application.
    channels = root.mapping("channels")
    for address, value in channels.items():
        channel = local_target(root, value)
        if not isinstance(channel, YamlMapping):
            continue
        if channel.text("$ref"):
            yield Exchange(None, address, channels.line_of(address), channel, channel.mapping(""), (), frozenset())
        for word, is_sent in (("publish", False), ("subscribe", True)):
            if word in channel:
                operation = channel.mapping(word)
                messages = tuple(_messages(root, operation.get("message"), ""))
                protocols = _protocols(root, channel)
                yield Exchange(is_sent, address, channel.line_of(word), channel, operation, messages, protocols)


def _exchanges_3(root: YamlMapping) -> Iterator[Exchange]:
    used: set[str] = set()
    operations = root.mapping("operations")
    for name, value in operations.items():
        operation = local_target(root, value)
        if not isinstance(operation, YamlMapping) or operation.text("action") not in ("send", "receive"):
            continue
        is_sent, line = operation.text("action") == "send", operations.line_of(name)
        used.add(operation.mapping("channel").text("$ref"))
        yield from _exchange_3(root, operation, operation, is_sent, line)
        if "reply" in operation:
            reply = local_target(root, operation["reply"])
            if isinstance(reply, YamlMapping) and "channel" in reply:
                used.add(reply.mapping("channel").text("$ref"))
                yield from _exchange_3(root, reply, operation, not is_sent, reply.line_of("channel"))
    channels = root.mapping("channels")
    for key, value in channels.items():
        channel = local_target(root, value)
        if isinstance(channel, YamlMapping) and not any(reference.endswith(f"/{key}") for reference in used):
            yield _exchange_of(root, None, _address(channel, key), channels.line_of(key), channel, channel.mapping(""))


def _exchange_3(
    root: YamlMapping, end: YamlMapping, operation: YamlMapping, is_sent: bool, line: int
) -> Iterator[Exchange]:
    """One end of an operation: itself, or its reply."""
    channel = local_target(root, end.get("channel"))
    if isinstance(channel, YamlMapping):
        key = end.mapping("channel").text("$ref").rpartition("/")[2]
        exchange = _exchange_of(root, is_sent, _address(channel, key), line, channel, operation)
        if "messages" in end:
            messages = tuple(pair for item in end.items_of("messages") for pair in _messages(root, item, ""))
            exchange = replace(exchange, messages=messages)
        yield exchange


def _exchange_of(
    root: YamlMapping, is_sent: bool | None, address: str, line: int, channel: YamlMapping, operation: YamlMapping
) -> Exchange:
    """An exchange of every message of a channel."""
    messages = tuple(pair for key, item in channel.mapping("messages").items() for pair in _messages(root, item, key))
    return Exchange(is_sent, address, line, channel, operation, messages, _protocols(root, channel))


def _address(channel: YamlMapping, key: str) -> str:
    """A null address means that it is only known at run time; one that is left out is the channel's key."""
    return channel.text("address") if "address" in channel else key


def _messages(root: YamlMapping, value: YamlValue, key: str, depth: int = 0) -> Iterator[tuple[str, YamlMapping]]:
    """A message, or each of its `oneOf`, with its name: as it says itself, else as it is filed."""
    filed = key
    for _ in range(MAX_HOPS):
        reference = value.text("$ref") if isinstance(value, YamlMapping) else ""
        filed = reference_name(reference) if reference else filed
        if not reference.startswith("#"):
            break
        value = at_pointer(root, reference[1:])
    if not isinstance(value, YamlMapping) or depth > MAX_CHOICE_DEPTH:
        return
    for choice in value.items_of("oneOf"):
        yield from _messages(root, choice, "", depth + 1)
    if "oneOf" not in value:
        traits = (local_target(root, trait) for trait in value.items_of("traits"))
        inherited = (trait.text("name") for trait in traits if isinstance(trait, YamlMapping))
        yield value.text("name") or next(filter(None, inherited), "") or filed, value


def _protocols(root: YamlMapping, channel: YamlMapping) -> frozenset[str]:
    """The protocols of a channel's servers, of all servers where it names none."""
    servers = root.mapping("servers")
    named = {text for text, _ in channel.items_of("servers").texts()}
    named |= {item.text("$ref").rpartition("/")[2] for item in channel.items_of("servers").mappings()}
    chosen = [local_target(root, value) for name, value in servers.items() if name in named or not named]
    found = {server.text("protocol").lower() for server in chosen if isinstance(server, YamlMapping)}
    return frozenset(found - {""})
