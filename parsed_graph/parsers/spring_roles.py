"""Spring Cloud's @Enable annotations: a server's is a RoleDecl, a client's an InfrastructureUse.

Circuit breakers (@EnableHystrix, @EnableCircuitBreaker) and Feign join nothing and are no facts.
https://docs.spring.io/spring-cloud-netflix/reference/
"""

from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.facts import Fact, InfrastructureUse, RoleDecl
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile


class _Server(NamedTuple):
    role: str
    product: str


class _Client(NamedTuple):
    capability: str
    product: str


_SERVERS = {
    "EnableConfigServer": _Server("config", "spring-cloud-config"),
    "EnableEurekaServer": _Server("discovery", "eureka"),
    "EnableZuulProxy": _Server("gateway", "zuul"),
    "EnableZuulServer": _Server("gateway", "zuul"),
    "EnableSidecar": _Server("gateway", "zuul"),
    "EnableAdminServer": _Server("monitoring", "spring-boot-admin"),
    "EnableHystrixDashboard": _Server("monitoring", "hystrix-dashboard"),
    "EnableTurbine": _Server("monitoring", "turbine"),
    "EnableTurbineStream": _Server("monitoring", "turbine"),
    "EnableTurbineAmqp": _Server("monitoring", "turbine"),
    "EnableZipkinServer": _Server("monitoring", "zipkin"),
    "EnableZipkinStreamServer": _Server("monitoring", "zipkin"),
    "EnableAuthorizationServer": _Server("auth", "spring-oauth2"),
}
_CLIENTS = {
    "EnableSidecar": _Client("discovery", "eureka"),
    "EnableEurekaClient": _Client("discovery", "eureka"),
    "EnableDiscoveryClient": _Client("discovery", ""),
    "EnableNacosDiscovery": _Client("discovery", "nacos"),
    "EnableNacosConfig": _Client("config", "nacos"),
    "NacosPropertySource": _Client("config", "nacos"),
    "EnableApolloConfig": _Client("config", "apollo"),
    "EnableResourceServer": _Client("auth", ""),
    "EnableOAuth2Resource": _Client("auth", ""),
    "EnableOAuth2Client": _Client("auth", ""),
    "EnableOAuth2Sso": _Client("auth", ""),
    "EnableOidcClient": _Client("auth", ""),
    # These servers read the streams of their clients from a broker.
    "EnableTurbineStream": _Client("messaging", ""),
    "EnableTurbineAmqp": _Client("messaging", "rabbitmq"),
    "EnableZipkinStreamServer": _Client("messaging", ""),
}


def _enabled(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    span = file.span(annotation.line)
    server, client = _SERVERS.get(annotation.name), _CLIENTS.get(annotation.name)
    if server is not None:
        yield RoleDecl(server.role, server.product, span)
    if client is not None:
        yield InfrastructureUse(client.capability, client.product, span)


FRAMEWORK = Framework(
    "spring_roles",
    ("java", "kotlin", "scala", "groovy"),
    annotations=(AnnotationRule((*_SERVERS, *(name for name in _CLIENTS if name not in _SERVERS)), _enabled),),
)
