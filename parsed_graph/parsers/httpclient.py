"""HttpClient: requests of typed, named and plain clients, under the base address that they, or the place that registers them, give.

What a client is registered with stands in another file than its requests: both name it (`OrdersClient.BaseAddress`).
https://learn.microsoft.com/dotnet/core/extensions/httpclient-factory
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, HttpCall, Literal, Reference, Text, Unknown
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.csharp_calls import discovered, given_addresses, lambdas
from parsed_graph.rules.http_paths import HTTP_METHODS, is_absolute
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.csharp_grammar import shape, type_name
from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.url_joining import prefix_urls

_VERB = re.compile(
    r"^(Get|Post|Put|Delete|Patch)(?:String|Stream|ByteArray|FromJson|AsJson|FromJsonAsAsyncEnumerable)?(?:Async)?$"
)
_NAMES = tuple(
    f"{verb}{kind}Async"
    for verb in ("Get", "Post", "Put", "Delete", "Patch")
    for kind in ("", "String", "Stream", "ByteArray", "FromJson", "AsJson")
)
_CLIENT = "httpclient"
_METHOD = re.compile(r"HttpMethod\.(\w+)")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    match = _VERB.match(call.name)
    if match is None or not call.arguments or not _is_client(call, file):
        return
    node = call.argument("requestUri", position=0)
    yield from _requests(match.group(1).upper(), texts(node, call, file), call, file)


def _is_client(call: CallSyntax, file: SourceFile) -> bool:
    if call.receiver is None:
        return False
    if call.receiver_type:
        return call.receiver_type == "HttpClient"
    made = file.origin(call.receiver)
    return (made is not None and made.name == "CreateClient") or "httpclient" in file.text(call.receiver).replace(
        "_", ""
    ).lower()


def _sent_message(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.SendAsync(new HttpRequestMessage(HttpMethod.Post, uri))`."""
    made = file.origin(call.argument("request", position=0))
    if made is None or made.name != "HttpRequestMessage" or not made.is_new:
        return
    positional = [argument.node for argument in made.arguments if not argument.name]
    method = _method(file.text(positional[0] if positional else made.argument("Method")), file, positional)
    node = positional[1] if len(positional) > 1 else None
    nodes = [node] if node is not None else file.given(call.argument("request", position=0), "RequestUri")
    urls = [text for each in nodes for text in texts(each, made, file)]
    yield from _requests(method, urls, call, file)


def _method(written: str, file: SourceFile, positional: list) -> str:  # type: ignore[type-arg]
    match = _METHOD.search(written)
    word = match.group(1).upper() if match else literal_text(positional[0], file).upper() if positional else ""
    return word if word in HTTP_METHODS else "ANY"


def _requests(method: str, urls: list[Text], call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for url in urls or [(Unknown(""),)]:
        found = discovered(url)
        bases = () if is_absolute(found) or _is_open(found) else tuple(_bases(call, file))
        for whole in prefix_urls(bases, (found,)):
            yield HttpCall(method, whole, file.span(call.line), _CLIENT, call.caller)


def _is_open(url: Text) -> bool:
    return bool(url) and isinstance(url[0], Unknown) and not url[0].name


def _bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    """What this file gives to the client, else what the registration of its class or name does elsewhere."""
    own = given_addresses(call.receiver, call, file, "BaseAddress")
    if own:
        return own
    made = file.origin(call.receiver)
    if made is not None and made.name == "CreateClient":
        name = _client_name(made, file)
        return [(Reference(_base(f"HttpClient:{name}")),)] if name else []
    if made is not None and made.is_new:
        return []
    return [(Reference(_base(call.owner.name)),)] if call.owner is not None else []


def _client_name(call: CallSyntax, file: SourceFile) -> str:
    node = call.argument("name", position=0)
    found = texts(node, call, file) if node is not None else []
    part = found[0][0] if len(found) == 1 and len(found[0]) == 1 else None
    return part.text if isinstance(part, Literal) else part.name if isinstance(part, Reference) else ""


def _base(name: str) -> str:
    return f"{name}.BaseAddress"


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`AddHttpClient<OrdersClient>(c => c.BaseAddress = new Uri(x))`, `AddHttpClient("orders", …)`, and ConfigureHttpClient after it."""
    names = [_base(type_name(written)) for written in call.type_arguments]
    named = _client_name(call, file) if call.arguments and call.name == "AddHttpClient" else ""
    names += [_base(f"HttpClient:{named}")] if named else []
    configuring = [call, *[link for link in call_index(file).chain(call) if link.name == "ConfigureHttpClient"]]
    for link in configuring:
        for function in lambdas(link):
            for address in given_addresses(function, link, file, "BaseAddress"):
                for name in names:
                    yield ConstDecl(name, address, file.span(link.line), call.caller if _needs_caller(address) else "")
    if call.name == "For" and call.arguments:
        # Refit's `RestService.For<T>(url)`, or with an HttpClient that has a base address.
        first = call.arguments[0].node
        for address in given_addresses(first, call, file, "BaseAddress") or texts(first, call, file):
            caller = call.caller if _needs_caller(address) else ""
            yield from (ConstDecl(name, discovered(address), file.span(call.line), caller) for name in names)


def _needs_caller(address: Text) -> bool:
    return any(isinstance(part, Unknown) and part.name for part in address)


def _fluent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Flurl: `url.AppendPathSegment("x").GetJsonAsync<T>()`, `"http://orders".GetAsync()`."""
    if call.receiver is None or shape(call.receiver, file.source).kind == "self":
        return
    for url in texts(call.receiver, call, file):
        if is_absolute(url):
            verb = re.match(r"(Get|Post|Put|Delete|Patch)", call.name)
            yield HttpCall(
                verb.group(1).upper() if verb else "ANY", discovered(url), file.span(call.line), "flurl", call.caller
            )


def _rest_request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """RestSharp: `new RestRequest("orders/{id}", Method.Post)` under the file's only RestClient."""
    clients = [
        made for made in call_index(file).named("RestClient", "RestClientOptions") if made.is_new and made.arguments
    ]
    bases = [discovered(text) for made in clients for text in texts(made.arguments[0].node, made, file)]
    word = file.text(call.argument("method", position=1)).rpartition(".")[2].upper()
    for url in texts(call.argument("resource", position=0), call, file):
        for whole in prefix_urls(tuple(dict.fromkeys(bases)) if len(set(bases)) == 1 else (), (url,)):
            method = word if word in HTTP_METHODS else "GET"
            yield HttpCall(method, whole, file.span(call.line), "restsharp", call.caller)


FRAMEWORK = Framework(
    "httpclient",
    ("csharp",),
    calls=(
        CallRule(_NAMES, _sent),
        CallRule(("SendAsync", "Send"), _sent_message),
        CallRule(("AddHttpClient", "AddRefitClient", "For"), _registered),
        CallRule(
            ("GetJsonAsync", "PostJsonAsync", "PutJsonAsync", "PatchJsonAsync", "PostUrlEncodedAsync"),
            _fluent,
            imports=("Flurl",),
        ),
        CallRule(("RestRequest",), _rest_request, imports=("RestSharp",)),
    ),
)
