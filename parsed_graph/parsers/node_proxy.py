"""Reverse proxies in Node.js code (http-proxy-middleware, express-http-proxy, @fastify/http-proxy, http-proxy) forward a path to a target."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, ProxyRoute, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import entry_of, literal_text, object_entries, option, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_MIDDLEWARE = ("createProxyMiddleware", "proxy", "createProxy", "legacyCreateProxyMiddleware", "httpProxy")
_PACKAGES = (
    "http-proxy-middleware",
    "express-http-proxy",
    "@fastify/http-proxy",
    "fastify-http-proxy",
    "http-proxy",
    "koa-proxies",
    "koa-better-http-proxy",
)


def _used(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.use("/api", createProxyMiddleware({ target }))`, `app.use("/api", proxy("http://orders"))`."""
    for argument in call.arguments:
        made = file.origin(argument.node)
        if made is None or made.name not in _MIDDLEWARE or made is call:
            continue
        paths = _paths(call, argument.node, file) or _own_paths(made, file)
        options = next((a.node for a in made.arguments if object_entries(a.node, file)), None)
        target = entry_of(options, file, "target") or made.argument(position=0)
        strip, rewrite = _rewritten(options, file)
        for path in paths or ["/"]:
            for address in texts(target, made, file):
                if _is_address(address):
                    is_stripped = strip or made.name in ("proxy", "httpProxy")
                    yield ProxyRoute(
                        path, address, file.span(made.line), "node-proxy", path.strip("/").count("/") + 1 if is_stripped and path.strip("/") else 0,
                        rewrite, function=call.caller,
                    )  # fmt: skip


def _paths(call: CallSyntax, proxy: Node, file: SourceFile) -> list[str]:
    first = call.arguments[0].node
    return [text for text in [literal_text(first, file)] if text.startswith("/")] if first != proxy else []


def _own_paths(made: CallSyntax, file: SourceFile) -> list[str]:
    """`createProxyMiddleware("/api", { target })` and the option `pathFilter`."""
    first = made.argument(position=0)
    text = literal_text(first, file) or literal_text(option(made, file, "pathFilter"), file)
    return [re.sub(r"/?\*\*$", "", text) or "/"] if text.startswith("/") else []


def _rewritten(options: Node | None, file: SourceFile) -> tuple[bool, str | None]:
    """`pathRewrite: { "^/api": "" }` strips the prefix, another value replaces it."""
    for value in object_entries(entry_of(options, file, "pathRewrite"), file).values():
        text = literal_text(value, file)
        return (True, None) if text in ("", "/") else (False, text)
    return False, None


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`fastify.register(proxy, { upstream, prefix, rewritePrefix })`."""
    prefix = literal_text(option(call, file, "prefix"), file) or "/"
    given = option(call, file, "rewritePrefix")
    rewrite = literal_text(given, file) if given is not None else None
    for address in texts(option(call, file, "upstream"), call, file):
        if _is_address(address):
            strip = 0 if rewrite is not None or prefix == "/" else prefix.strip("/").count("/") + 1
            yield ProxyRoute(prefix, address, file.span(call.line), "node-proxy", strip, rewrite, function=call.caller)


def _forwarded(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`proxy.web(request, response, { target })`."""
    for address in texts(entry_of(call.argument(position=2), file, "target"), call, file):
        if _is_address(address):
            yield ProxyRoute("/", address, file.span(call.line), "node-proxy", function=call.caller)


def _is_address(text: Text) -> bool:
    first = text[0] if text else None
    return first is not None and (not isinstance(first, Literal) or first.text.startswith(("http", "ws")))


FRAMEWORK = Framework(
    "node_proxy",
    languages=SCRIPTS,
    calls=(
        CallRule(("use", "all", "get", "post"), _used, imports=_PACKAGES),
        CallRule(("register",), _registered, imports=("@fastify/http-proxy", "fastify-http-proxy")),
        CallRule(("web",), _forwarded, imports=("http-proxy",)),
    ),
)
