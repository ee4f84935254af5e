"""RestTemplate: `getForObject(url, …)`, `exchange(url, HttpMethod.POST, …)` and the like are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, HttpCall, Literal, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.client_base import base_urls, bean_base, bean_names, bean_reference, configured_bases
from parsed_graph.rules.http_paths import http_method, joined_path, path_values, starts_relative
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_TYPES = (
    "RestTemplate",
    "RestOperations",
    "OAuth2RestTemplate",
    "OAuth2RestOperations",
    "AsyncRestTemplate",
    "AsyncRestOperations",
    "KeycloakRestTemplate",
)
_METHODS = {
    "getForObject": "GET",
    "getForEntity": "GET",
    "postForObject": "POST",
    "postForEntity": "POST",
    "postForLocation": "POST",
    "put": "PUT",
    "delete": "DELETE",
    "patchForObject": "PATCH",
    "headForHeaders": "HEAD",
    "optionsForAllow": "OPTIONS",
    "exchange": "",
    "execute": "",
}
_ENTITY_METHODS = ("get", "post", "put", "delete", "patch", "head", "options")


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A request method of the template."""
    if not call.arguments or _is_entity(call, file):
        return
    method = _METHODS[call.name] or http_method(call.argument("method", position=1), file)
    for url in path_values(call.argument("url", position=0), call.function, call.owner, file):
        for whole in _with_base(_with_host_variable(url, call, file), call, file):
            yield HttpCall(method, whole, file.span(call.line), "rest-template", call.caller)


def entity(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`RequestEntity.post(uri)` and `new RequestEntity<>(body, HttpMethod.POST, uri)`, which `exchange` then sends."""
    if call.is_new:
        node = next((a.node for a in reversed(call.arguments) if "HttpMethod" not in file.text(a.node)), None)
        if not any("HttpMethod." in file.text(argument.node) for argument in call.arguments):
            return
        method = http_method(call.node, file)
    else:
        node, method = call.argument(position=0), call.name.upper()
    for url in path_values(node, call.function, call.owner, file):
        yield HttpCall(method, url, file.span(call.line), "rest-template", call.caller)


def bean(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A `@Bean RestTemplate` with a root URI."""
    function = annotation.on_function
    if function is None or function.return_type.partition("<")[0] not in _TYPES:
        return
    for base in configured_bases(call_index(file).inside(function), file):
        for name in bean_names(function, file):
            yield ConstDecl(bean_base(file.path, name), base, file.span(annotation.line))


def _is_entity(call: CallSyntax, file: SourceFile) -> bool:
    """Whether `exchange(requestEntity, Type.class)` is meant: its URL stands where the entity is built."""
    return call.name == "exchange" and len(call.arguments) < 3 and "HttpMethod" not in file.text(call.node)


def _with_base(url: Text, call: CallSyntax, file: SourceFile) -> list[Text]:
    if not starts_relative(url):
        return [url]
    bases = [base for base in base_urls(call, file) if base] or [bean_reference(call, file)]
    return [joined_path(base, url) for base in bases]


def _with_host_variable(url: Text, call: CallSyntax, file: SourceFile) -> Text:
    """`http://{service}/orders` with the first URI variable given as a literal."""
    first = url[0].text if url and isinstance(url[0], Literal) else ""
    if "://{" not in first:
        return url
    variables = _variables(call)
    values = file.lower(variables, call.function, call.owner) if variables is not None else ()
    if len(values) != 1 or not all(isinstance(part, Literal) for part in values[0]):
        return url
    scheme, _, rest = first.partition("://{")
    value = "".join(part.text for part in values[0] if isinstance(part, Literal))
    return (Literal(f"{scheme}://{value}{rest.partition('}')[2]}"), *url[1:])


def _variables(call: CallSyntax):  # type: ignore[no-untyped-def]
    position = {"exchange": 4, "execute": 4, "put": 2, "delete": 1, "headForHeaders": 1, "optionsForAllow": 1}.get(
        call.name
    )
    if position is None:
        position = 3 if call.name.startswith(("post", "patch")) else 2
    return call.argument(position=position)


FRAMEWORK = Framework(
    "rest_template",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(tuple(_METHODS), request, types=_TYPES),
        CallRule(_ENTITY_METHODS, entity, types=("RequestEntity",)),
        CallRule(("RequestEntity",), entity, types=("RequestEntity",)),
    ),
    annotations=(AnnotationRule(("Bean",), bean),),
)
