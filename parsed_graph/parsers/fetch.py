"""fetch, of browsers, Node.js and its polyfills, and Nuxt's `$fetch`, is an HTTP call."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import method_of, requests
from parsed_graph.rules.script_arguments import entry_of, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_NAMES = ("fetch", "$fetch", "useFetch", "useLazyFetch", "ofetch", "fetchWithTimeout")
_GLOBALS = frozenset({"window", "globalThis", "self", "global"})
_POLYFILLS = (
    "node-fetch", "cross-fetch", "isomorphic-fetch", "isomorphic-unfetch", "unfetch", "whatwg-fetch", "ofetch", "undici",
    "make-fetch-happen", "fetch-retry", "#imports",
)  # fmt: skip


def _fetch(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not call.arguments or not _is_fetch(call, file):
        return
    target, options = call.arguments[0].node, call.argument(position=1)
    made = file.origin(target)
    if made is not None and made.is_new and made.name == "Request":
        target, options = made.arguments[0].node if made.arguments else target, options or made.argument(position=1)
    method = _method(options, file)
    yield from requests(method, texts(target, call, file), call, file, "fetch")


def _method(options: Node | None, file: SourceFile) -> str:
    if options is None:
        return "GET"
    given = entry_of(options, file, "method")
    if given is not None:
        return method_of(given, file)
    return "GET" if options.type == "object" else "ANY"


def _is_fetch(call: CallSyntax, file: SourceFile) -> bool:
    """Whether the global function is meant, or a polyfill's; `fetch` methods of other objects are not."""
    if call.receiver is not None:
        return file.text(call.receiver) in _GLOBALS
    imported = file.imports.get(call.name)
    if imported is not None:
        return imported.startswith(_POLYFILLS)
    is_known = call.name in ("fetch", "$fetch", "useFetch", "useLazyFetch")
    return is_known and not any(f.name == call.name and f.owner is None for f in file.functions)


FRAMEWORK = Framework("fetch", languages=SCRIPTS, calls=(CallRule(_NAMES, _fetch),))
