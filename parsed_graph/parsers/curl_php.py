"""PHP's own HTTP: a curl handle with its URL, and `file_get_contents` or `fopen` of an address, are HTTP calls."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Env, Fact, HttpCall, Literal, Reference, Setting, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_requests import method_of
from parsed_graph.rules.script_arguments import UNKNOWN, entry_of, object_entries, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_ADDRESS = re.compile(r"(?i)ur[il]|host|endpoint|base|api|service|server|addr")
_METHODS = {"CURLOPT_POST": "POST", "CURLOPT_PUT": "PUT", "CURLOPT_NOBODY": "HEAD", "CURLOPT_POSTFIELDS": "POST"}


def _initialised(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`curl_init($url)`, unless an option of the same handle gives another URL."""
    url = call.argument("url", position=0)
    if url is not None and _option(call, "CURLOPT_URL", file) is None:
        yield from _called(url, call, file)


def _set(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`curl_setopt($handle, CURLOPT_URL, $url)`, `curl_setopt_array($handle, [CURLOPT_URL => $url])`."""
    url = _given(call, "CURLOPT_URL", file)
    if url is not None:
        yield from _called(url, call, file)


def _called(url: Node, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    method = _method(call, file)
    for text in texts(url, call, file) or [UNKNOWN]:
        yield HttpCall(method, text or UNKNOWN, file.span(call.line), "curl", call.caller)


def _method(call: CallSyntax, file: SourceFile) -> str:
    custom = _option(call, "CURLOPT_CUSTOMREQUEST", file)
    if custom is not None:
        return method_of(custom, file)
    return next((method for name, method in _METHODS.items() if _option(call, name, file) is not None), "GET")


def _option(call: CallSyntax, name: str, file: SourceFile) -> Node | None:
    """What a call in the same function gives to an option of a handle."""
    index = call_index(file)
    near = index.inside(call.function) if call.function else index.named("curl_setopt", "curl_setopt_array")
    for other in near:
        if other.name in ("curl_setopt", "curl_setopt_array"):
            found = _given(other, name, file)
            if found is not None:
                return found
    return None


def _given(call: CallSyntax, name: str, file: SourceFile) -> Node | None:
    option = call.argument("option", "options", position=1)
    if call.name == "curl_setopt_array":
        return entry_of(option, file, name)
    return call.argument("value", position=2) if file.text(option) == name else None


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`file_get_contents("http://orders/v1")`; files are no calls."""
    context = call.argument("context", position=2)
    made = file.origin(context)
    http = entry_of(made.argument("options", position=0), file, "http") if made is not None else None
    method = method_of(entry_of(http, file, "method"), file)
    for text in texts(call.argument("filename", position=0), call, file):
        if _is_address(text) or (bool(object_entries(http, file)) and text):
            yield HttpCall(method, text, file.span(call.line), "file_get_contents", call.caller)


def _is_address(text: Text) -> bool:
    first = text[0] if text else None
    if isinstance(first, Literal):
        return first.text.startswith(("http://", "https://"))
    if isinstance(first, Env | Setting):
        return bool(_ADDRESS.search(first.key)) and len(text) > 1
    return isinstance(first, Reference) and bool(_ADDRESS.search(first.name.rpartition(".")[2])) and len(text) > 1


FRAMEWORK = Framework(
    "curl_php",
    languages=("php",),
    calls=(
        CallRule(("curl_init",), _initialised),
        CallRule(("curl_setopt", "curl_setopt_array"), _set),
        CallRule(("file_get_contents", "fopen"), _opened),
    ),
)
