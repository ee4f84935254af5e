"""Laravel's HTTP client: `Http::baseUrl(…)->get(…)` is an HTTP call; macros of the facade hold the base address of a client.

https://laravel.com/docs/http-client
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, Reference, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_requests import METHODS, method_of
from parsed_graph.rules.script_arguments import UNKNOWN, literal_text, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.typed_scope import member_name

_OPTIONS = frozenset(
    """accept acceptJson asForm asJson asMultipart attach baseUrl beforeSending bodyFormat connectTimeout contentType dd dump
    pool retry sink timeout throw throwIf withBasicAuth withBody withCookies withDigestAuth withHeader withHeaders
    withMiddleware withOptions withQueryParameters withRequestMiddleware withToken withUrlParameters withUserAgent
    withoutRedirecting withoutVerifying replaceHeaders async createPendingRequest""".split()
)


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not _is_client(call, file):
        return
    is_send = call.name == "send"
    method = METHODS.get(call.name) or method_of(call.argument("method", position=0), file, "ANY")
    url = call.argument("url", position=1 if is_send else 0)
    yield from requested(method, texts(url, call, file), call, file, "laravel-http", _bases(call, file))


def _is_client(call: CallSyntax, file: SourceFile) -> bool:
    head = call.receiver_type.partition(".")[0]
    if head in ("Http", "PendingRequest"):
        return True
    start = call_index(file).receivers(call)[0]
    return file.text(start.receiver).rpartition("\\")[2] == "Http" if start.receiver is not None else False


def _bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    """`baseUrl` of the chain, of the variable or own method that it starts from; a macro by its name."""
    index = call_index(file)
    chain = index.receivers(call)[:-1]
    for _ in range(5):
        for link in reversed(chain):
            if link.name == "baseUrl":
                return texts(link.argument("url", position=0), link, file)
        start = chain[0] if chain else call
        if start.receiver is not None and file.text(start.receiver).rpartition("\\")[2] == "Http":
            is_macro = start is not call and start.name not in _OPTIONS
            return [(Reference(_macro(start.name, file)),)] if is_macro else [()]
        made = file.origin(start.receiver) if chain or start is call else None
        inner = made if made is not None else _own_method(start, file)
        if inner is None:
            break
        chain = index.chain(inner)
    return [UNKNOWN]


def _own_method(call: CallSyntax, file: SourceFile) -> CallSyntax | None:
    """The last call of the method that a chain starts with: `$this->client()->get(…)`."""
    if call.receiver is None or file.text(call.receiver) not in ("$this", "self", "static"):
        return None
    function = next((f for f in call_index(file).functions(call.name) if f.owner is call.owner), None)
    inside = [c for c in call_index(file).inside(function) if c.name in _OPTIONS]
    return inside[0] if inside else None


def _macro(name: str, file: SourceFile) -> str:
    """The name under which a macro's base address is declared and looked up: macros belong to one program."""
    return member_name(file.package.partition("App")[0].rstrip("."), f"Http:{name}")


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Http::macro('orders', fn () => Http::baseUrl(config('services.orders.url')))`."""
    name = literal_text(call.argument("name", position=0), file)
    if not name or file.text(call.receiver).rpartition("\\")[2] != "Http":
        return
    for inner in call_index(file).within(call.argument("macro", position=1)):
        if inner.name == "baseUrl":
            for base in texts(inner.argument("url", position=0), inner, file):
                yield ConstDecl(_macro(name, file), base, file.span(inner.line))


FRAMEWORK = Framework(
    "laravel_http",
    languages=("php",),
    calls=(
        CallRule((*METHODS, "send"), _verb),
        CallRule(("macro",), _declared),
    ),
)
