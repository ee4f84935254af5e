"""Tracing set up in JVM code: a Zipkin sender, a Jaeger sender or an OTLP exporter is an InfrastructureUse with its address."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_ZIPKIN = ("zipkin2", "zipkin")
_JAEGER = ("io.jaegertracing",)
_OTEL = ("io.opentelemetry.exporter",)
_OTEL_PRODUCTS = {"Zipkin": "zipkin", "Jaeger": "jaeger", "Otlp": "otel-collector"}


def _zipkin(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`URLConnectionSender.create("http://zipkin:9411/api/v2/spans")`."""
    yield from _uses("zipkin", call, file)


def _jaeger(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new HttpSender.Builder(url)`, `SenderConfiguration().withEndpoint(url)`, `withAgentHost(host)`."""
    yield from _uses("jaeger", call, file)


def _exported(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`OtlpGrpcSpanExporter.builder().setEndpoint(url)`."""
    product = next((p for prefix, p in _OTEL_PRODUCTS.items() if call.receiver_type.startswith(prefix)), "")
    if product:
        yield from _uses(product, call, file)


def _uses(product: str, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.arguments:
        for address in argument_values(call.arguments[0].node, call, file):
            yield InfrastructureUse("tracing", product, file.span(call.line), address=address)


FRAMEWORK = Framework(
    "jvm_tracing",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(
            ("create", "endpoint", "json"),
            _zipkin,
            types=("URLConnectionSender", "OkHttpSender", "ActiveMQSender", "LibthriftSender"),
            imports=_ZIPKIN,
        ),
        CallRule(("withEndpoint", "withAgentHost"), _jaeger, types=("SenderConfiguration",), imports=_JAEGER),
        CallRule(("HttpSender",), _jaeger, imports=_JAEGER),
        CallRule(("setEndpoint",), _exported, imports=_OTEL),
    ),
)
