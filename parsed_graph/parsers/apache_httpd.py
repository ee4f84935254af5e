"""Apache httpd: ProxyPass, ProxyPassMatch and RewriteRule [P] are ProxyRoutes, balancers their members.

https://httpd.apache.org/docs/2.4/mod/mod_proxy.html
"""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.facts import Fact, ProxyRoute, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.route_path import prefix_path, regex_prefix, regex_rewrite
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.unclosed import TEMPLATED, layout, unclosed

_SECTION = re.compile(r"^<(Location|LocationMatch|Proxy)\s+(.*?)>\s*$", re.I)
_LAYOUT = layout(
    code=r"^[ \t]*\#[^\n]* | (?P<section>^[ \t]*<[A-Za-z]\w*[^\n]*)",
    section=r"^[ \t]*\#[^\n]* | (?P<section>^[ \t]*<[A-Za-z]\w*[^\n]*) | (?P<close>^[ \t]*</)",
)
_URL = re.compile(r"(\w+)://([^/]*)(/.*)?")


class _Line(NamedTuple):
    number: int
    words: list[str]
    section: str
    argument: str


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A path that is excluded (`ProxyPass /static !`) gives nothing."""
    if "ProxyPass" not in artefact.text and "[P" not in artefact.text:
        return
    lines = list(_lines(artefact.text))
    members: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines:
        if line.words[0].lower() == "balancermember" and len(line.words) > 1:
            inside = line.section == "proxy"
            balancer, member = (line.argument, line.words[1]) if inside else (line.words[1], line.words[-1])
            members[balancer].append(member)
    for line in lines:
        directive = line.words[0].lower()
        if directive in ("proxypass", "proxypassmatch"):
            yield from _proxy_pass(artefact, line, members)
        elif directive == "rewriterule" and len(line.words) > 3 and re.search(r"[\[,]P[\],]", line.words[3]):
            replaced = line.words[2].replace("%{REQUEST_URI}", "")
            pattern = line.words[1] if line.words[1].startswith(("/", "^/")) else "^/" + line.words[1].lstrip("^")
            yield from _routes(artefact, line, pattern, replaced, members, is_pattern=True)
    if not TEMPLATED.search(artefact.text):
        yield from unclosed(artefact.path, artefact.text, _LAYOUT)


def _lines(text: str) -> Iterator[_Line]:
    section, argument, pending = "", "", ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = pending + raw.strip()
        pending = ""
        if line.endswith("\\"):
            pending = line[:-1]
        elif line.startswith("</"):
            section, argument = "", ""
        elif opened := _SECTION.match(line):
            section, argument = opened[1].lower(), opened[2].strip("~ \"'")
        elif line and not line.startswith("#"):
            yield _Line(number, _words(line), section, argument)


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line, posix=True) or [line]
    except ValueError:
        return line.split()


def _proxy_pass(artefact: Artefact, line: _Line, members: dict[str, list[str]]) -> Iterator[Fact]:
    """In a Location the path is the section's: `ProxyPass http://orders:8080/`."""
    words = [word for word in line.words[1:] if "=" not in word or "://" in word]
    if line.section.startswith("location") and words and "://" in words[0]:
        words = [line.argument, *words]
    if len(words) > 1 and words[1] != "!":
        is_pattern = line.words[0].lower() == "proxypassmatch" or line.section == "locationmatch"
        yield from _routes(artefact, line, words[0], words[1], members, is_pattern)


def _routes(
    artefact: Artefact, line: _Line, path: str, url: str, members: dict[str, list[str]], is_pattern: bool
) -> Iterator[Fact]:
    matched = _URL.match(url)
    if not matched:
        return
    scheme, host, uri = matched.groups()
    shown = prefix_path(regex_prefix(path)) if is_pattern else prefix_path(path)
    rewrite: str | None = regex_rewrite(uri or "/") or "/"
    # To a pattern's target without a path the whole path is appended.
    if (is_pattern and not uri) or (shown == "/**" and rewrite == "/"):
        rewrite = None
    for member in members.get(f"balancer://{host}", [f"{scheme}://{host}"]):
        target = environment_text(member.rstrip("/"))
        yield ProxyRoute(shown, target, SourceSpan(artefact.path, line.number), "httpd", rewrite=rewrite)


PARSER = Parser(
    "apache_httpd",
    patterns=("*.conf", "*.conf.template", ".htaccess", "*sites-available/*", "*sites-enabled/*", "*.vhost"),
    parse=parse,
)
