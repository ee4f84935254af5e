"""Protocol Buffers: each RPC is an ApiDecl, and one more for each `google.api.http` rule; messages marked as events are EventDecls."""

import re
from collections.abc import Iterator

from parsed_graph.facts import ApiDecl, EventDecl, Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.message_version import version_in
from parsed_graph.syntax.proto_file import ProtoFile, ProtoMessage, ProtoMethod, ProtoService, read_proto
from parsed_graph.syntax.proto_options import OptionValue
from parsed_graph.syntax.proto_shape import field_shapes, message_shape

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
    for service in file.services:
        hosts = tuple(
            value for name, value in service.options if name == "(google.api.default_host)" and isinstance(value, str)
        )
        for method in service.methods:
            yield from _declarations(artefact, file, service, method, version, hosts)
    for message in file.messages.values():
        yield from _event(artefact, file, message, version)
    for line, word in file.problems:
        yield Incomplete("malformed-contract", f"unexpected {word!r}", SourceSpan(artefact.path, line))


def _declarations(
    artefact: Artefact,
    file: ProtoFile,
    service: ProtoService,
    method: ProtoMethod,
    version: str,
    hosts: tuple[str, ...],
) -> Iterator[ApiDecl]:
    span = SourceSpan(artefact.path, method.line)
    request = message_shape(file, method.request, service.name, streams=method.streams_request)
    response = message_shape(file, method.response, service.name, streams=method.streams_response)
    path = f"/{service.name}/{method.name}"
    yield ApiDecl(
        "grpc",
        service.name,
        method.name,
        path,
        span,
        version=version,
        request=request,
        response=response,
        servers=hosts,
    )
    for verb, template in dict.fromkeys(_http_rules(method)):
        yield ApiDecl(
            "http", service.name, verb, _http_path(template), span, operation_id=method.name,
            version=version, request=request, response=response, servers=hosts,
        )  # fmt: skip


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


def _event(artefact: Artefact, file: ProtoFile, message: ProtoMessage, version: str) -> Iterator[EventDecl]:
    """Only what an option or a comment calls an event: most messages are requests and replies."""
    options = {name: value for name, value in message.options if _EVENT_OPTION.search(name) and isinstance(value, str)}
    tags = list(_EVENT_TAG.finditer(message.comment))
    stated = {name: value for name, value in options.items() if value != "false"}
    if not stated and not tags:
        return
    topics = [value for name, value in stated.items() if "topic" in name]
    topics += [topic for tag in tags for topic in tag.groups() if topic]
    span = SourceSpan(artefact.path, message.line)
    uri = f"{artefact.path}#{message.name}"
    fields = field_shapes(file, message)
    yield EventDecl(message.name, span, version, uri, topics[0] if topics else "", fields)


PARSER = Parser("protobuf", patterns=("*.proto",), parse=parse)
