"""Identity servers, collectors, log servers, registries and mail servers that .NET code names by an address; identity servers themselves."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, RoleDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.csharp_calls import addresses, given_addresses, lambdas
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

# Configured by a lambda: method -> (capability, product, members that hold the address).
_CONFIGURED = {
    "AddJwtBearer": ("auth", "", ("Authority", "MetadataAddress")),
    "AddOpenIdConnect": ("auth", "", ("Authority", "MetadataAddress")),
    "AddIdentityServerAuthentication": ("auth", "", ("Authority",)),
    "AddOAuth2Introspection": ("auth", "", ("Authority", "IntrospectionEndpoint")),
    "AddOtlpExporter": ("tracing", "", ("Endpoint",)),
    "AddZipkinExporter": ("tracing", "zipkin", ("Endpoint",)),
    "AddJaegerExporter": ("tracing", "jaeger", ("AgentHost", "Endpoint")),
    "AddConsul": ("discovery", "consul", ("Address",)),
    "ConsulClient": ("discovery", "consul", ("Address",)),
}
# Called with the address first: method -> (capability, product).
_CALLED = {
    "Seq": ("logging", "seq"),
    "Elasticsearch": ("logging", "elasticsearch"),
    "LogstashHttp": ("logging", "logstash"),
    "DurableHttpUsingFileSizeRolledBuffers": ("logging", "logstash"),
    "GrafanaLoki": ("logging", "loki"),
    "AddSeq": ("logging", "seq"),
    "Zipkin": ("tracing", "zipkin"),
}
_IDENTITY = ("AddIdentityServer", "AddOpenIddict")


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    capability, product, names = _CONFIGURED[call.name]
    found = [text for function in lambdas(call) for text in given_addresses(function, call, file, *names)]
    if found:
        yield from connections(found, file, call.line, product=product, capability=capability, function=call.caller)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`WriteTo.Seq("http://seq:5341")`."""
    capability, product = _CALLED[call.name]
    node = call.argument("serverUrl", "uri", "requestUri", "url", "nodeUris", position=0)
    found = addresses(node, call, file) if call.receiver is not None else []
    if found:
        yield from connections(found, file, call.line, product=product, capability=capability, function=call.caller)


def _mail(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new SmtpClient(host, port)`, MailKit's `client.ConnectAsync(host, port)`."""
    if call.name != "SmtpClient" and call.receiver_type not in ("SmtpClient", "ISmtpClient"):
        return
    found = addresses(call.argument(position=0), call, file) or given_addresses(call.node, call, file, "Host")
    if found:
        yield from connections(found, file, call.line, capability="mail", function=call.caller)


def _role(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A service that issues tokens: an OpenIddict that only validates them does not."""
    if call.name == "AddIdentityServer" or any(other.name == "AddServer" for other in file.calls):
        yield RoleDecl(
            "auth", "identityserver" if call.name == "AddIdentityServer" else "openiddict", file.span(call.line)
        )


FRAMEWORK = Framework(
    "dotnet_infrastructure",
    ("csharp",),
    calls=(
        CallRule(tuple(_CONFIGURED), _configured),
        CallRule(tuple(_CALLED), _called),
        CallRule(("SmtpClient", "ConnectAsync", "Connect"), _mail),
        CallRule(_IDENTITY, _role),
    ),
)
