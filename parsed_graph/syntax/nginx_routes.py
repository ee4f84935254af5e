"""nginx: what a location passes on is a ProxyRoute, through its upstream and with its rewrite.

A URI in `proxy_pass` replaces the location's prefix, `proxy_pass http://orders/;` included; without one the path stays.
http://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_pass
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.facts import ProxyRoute, SourceSpan
from parsed_graph.syntax.nginx_document import Directive, nginx_directives
from parsed_graph.syntax.route_path import prefix_path, regex_prefix, regex_rewrite
from parsed_graph.syntax.shell_text import environment_text

_PASSES = {"proxy_pass": "http", "grpc_pass": "grpc", "fastcgi_pass": "http", "uwsgi_pass": "http", "scgi_pass": "http"}
_URL = re.compile(r"(?:(\w+)://)?([^/]*)(/.*)?", re.S)
_VARIABLE = re.compile(r"\$\{?(\w+)\}?")
_WHOLE_PATH = re.compile(r"\$\{?(request_uri|uri|is_args|args|query_string)\b")
_LOCAL = re.compile(r"^(unix:|127\.0\.0\.1(:9000)?$)")


class _Location(NamedTuple):
    path: str
    rewrite: str | None


def nginx_routes(path: str, text: str, service: str = "", first_line: int = 0) -> Iterator[ProxyRoute]:
    """`service` names the unit where the file stands inside another one, `first_line` what to add to its lines."""
    directives = list(nginx_directives(text))
    upstreams: defaultdict[str, list[str]] = defaultdict(list)
    variables: dict[str, str] = {}
    rewrites: dict[Directive, Directive] = {}
    for blocks, directive in directives:
        inner = blocks[-1] if blocks else None
        if directive.name == "server" and directive.arguments and inner and inner.name == "upstream":
            upstreams[inner.arguments[0] if inner.arguments else ""].append(directive.arguments[0])
        elif directive.name == "set" and len(directive.arguments) == 2:
            variables[directive.arguments[0].lstrip("$")] = directive.arguments[1]
        elif directive.name == "rewrite" and inner and len(directive.arguments) > 1:
            rewrites[inner] = directive
    for blocks, directive in directives:
        if directive.name in _PASSES and directive.arguments:
            span = SourceSpan(path, directive.line + first_line)
            yield from _routes(blocks, directive, upstreams, variables, rewrites, span, service)


def _routes(
    blocks: tuple[Directive, ...],
    directive: Directive,
    upstreams: dict[str, list[str]],
    variables: dict[str, str],
    rewrites: dict[Directive, Directive],
    span: SourceSpan,
    service: str,
) -> Iterator[ProxyRoute]:
    given = _VARIABLE.sub(lambda match: variables.get(match[1], match[0]), directive.arguments[0])
    cut = _WHOLE_PATH.search(given)
    matched = _URL.match(given[: cut.start()] if cut else given)
    scheme, host, uri = matched.groups() if matched else (None, given, None)
    uri = None if cut and uri in (None, "/") else uri
    if not host or _LOCAL.match(given.removeprefix("http://")) or "$host" in host or "$http_host" in host:
        return
    location = _location(blocks, rewrites)
    rewrite = location.rewrite if location.rewrite is not None else _uri_rewrite(uri)
    for server in upstreams.get(host, [host]):
        if not server.startswith("unix:"):
            target = environment_text(f"{scheme or _PASSES[directive.name]}://{server}")
            yield ProxyRoute(location.path, target, span, "nginx", rewrite=rewrite, service=service)


def _uri_rewrite(uri: str | None) -> str | None:
    """`/` for a bare slash; `$1` keeps what a group took."""
    if uri is None:
        return None
    return regex_rewrite(uri.partition("?")[0]) or "/"


def _location(blocks: tuple[Directive, ...], rewrites: dict[Directive, Directive]) -> _Location:
    """The innermost location's path, and what a `rewrite` in it or in an `if` of it makes of the path."""
    locations = [block for block in blocks if block.name == "location" and block.arguments]
    path = _location_path(locations[-1].arguments) if locations else "/**"
    for block in reversed(blocks):
        rewrite = rewrites.get(block)
        if rewrite is not None and block.name in ("location", "if"):
            pattern, replacement = rewrite.arguments[:2]
            prefix = regex_prefix(pattern)
            shown = prefix_path(prefix) if prefix else path
            return _Location(shown, regex_rewrite(replacement) or "/")
    return _Location(path, None)


def _location_path(arguments: tuple[str, ...]) -> str:
    modifier, pattern = arguments[0] if len(arguments) > 1 else "", arguments[-1]
    for glued in ("~*", "^~", "~", "="):
        if not modifier and pattern.startswith(glued):
            modifier, pattern = glued, pattern.removeprefix(glued)
    if modifier == "=":
        return pattern
    if pattern.startswith("@"):
        return "/**"
    if modifier in ("~", "~*"):
        return prefix_path(regex_prefix(pattern.replace("\\/", "/")))
    return prefix_path(pattern)
