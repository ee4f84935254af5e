"""OpenFeign: each mapped method of a client interface is a call of the service that the interface names.

`@FeignClient("orders")` names a logical host; `url` wins over it. A plain `Feign.builder().target(Api.class, url)`
gives the interface its base address.
"""

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, Host, HttpCall, Literal, Reference, Setting, Text, Unknown
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.client_base import interface_base
from parsed_graph.rules.http_paths import HTTP_METHODS, annotation_paths, joined_path, joined_paths, path_values
from parsed_graph.rules.spring_mapping import mapped, mapping_of, type_prefixes
from parsed_graph.rules.type_names import class_argument
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile, TypeSyntax


def client(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@FeignClient` on an interface."""
    owner = annotation.on_type
    if owner is None or annotation.on_function or annotation.on_field:
        return
    bases = list(_bases(annotation, file))
    declaring = [owner, *_own_bases(owner, file)]
    functions = [f for f in file.functions if f.owner in declaring and mapping_of(f)]
    for function in functions:
        mapping = mapping_of(function)
        if mapping is None or function.owner is None:
            continue
        prefixes = type_prefixes(function.owner, file)
        for method, path in mapped(mapping, file):
            for url in joined_paths(joined_paths(bases, prefixes), [path]):
                yield HttpCall(method, url, file.span(mapping.line), "feign", function.qualified_name)
    if len(owner.bases) >= len(declaring):  # Mapped methods may stand in a base interface elsewhere.
        for url in joined_paths(bases, type_prefixes(owner, file)):
            yield HttpCall("ANY", url, file.span(annotation.line), "feign", owner.qualified_name)


def request_line(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@RequestLine("GET /orders/{id}")`: Feign without Spring; the base stands where the client is built."""
    owner, function = annotation.on_type, annotation.on_function
    if owner is None or function is None or owner.annotation("FeignClient"):
        return
    base: Text = (Reference(interface_base(owner.qualified_name)),)
    for text in path_values(annotation.argument("value", position=0), function, owner, file):
        first = text[0].text if text and isinstance(text[0], Literal) else ""
        method, _, path = first.partition(" ")
        if method in HTTP_METHODS:
            url = joined_path(base, (Literal(path.strip()), *text[1:]))
            yield HttpCall(method, url, file.span(annotation.line), "feign", function.qualified_name)


def target(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Feign.builder().target(OrdersApi.class, "http://orders")`."""
    name = class_argument(call.argument(position=0), file)
    if name and len(call.arguments) == 2:
        for url in path_values(call.arguments[1].node, call.function, call.owner, file):
            yield ConstDecl(interface_base(name), url, file.span(call.line))


def _bases(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Text]:
    paths = annotation_paths(annotation, file, "path", position=None)
    urls = annotation_paths(annotation, file, "url", position=None)
    names = annotation_paths(annotation, file, "name", "value", "serviceId")
    for address in [url for url in urls if not _is_unset(url)] or [_named(name) for name in names]:
        for path in paths:
            yield joined_path(address, path)


def _is_unset(url: Text) -> bool:
    """Whether a `url` is absent, or a setting whose default is empty: then the name counts."""
    return not url or (len(url) == 1 and isinstance(url[0], Setting) and url[0].default == "")


def _named(name: Text) -> Text:
    """A logical service name as a Host; where a constant elsewhere holds it, as the host of a URL."""
    if not name:
        return (Unknown(""),)
    if all(isinstance(part, Literal | Setting) for part in name):
        return (Host("".join(_written(part) for part in name).removeprefix("http://").removeprefix("https://")),)
    return (Literal("http://"), *name)


def _written(part: object) -> str:
    if isinstance(part, Setting):
        return f"${{{part.key}}}" if part.default is None else f"${{{part.key}:{part.default}}}"
    return part.text if isinstance(part, Literal) else ""


def _own_bases(owner: TypeSyntax, file: SourceFile) -> list[TypeSyntax]:
    names = {base.partition("<")[0] for base in owner.bases}
    return [declared for declared in file.types if declared.name in names]


FRAMEWORK = Framework(
    "feign",
    ("java", "kotlin", "scala"),
    annotations=(
        AnnotationRule(("FeignClient",), client),
        AnnotationRule(("RequestLine",), request_line, imports=("feign", "com.netflix.feign")),
    ),
    calls=(CallRule(("target",), target, imports=("feign", "com.netflix.feign")),),
)
