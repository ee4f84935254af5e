"""JAX-RS and MicroProfile clients: `client.target(url).path("x").request().get()`, and interfaces with `@RegisterRestClient`."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall, Setting, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import HTTP_METHODS, annotation_paths, joined_paths, normalised_path
from parsed_graph.syntax.alternatives import plain
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_IMPORTS = ("javax.ws.rs.client", "jakarta.ws.rs.client")


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`request()` ends the URL; the verb follows it in the chain."""
    if call.receiver is None:
        return
    method = "ANY"
    for link in call_index(file).chain(call):
        if link.node.end_byte > call.node.end_byte and link.name.upper() in HTTP_METHODS:
            method = link.name.upper()
    for url in file.lower(call.receiver, call.function, call.owner):
        yield HttpCall(method, normalised_path(url), file.span(call.line), "jax-rs-client", call.caller)


def rest_client(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@RegisterRestClient(baseUri = …, configKey = …)` on an interface: each verb method is a call."""
    owner = annotation.on_type
    if owner is None or annotation.on_function:
        return
    bases = [base for base in annotation_paths(annotation, file, "baseUri", position=None) if base]
    bases = bases or [(Setting(f"{key}/mp-rest/url"),) for key in _keys(annotation, file, owner.qualified_name)]
    prefixes = annotation_paths(owner.annotation("Path"), file, "value")
    for function in file.functions:
        verb = function.annotation(*HTTP_METHODS)
        if function.owner is owner and verb is not None:
            paths = annotation_paths(function.annotation("Path"), file, "value")
            for url in joined_paths(joined_paths(bases, prefixes), paths):
                yield HttpCall(verb.name, url, file.span(verb.line), "rest-client", function.qualified_name)


def _keys(annotation: AnnotationSyntax, file: SourceFile, default: str) -> list[str]:
    keys: list[Text] = annotation_paths(annotation, file, "configKey", position=None)
    return [plain(key) or default for key in keys]


FRAMEWORK = Framework(
    "jax_rs_client",
    ("java", "kotlin"),
    calls=(CallRule(("request",), request, imports=_IMPORTS),),
    annotations=(AnnotationRule(("RegisterRestClient",), rest_client),),
)
