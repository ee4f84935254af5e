"""Node's http and https modules: requests by URL or by options are HTTP calls."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import host_and_port
from parsed_graph.rules.http_requests import method_of, requests
from parsed_graph.rules.script_arguments import entry_of, object_entries, option, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.alternatives import Alternatives, joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_MODULES = ("http", "https", "follow-redirects.http", "follow-redirects.https")


def _requested(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    first = call.argument(position=0)
    if first is None:
        return
    method = "GET" if call.name == "get" else method_of(option(call, file, "method"), file)
    if object_entries(first, file):
        scheme = "https://" if call.receiver_type.endswith("https") else "http://"
        urls: Alternatives = joined([literal(scheme), _host(first, call, file), _path(first, call, file)])
    else:
        urls = tuple(texts(first, call, file))
    yield from requests(method, urls, call, file, "node-http")


def _host(options: Node, call: CallSyntax, file: SourceFile) -> Alternatives:
    hosts = texts(entry_of(options, file, "hostname", "host"), call, file)
    return host_and_port(hosts, texts(entry_of(options, file, "port"), call, file))


def _path(options: Node, call: CallSyntax, file: SourceFile) -> Alternatives:
    return tuple(texts(entry_of(options, file, "path", "pathname"), call, file)) or literal("/")


FRAMEWORK = Framework(
    "node_http",
    languages=SCRIPTS,
    calls=(
        CallRule(
            ("request", "get"),
            _requested,
            types=("http", "https"),
            imports=("http", "node:http", "https", "node:https", "follow-redirects"),
        ),
    ),
)
