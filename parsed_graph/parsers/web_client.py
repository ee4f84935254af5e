"""Spring WebClient: a request at its `uri`, under the base address of its client."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules import fluent_client
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_TYPES = ("WebClient", "Builder")
_IMPORTS = ("org.springframework.web.reactive",)


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The `uri` of a request."""
    return fluent_client.request(call, file, "WebClient")


def bare_request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A request to the base address."""
    return fluent_client.bare_request(call, file, "WebClient")


def bean(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A `@Bean WebClient` with a base address."""
    return fluent_client.bean(annotation, file, ("WebClient", "WebClient.Builder"))


FRAMEWORK = Framework(
    "web_client",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("uri",), request, types=(*_TYPES, *fluent_client.SPEC_TYPES), imports=_IMPORTS),
        CallRule(
            ("retrieve", "exchange", "exchangeToMono", "exchangeToFlux"), bare_request, types=_TYPES, imports=_IMPORTS
        ),
    ),
    annotations=(AnnotationRule(("Bean",), bean, imports=_IMPORTS),),
)
