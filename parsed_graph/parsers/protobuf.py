"""Protocol Buffers: each RPC is an ApiDecl, and one more for each `google.api.http` rule; messages marked as events are EventDecls."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from parsed_graph.facts import ApiDecl, EventDecl, Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.message_version import version_in
from parsed_graph.syntax.proto_file import ProtoMessage, ProtoMethod, ProtoService, read_proto
from parsed_graph.syntax.proto_options import OptionValue
from parsed_graph.syntax.proto_shape import ProtoShapes
from parsed_graph.syntax.proto_tokens import LAYOUT
from parsed_graph.syntax.unclosed import unclosed

_HTTP_RULE = "google.api.http"
_HTTP_METHODS = frozenset({"get", "put", "post", "delete", "patch"})
_EVENT_OPTION = re.compile(
    r"(?:^|[._])(?:is_|cloud_)?event(?:_type|_name|_topic)?\)?$|(?:^|[._])(?:kafka_)?topic(?:_name)?\)?$"
)
_EVENT_TAG = re.compile(
    r"@event\b|@topic[ \t:=]+[\"'`]?([\w./-]+)|^[ \t/*]*(?:kafka )?topic:[ \t]*[\"'`]?([\w./-]+)", re.I | re.M
)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Who imports, registers or dials a service is said elsewhere: the file alone makes nobody its provider."""
    file = read_proto(artefact.text)
    version = version_in(f"{file.package}.")
    shapes = ProtoShapes(file)
    for service in file.services:
        for method in service.methods:
            call = _call(artefact, service, method, version, shapes)
            yield call
            for verb, template in dict.fromkeys(_http_rules(method)):
                path = _http_path(template)
                yield replace(call, protocol="http", method=verb, path=path, operation_id=method.name)
    for message in file.messages.values():
        yield from _event(artefact, message, version, shapes)
    for line, word in file.problems:
        yield Incomplete("malformed-contract", f"unexpected {word!r}", SourceSpan(artefact.path, line))
    if not file.problems:
        yield from unclosed(artefact.path, artefact.text, LAYOUT)


def _call(artefact: Artefact, service: ProtoService, method: ProtoMethod, version: str, shapes: ProtoShapes) -> ApiDecl:
    hosts = (value for name, value in service.options if name == "(google.api.default_host)" and isinstance(value, str))
    return ApiDecl(
        "grpc",
        service.name,
        method.name,
        f"/{service.name}/{method.name}",
        SourceSpan(artefact.path, method.line),
        version=version,
        request=shapes.text(method.request, service.name, streams=method.streams_request),
        response=shapes.text(method.response, service.name, streams=method.streams_response),
        servers=tuple(hosts),
    )


def _http_rules(method: ProtoMethod) -> Iterator[tuple[str, str]]:
    """https://cloud.google.com/endpoints/docs/grpc/transcoding: one rule, `additional_bindings`, `custom` verbs."""
    for name, value in method.options:
        if name == f"({_HTTP_RULE})":
            yield from _rules(value)
        elif name.startswith(f"({_HTTP_RULE})."):
            yield from _rules([(name.rpartition(".")[2], value)])


def _rules(value: OptionValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        return
    for name, inner in value:
        if name in _HTTP_METHODS and isinstance(inner, str) and inner.startswith("/"):
            yield name.upper(), inner
        elif name == "additional_bindings":
            yield from _rules(inner)
        elif name == "custom" and not isinstance(inner, str):
            parts = {key: text for key, text in inner if isinstance(text, str)}
            if parts.get("path", "").startswith("/"):
                yield {"*": "ANY"}.get(parts.get("kind", ""), parts.get("kind", "ANY").upper()), parts["path"]


def _http_path(template: str) -> str:
    """`/v1/{name=shelves/*/books/*}:publish` is `/v1/shelves/{name}/books/{name}:publish`."""

    def expand(match: re.Match[str]) -> str:
        name, _, pattern = match[1].partition("=")
        segments = pattern.split("/") if pattern else ["*"]
        return "/".join(f"{{{name}}}" if segment == "*" else segment for segment in segments)

    return re.sub(r"\{([^{}]*)\}", expand, template)


def _event(artefact: Artefact, message: ProtoMessage, version: str, shapes: ProtoShapes) -> Iterator[EventDecl]:
    """Only what an option or a comment calls an event: most messages are requests and replies."""
    stated = [
        (name, value)
        for name, value in message.options
        if _EVENT_OPTION.search(name) and isinstance(value, str) and value != "false"
    ]
    tags = list(_EVENT_TAG.finditer(message.comment))
    if stated or tags:
        topics = [value for name, value in stated if "topic" in name]
        topics += (topic for tag in tags for topic in tag.groups() if topic)
        span, uri = SourceSpan(artefact.path, message.line), f"{artefact.path}#{message.name}"
        yield EventDecl(message.name, span, version, uri, topics[0] if topics else "", shapes.fields(message))


PARSER = Parser("protobuf", patterns=("*.proto",), parse=parse)
