"""Spring's fluent clients, WebClient and RestClient: `client.get().uri("/orders/{id}", id).retrieve()` is a call at its `uri`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ConstDecl, Fact, HttpCall, Text, Unknown
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.client_base import (
    base_urls,
    bean_base,
    bean_names,
    bean_reference,
    configured_bases,
    root_name,
)
from parsed_graph.rules.http_paths import HTTP_METHODS, http_method, joined_path, path_values, starts_relative
from parsed_graph.syntax.nodes import named
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

SPEC_TYPES = (
    "RequestHeadersUriSpec",
    "RequestBodyUriSpec",
    "UriSpec",
)
_LAMBDAS = frozenset(("lambda_expression", "lambda_literal", "annotated_lambda"))
_SHOWN = {"WebClient": "web-client", "RestClient": "rest-client"}
_MAX_VARIABLES = 4


def client_of(call: CallSyntax, file: SourceFile) -> str:
    """Which of the two clients a call is on: as its receiver is declared or made, else the one that the file imports."""
    link: CallSyntax | None = call
    for _ in range(_MAX_VARIABLES):
        if link is None:
            break
        if link.receiver_type in _SHOWN:
            return link.receiver_type
        name = root_name(call_index(file).receivers(link), file)
        declared = _declared(name, link, file)
        if declared:
            return declared
        link = next(iter(call_index(file).assigned(name, link.function, link.owner)), None)
    if file.imports_any(("org.springframework.web.reactive",)):
        return "WebClient"
    # RestTemplate lies in the same package.
    is_rest = "RestClient" in file.imports or "org.springframework.web.client" in file.imported
    return "RestClient" if is_rest else ""


def request(call: CallSyntax, file: SourceFile, client: str) -> Iterator[Fact]:
    """The `uri` of a request, if it is on this client."""
    if client_of(call, file) != client:
        return
    method = _method(call, file)
    for url in _urls(call.argument(position=0), call, file):
        for whole in _with_base(url, call, file):
            yield HttpCall(method, whole, file.span(call.line), _SHOWN[client], call.caller)


def bare_request(call: CallSyntax, file: SourceFile, client: str) -> Iterator[Fact]:
    """A request that is sent to the base address itself: its chain has no `uri`."""
    chain = call_index(file).receivers(call)
    if any(link.name == "uri" for link in chain) or client_of(call, file) != client:
        return
    methods = [link for link in chain if link.name.upper() in HTTP_METHODS or link.name == "method"]
    for base in base_urls(call, file) if methods and len(chain) > 1 else ():
        if base:
            method = http_method(methods[0].node, file) if methods[0].name == "method" else methods[0].name.upper()
            yield HttpCall(method, base, file.span(call.line), _SHOWN[client], call.caller)


def bean(annotation: AnnotationSyntax, file: SourceFile, types: tuple[str, ...]) -> Iterator[Fact]:
    """The base address of a client that a `@Bean` method builds."""
    function = annotation.on_function
    if function is None or function.return_type.partition("<")[0] not in types:
        return
    for base in configured_bases(call_index(file).inside(function), file):
        for name in bean_names(function, file):
            yield ConstDecl(bean_base(file.path, name), base, file.span(annotation.line))


def _declared(name: str, call: CallSyntax, file: SourceFile) -> str:
    """The client that the declared type of a parameter or field names: `WebClient.Builder`, `RestClient.RequestBodyUriSpec`."""
    written = call.function.parameters.get(name, "") if call.function is not None else ""
    owner = call.owner
    while not written and owner is not None:
        written, owner = owner.fields.get(name, ""), owner.outer
    plain = written.partition("<")[0].rstrip("?")
    return next((part for part in file.imports.get(plain, plain).split(".") if part in _SHOWN), "")


def _method(call: CallSyntax, file: SourceFile) -> str:
    before = call_index(file).at(call.receiver)
    if before is None:
        return "ANY"
    if before.name == "method":
        return http_method(before.argument(position=0), file)
    return before.name.upper() if before.name.upper() in HTTP_METHODS else "ANY"


def _urls(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The URL argument; of `builder -> builder.path("/x").build()` what the chain adds to the base."""
    if node is None or node.type not in _LAMBDAS:
        return path_values(node, call.function, call.owner, file)
    return [_without_builder(text) for text in path_values(_result(node), call.function, call.owner, file)]


def _result(node: Node) -> Node | None:
    """The expression that a lambda gives: its body, or the last statement of it."""
    body = node.child_by_field_name("body") or (named(node)[-1] if named(node) else None)
    for _ in range(6):
        if body is None or body.type not in (
            "block",
            "statements",
            "return_statement",
            "expression_statement",
            "lambda_literal",
        ):
            return body
        inner = named(body)
        body = inner[-1] if inner else None
    return body


def _without_builder(text: Text) -> Text:
    """Drops the open part that stands for the builder itself."""
    for index, part in enumerate(text):
        if part == Unknown("") or (isinstance(part, Unknown) and index == 0):
            return joined_path((*text[:index], *text[index + 1 :]))
    return text


def _with_base(url: Text, call: CallSyntax, file: SourceFile) -> list[Text]:
    if not starts_relative(url):
        return [url]
    bases = [base for base in base_urls(call, file) if base]
    return [joined_path(base, url) for base in bases or [bean_reference(call, file)]]
