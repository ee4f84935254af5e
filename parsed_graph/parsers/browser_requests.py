"""Requests of browser code without a client library: XMLHttpRequest, jQuery, AngularJS, EventSource, WebSocket, beacons."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import entry_of, object_entries, option, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_JQUERY = frozenset({"$", "jQuery", "window.$", "window.jQuery"})
_JQUERY_VERBS = {"get": "GET", "post": "POST", "getJSON": "GET", "getScript": "GET", "ajax": ""}
_ANGULAR = frozenset({"$http", "this.$http", "vm.$http", "self.$http"})


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) < 2:
        return
    method = method_of(call.argument(position=0), file, "ANY")
    yield from requests(method, texts(call.argument(position=1), call, file), call, file, "xhr")


def _jquery(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver is None or file.text(call.receiver) not in _JQUERY or not call.arguments:
        return
    first = call.arguments[0].node
    url = entry_of(first, file, "url") if object_entries(first, file) else first
    method = _JQUERY_VERBS[call.name] or method_of(option(call, file, "method", "type"), file)
    yield from requests(method, texts(url, call, file), call, file, "jquery")


def _angular(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`$http.get(url)` and `$http({ url, method })` of AngularJS; `this.$http` of vue-resource."""
    is_verb = call.receiver is not None and file.text(call.receiver) in _ANGULAR
    if call.name != "$http" and not is_verb:
        return
    first = call.argument(position=0)
    url = entry_of(first, file, "url") if call.name == "$http" else first
    method = METHODS.get(call.name) or method_of(entry_of(first, file, "method"), file)
    yield from requests(method, texts(url, call, file), call, file, "angularjs")


def _stream(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.is_new and file.imports.get(call.name, "ws").startswith(
        ("ws", "eventsource", "isomorphic-ws", "reconnecting-websocket")
    ):
        yield from requests("GET", texts(call.argument(position=0), call, file), call, file, call.name.lower())


def _beacon(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from requests("POST", texts(call.argument(position=0), call, file), call, file, "beacon")


FRAMEWORK = Framework(
    "browser_requests",
    languages=SCRIPTS,
    calls=(
        CallRule(("open",), _opened, types=("XMLHttpRequest",)),
        CallRule(tuple(_JQUERY_VERBS), _jquery),
        CallRule(("$http", *METHODS), _angular),
        CallRule(("EventSource", "WebSocket", "ReconnectingWebSocket"), _stream),
        CallRule(("sendBeacon",), _beacon),
    ),
)
