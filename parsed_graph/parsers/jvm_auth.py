"""Spring Security and Keycloak: a resource server or login client is an InfrastructureUse of auth, an authorisation server's configuration a RoleDecl.

https://docs.spring.io/spring-security/reference/servlet/oauth2/
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, RoleDecl, Setting, Text
from parsed_graph.framework import CallRule, Framework, TypeRule
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_SECURITY = ("org.springframework.security",)
_AUTHORISATION = ("org.springframework.security.oauth2.server.authorization",)
_KEYCLOAK = ("org.keycloak",)
_ISSUER: Text = (Setting("spring.security.oauth2.resourceserver.jwt.issuer-uri"),)
_KEY_SET: Text = (Setting("spring.security.oauth2.resourceserver.jwt.jwk-set-uri"),)
_KEYCLOAK_URL: Text = (Setting("keycloak.auth-server-url"),)


def _checks_tokens(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`http.oauth2ResourceServer(…)`: where its keys come from is in configuration."""
    span = file.span(call.line)
    yield InfrastructureUse("auth", "", span, address=_ISSUER)
    yield InfrastructureUse("auth", "", span, address=_KEY_SET)


def _logs_in(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`http.oauth2Login(…)`, `http.oauth2Client(…)`."""
    yield InfrastructureUse("auth", "", file.span(call.line))


def _addressed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`JwtDecoders.fromIssuerLocation(url)`, `NimbusJwtDecoder.withJwkSetUri(url)`, `ClientRegistration…tokenUri(url)`."""
    for address in argument_values(call.argument(position=0), call, file):
        yield InfrastructureUse("auth", "", file.span(call.line), address=address)


def _serves(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`OAuth2AuthorizationServerConfiguration.applyDefaultSecurity(http)` and its successors."""
    yield RoleDecl("auth", "spring-authorization-server", file.span(call.line))


def _keycloak_client(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    yield InfrastructureUse("auth", "keycloak", file.span(declared.line), address=_KEYCLOAK_URL)


def _keycloak_admin(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`KeycloakBuilder.builder().serverUrl(url)`."""
    for address in argument_values(call.argument(position=0), call, file):
        yield InfrastructureUse("auth", "keycloak", file.span(call.line), address=address)


FRAMEWORK = Framework(
    "jvm_auth",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("oauth2ResourceServer",), _checks_tokens, imports=_SECURITY),
        CallRule(("oauth2Login", "oauth2Client"), _logs_in, imports=_SECURITY),
        CallRule(
            ("fromIssuerLocation", "fromOidcIssuerLocation", "withJwkSetUri", "withIssuerLocation", "tokenUri"),
            _addressed,
            types=(
                "JwtDecoders",
                "ReactiveJwtDecoders",
                "NimbusJwtDecoder",
                "NimbusReactiveJwtDecoder",
                "ClientRegistrations",
                "ClientRegistration",
            ),
            imports=_SECURITY,
        ),
        CallRule(
            ("applyDefaultSecurity", "authorizationServer", "OAuth2AuthorizationServerConfigurer"),
            _serves,
            types=("OAuth2AuthorizationServerConfiguration", "OAuth2AuthorizationServerConfigurer"),
            imports=_AUTHORISATION,
        ),
        CallRule(("serverUrl",), _keycloak_admin, types=("KeycloakBuilder",), imports=_KEYCLOAK),
    ),
    types=(TypeRule(("KeycloakWebSecurityConfigurerAdapter",), _keycloak_client, imports=_KEYCLOAK),),
)
