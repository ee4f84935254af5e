"""HTTP calls of scripting languages' clients: method, URL and base address of a request at its call site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, HttpCall, Literal, Text
from parsed_graph.rules.script_arguments import UNKNOWN, literal_text
from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.url_joining import prefix_urls

METHODS = {name: name.upper() for name in ("get", "post", "put", "patch", "delete", "head", "options")}
"""The HTTP method that a client's method of this name sends."""
BROWSER = "browser-fetch"


def requests(
    method: str, urls: Iterable[Text], call: CallSyntax, file: SourceFile, client: str, bases: Iterable[Text] = ()
) -> Iterator[Fact]:
    """One HttpCall for each possible URL, the base put before relative ones; a path alone is a browser's request to its origin."""
    for url in prefix_urls(tuple(bases), tuple(urls) or (UNKNOWN,)):
        name = BROWSER if is_path(url) else client
        yield HttpCall(method, url or UNKNOWN, file.span(call.line), name, call.caller)


def is_path(url: Text) -> bool:
    """Whether a URL begins with a path: `/api/orders`."""
    first = url[0] if url else None
    return isinstance(first, Literal) and first.text.startswith("/") and not first.text.startswith("//")


def method_of(node: Node | None, file: SourceFile, default: str = "GET") -> str:
    """The method that an expression names, upper case; ANY where it is open, the default where there is none."""
    if node is None:
        return default
    word = literal_text(node, file).upper()
    return word if word.isalpha() else "ANY"
