"""Spring HTTP interfaces: each `@GetExchange` method is a call; the base is its type's `@HttpExchange`, or what the proxy factory is given."""

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, HttpCall, Reference, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.client_base import base_urls, bean_reference, configured_bases, interface_base, root_name
from parsed_graph.rules.http_paths import annotation_paths, http_method, is_absolute, joined_path, joined_paths
from parsed_graph.rules.type_names import class_argument
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_METHODS = {
    "HttpExchange": "",
    "GetExchange": "GET",
    "PostExchange": "POST",
    "PutExchange": "PUT",
    "DeleteExchange": "DELETE",
    "PatchExchange": "PATCH",
}


def exchange(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A mapped method of a client interface."""
    owner, function = annotation.on_type, annotation.on_function
    if owner is None or function is None or owner.kind != "interface":
        return
    method = _METHODS[annotation.name] or http_method(annotation.argument("method"), file)
    prefixes = annotation_paths(owner.annotation("HttpExchange"), file, "value", "url")
    base: Text = (Reference(interface_base(owner.qualified_name)),)
    for path in joined_paths(prefixes, annotation_paths(annotation, file, "value", "url")):
        url = path if is_absolute(path) else joined_path(base, path)
        yield HttpCall(method, url, file.span(annotation.line), "http-interface", function.qualified_name)


def proxy(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`HttpServiceProxyFactory.builderFor(WebClientAdapter.create(client)).build().createClient(OrdersApi.class)`."""
    name = class_argument(call.argument(position=0), file)
    if not name:
        return
    for url in _factory_bases(call, file):
        yield ConstDecl(interface_base(name), url, file.span(call.line))


def _factory_bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The base of the client that the factory adapts: in its chain, in the function, or a bean's."""
    index = call_index(file)
    inside = index.inside(call.function)
    found = configured_bases(inside, file)
    if found:
        return found
    for adapter in (c for c in inside if c.receiver_type.endswith("Adapter") and c.name in ("create", "forClient")):
        given = index.at(adapter.argument(position=0))
        if given is not None:
            found += [url for url in base_urls(given, file) if url]
        else:
            named = _bean_argument(adapter, file)
            found += [named] if named else []
    return found or [url for url in (bean_reference(call, file),) if url and root_name(index.receivers(call), file)]


def _bean_argument(adapter: CallSyntax, file: SourceFile) -> Text:
    node = adapter.argument(position=0)
    name = file.text(node).removeprefix("this.")
    found = [
        url
        for assigned in call_index(file).assigned(name, None, adapter.owner)
        for url in base_urls(assigned, file)
        if url
    ]
    from_bean: Text = (Reference(_bean_of(name, file)),)
    return found[0] if found else from_bean


def _bean_of(name: str, file: SourceFile) -> str:
    from parsed_graph.rules.client_base import bean_base

    return bean_base(file.path, name)


FRAMEWORK = Framework(
    "http_interface",
    ("java", "kotlin", "scala"),
    annotations=(AnnotationRule(tuple(_METHODS), exchange, imports=("org.springframework.web.service",)),),
    calls=(CallRule(("createClient",), proxy, imports=("org.springframework.web",)),),
)
