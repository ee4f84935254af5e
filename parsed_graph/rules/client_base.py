"""The base address of an HTTP client object: from the chain that builds it, the variable that holds it, or the bean that it is.

What a client gets from elsewhere is a Reference that the declaring file answers with a ConstDecl of the same name:
a bean by module and name, an interface by its type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parsed_graph.facts import Reference, Text
from parsed_graph.rules.call_index import CallIndex, call_index
from parsed_graph.rules.http_paths import path_values
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile

_BASE_CALLS = frozenset(("baseUrl", "rootUri", "DefaultUriBuilderFactory"))
_CREATORS = ("WebClient", "RestClient")
_MAX_DEPTH = 4


def base_urls(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The possible base addresses of the client that a call's chain starts from; one empty Text where none is known."""
    index = call_index(file)
    found = _chain_bases(index.receivers(call), file, index, 0)
    return found or [()]


def bean_base(module_path: str, name: str) -> str:
    """The name under which a bean's base address is declared and looked up: beans belong to one module."""
    return f"{module_path.partition('/src/')[0] if '/src/' in module_path else ''}/bean:{name}.baseUrl"


def interface_base(qualified_name: str) -> str:
    """The name under which the base address of a client interface is declared and looked up."""
    return f"{qualified_name}.baseUrl"


def interface_origin(qualified_name: str) -> str:
    """The same without the path of the address, for clients to which `/x` is a path of the host."""
    return f"{qualified_name}.baseOrigin"


def configured_bases(calls: Sequence[CallSyntax], file: SourceFile) -> list[Text]:
    """The addresses that some of these calls set as a base."""
    found: list[Text] = []
    for call in calls:
        is_base = call.name in _BASE_CALLS or (call.name == "create" and call.receiver_type in _CREATORS)
        if is_base and call.arguments:
            found += [text for text in path_values(call.arguments[0].node, call.function, call.owner, file) if text]
    return list(dict.fromkeys(found))


def bean_reference(call: CallSyntax, file: SourceFile) -> Text:
    """The base of an injected client, by the name of its field or parameter or its `@Qualifier`; () where it is no plain variable."""
    name = root_name(call_index(file).receivers(call), file)
    if not name:
        return ()
    qualifier = next((q for q in _qualifiers(name, call, file) if q), name)
    return (Reference(bean_base(file.path, qualifier)),)


def root_name(chain: Sequence[CallSyntax], file: SourceFile) -> str:
    """The variable that a chain starts from: `client` in `this.client.get().uri("/x")`, "" where it starts otherwise."""
    if not chain or chain[0].receiver is None or chain[0].is_new:
        return ""
    text = file.text(chain[0].receiver).strip().removeprefix("this.").rstrip("?!")
    return text if text.isidentifier() and not text[:1].isupper() else ""


def _chain_bases(chain: Sequence[CallSyntax], file: SourceFile, index: CallIndex, depth: int) -> list[Text]:
    found = configured_bases(chain, file)
    if found or not chain or depth > _MAX_DEPTH:
        return found
    first = chain[0]
    name = root_name(chain, file)
    if name:
        for assigned in index.assigned(name, first.function, first.owner) or index.assigned(name, None, first.owner):
            found += _chain_bases(index.receivers(assigned), file, index, depth + 1)
    elif first.receiver is None and not first.is_new:
        for function in index.functions(first.name):
            found += configured_bases(index.inside(function), file)
    return list(dict.fromkeys(found))


def _qualifiers(name: str, call: CallSyntax, file: SourceFile) -> Iterator[str]:
    for annotation in file.annotations:
        is_here = annotation.on_type is call.owner and name in (annotation.on_field, annotation.on_parameter)
        if is_here and annotation.name in ("Qualifier", "Named", "Resource"):
            yield file.text(annotation.argument("value", "name", position=0)).strip("\"'")


def bean_names(function: FunctionSyntax, file: SourceFile) -> list[str]:
    """The names of the bean that a `@Bean` method makes."""
    bean = function.annotation("Bean", "Named")
    node = bean.argument("name", "value", position=0) if bean else None
    given = [part.strip(" \"'") for part in file.text(node).strip("{}[]").split(",")] if node is not None else []
    return [name for name in given if name.replace("-", "_").isidentifier()] or [function.name]
