"""Infrastructure that Go programs reach by an address: Consul, etcd and Vault, tracing agents and OTLP collectors, mail servers."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.go_calls import package_of
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_HASHICORP = {
    "github.com.hashicorp.consul.api": ("discovery", "consul"),
    "github.com.hashicorp.vault.api": ("config", "vault"),
}
_OTLP = "go.opentelemetry.io.otel.exporters"
_JAEGER = ("github.com.uber.jaeger-client-go", "github.com.jaegertracing")


def _registry(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`config := api.DefaultConfig(); config.Address = addr; api.NewClient(config)`, `&api.Config{Address: addr}`."""
    known = _HASHICORP.get(package_of(call, file))
    if known is None or not call.arguments:
        return
    addresses = [text for node in file.given(call.arguments[0].node, "Address") for text in texts(node, call, file)]
    capability, product = known
    yield from connections(addresses, file, call.line, product=product, capability=capability, function=call.caller)


def _collector(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`otlptracegrpc.WithEndpoint(addr)`, `jaeger.WithCollectorEndpoint(jaeger.WithEndpoint(url))`."""
    package = package_of(call, file)
    if package.startswith((_OTLP, *_JAEGER)) and call.arguments:
        product = "jaeger" if "jaeger" in package else "zipkin" if "zipkin" in package else ""
        addresses = texts(call.arguments[0].node, call, file)
        capability = "monitoring" if "otlpmetric" in package else "logging" if "otlplog" in package else "tracing"
        yield from connections(addresses, file, call.line, product=product, capability=capability, function=call.caller)


def _reporter(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`config.ReporterConfig{LocalAgentHostPort: addr}` of Jaeger's own client."""
    node = call.argument("LocalAgentHostPort", "CollectorEndpoint")
    if call.is_new and node is not None and package_of(call, file).startswith(_JAEGER):
        addresses = texts(node, call, file)
        yield from connections(addresses, file, call.line, product="jaeger", capability="tracing", function=call.caller)


def _zipkin(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if package_of(call, file).startswith(("github.com.openzipkin", "go.opentelemetry.io.otel.exporters.zipkin")):
        addresses = texts(call.argument(position=0), call, file)
        yield from connections(addresses, file, call.line, product="zipkin", capability="tracing", function=call.caller)


def _mail(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`smtp.SendMail(addr, …)`, `gomail.NewDialer(host, port, …)`."""
    package = package_of(call, file)
    if package == "net.smtp" or package.startswith(("gopkg.in.gomail", "gopkg.in.mail", "github.com.wneessen.go-mail")):
        addresses = texts(call.argument(position=0), call, file)
        if call.name == "NewDialer":
            addresses = list(
                joined([tuple(addresses), literal(":"), tuple(texts(call.argument(position=1), call, file))])
            )
        yield from connections(addresses, file, call.line, capability="mail", function=call.caller)


FRAMEWORK = Framework(
    "go_infrastructure",
    ("go",),
    calls=(
        CallRule(("NewClient",), _registry, imports=("github.com/hashicorp/",)),
        CallRule(("WithEndpoint", "WithEndpointURL", "WithAgentHost"), _collector),
        CallRule(("ReporterConfig",), _reporter),
        CallRule(
            ("NewReporter", "New"),
            _zipkin,
            imports=("github.com/openzipkin", "go.opentelemetry.io/otel/exporters/zipkin"),
        ),
        CallRule(("SendMail", "NewDialer", "Dial"), _mail, imports=("net/smtp", "gopkg.in/gomail", "gopkg.in/mail")),
    ),
)
