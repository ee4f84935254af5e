"""Spring RestClient: a request at its `uri`, under the base address of its client."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules import fluent_client
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_TYPES = ("RestClient", "Builder")
_IMPORTS = ("org.springframework.web.client",)


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The `uri` of a request."""
    return fluent_client.request(call, file, "RestClient")


def bare_request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A request to the base address."""
    return fluent_client.bare_request(call, file, "RestClient")


def bean(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A `@Bean RestClient` with a base address."""
    return fluent_client.bean(annotation, file, ("RestClient", "RestClient.Builder"))


FRAMEWORK = Framework(
    "rest_client",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("uri",), request, types=(*_TYPES, *fluent_client.SPEC_TYPES), imports=_IMPORTS),
        CallRule(("retrieve", "exchange"), bare_request, types=_TYPES, imports=_IMPORTS),
    ),
    annotations=(AnnotationRule(("Bean",), bean, imports=_IMPORTS),),
)
