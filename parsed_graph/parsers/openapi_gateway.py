"""OpenAPI that configures a gateway: Google's `x-google-backend` and Amazon's `x-amazon-apigateway-integration` are ProxyRoutes."""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, ProxyRoute, SourceSpan, Text, Unknown
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.openapi_document import Contract, Operation, contracts, operations

_AMAZON, _GOOGLE = "x-amazon-apigateway-integration", "x-google-backend"


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Integrations that are no HTTP (Lambda, mocks) forward to no service."""
    if _AMAZON.encode() not in artefact.content and _GOOGLE.encode() not in artefact.content:
        return
    for contract in contracts(artefact):
        for operation in operations(contract):
            if isinstance(operation, Operation):
                yield from _routes(artefact, contract, operation)


def _routes(artefact: Artefact, contract: Contract, operation: Operation) -> Iterator[ProxyRoute]:
    amazon = operation.node.mapping(_AMAZON)
    uri = amazon.text("uri")
    if amazon.text("type").lower() in ("http", "http_proxy") and uri.startswith(("http://", "https://")):
        target, path = _split(uri)
        span = SourceSpan(artefact.path, amazon.line_of("uri"))
        yield ProxyRoute(operation.path, target, span, "aws-api-gateway", rewrite=path or None)
    own = operation.node.mapping(_GOOGLE)
    google = own or contract.root.mapping(_GOOGLE)
    address = google.text("address")
    if address.startswith(("http://", "https://")):
        # https://cloud.google.com/endpoints/docs/openapi/openapi-extensions: an operation's own address is the whole URL.
        is_whole = google.text("path_translation", "CONSTANT_ADDRESS" if own else "") == "CONSTANT_ADDRESS"
        target, path = _split(address)
        rewrite = path or "/" if is_whole else path + operation.path if path else None
        span = SourceSpan(artefact.path, google.line_of("address"))
        yield ProxyRoute(operation.path, target, span, "google-api-gateway", rewrite=rewrite)


def _split(url: str) -> tuple[Text, str]:
    """`https://orders.internal/v1` as its origin and its path; stage variables in the host are unknown."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    if "$" not in host and "{" not in host:
        return (Literal(f"{scheme}://{host}"),), re.split("[?#]", slash + path)[0].rstrip("/")
    parts = re.split(r"\$?\{[^{}]*\}", host)
    text: list[Literal | Unknown] = [Literal(f"{scheme}://{parts[0]}")]
    for part in parts[1:]:
        text += [Unknown(), *([Literal(part)] if part else [])]
    return tuple(text), (slash + path).rstrip("/")


PARSER = Parser("openapi_gateway", patterns=("*.yaml", "*.yml", "*.json"), parse=parse)
