"""JavaScript processes: listening servers, consumers that run, and web applications that a bundler serves."""

from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_SERVERS = {
    "express": "express", "Express": "express", "Application": "express", "Koa": "koa", "fastify": "fastify",
    "Fastify": "fastify", "FastifyInstance": "fastify", "http.createServer": "node", "https.createServer": "node",
    "http2.createServer": "node", "http2.createSecureServer": "node", "Elysia": "elysia", "Server": "node", "polka": "polka",
    "restify.createServer": "restify", "net.createServer": "node", "json-server.create": "express", "Hapi.server": "hapi",
    "createServer": "node", "spdy.createServer": "node", "uWS.App": "node",
}  # fmt: skip
_SERVER_PACKAGES = (
    "express",
    "koa",
    "fastify",
    "http",
    "node:http",
    "https",
    "node:https",
    "http2",
    "restify",
    "polka",
    "elysia",
    "net",
    "@hapi",
    "spdy",
    "json-server",
)
_MOUNTS = (
    "mount",
    "$mount",
    "bootstrapModule",
    "bootstrapApplication",
    "createRoot",
    "hydrateRoot",
    "render",
    "hydrate",
)


def _listened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    framework = _SERVERS.get(call.receiver_type)
    if framework is not None:
        yield ApplicationDecl(file.span(call.line), file.language, framework)
    elif (
        call.receiver is not None and call.receiver_type == "" and file.imports_any(_SERVER_PACKAGES) and call.arguments
    ):
        known = next((p for p in ("express", "koa", "fastify") if file.imports_any((p,))), "node")
        yield ApplicationDecl(file.span(call.line), file.language, known)


def _served(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(file.span(call.line), file.language, "hono")


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(file.span(call.line), file.language, "grpc")


def _started(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(file.span(call.line), file.language, "hapi")


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(file.span(call.line), file.language, "main")


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`createApp(App).mount("#app")`, `ReactDOM.createRoot(…)`, `platformBrowserDynamic().bootstrapModule(…)`."""
    if call.name in ("render", "hydrate") and call.receiver_type not in ("react-dom", "ReactDOM", "preact"):
        return
    yield ApplicationDecl(file.span(call.line), file.language, "web")


FRAMEWORK = Framework(
    "node_application",
    languages=SCRIPTS,
    calls=(
        CallRule(("listen",), _listened),
        CallRule(("serve",), _served, imports=("@hono/node-server", "hono/bun", "hono/deno")),
        CallRule(
            ("bindAsync", "bind"), _bound, types=("Server", "Server.addService"), imports=("@grpc/grpc-js", "grpc")
        ),
        CallRule(("start",), _started, types=("@hapi/hapi.server", "Server"), imports=("@hapi/hapi", "hapi")),
        CallRule(("run",), _consumed, types=("Kafka.consumer", "Consumer"), imports=("kafkajs",)),
        CallRule(
            _MOUNTS,
            _mounted,
            imports=("vue", "react-dom", "@angular/platform-browser", "@angular/core", "preact", "solid-js"),
        ),
    ),
)
