"""HAProxy: each use_backend of a frontend is a ProxyRoute to the servers of that backend.

https://docs.haproxy.org/3.0/configuration.html
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.facts import Fact, ProxyRoute, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.route_path import prefix_path, regex_prefix
from parsed_graph.syntax.shell_text import environment_text

_SECTIONS = frozenset({"frontend", "backend", "listen", "global", "defaults", "userlist", "resolvers", "peers"})
_REPLACED = re.compile(r"http-request\s+(?:set-path|replace-path|replace-uri)\s+(.*)")


class _Line(NamedTuple):
    number: int
    section: str
    name: str
    words: list[str]


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Conditions other than on the path (hosts, headers) count as any path."""
    lines = list(_lines(artefact.text))
    servers: defaultdict[str, list[str]] = defaultdict(list)
    paths: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    rewrites: dict[str, str] = {}
    for line in lines:
        if line.words[0] == "server" and len(line.words) > 2:
            servers[line.name].append(line.words[2])
        elif line.words[0] == "acl" and len(line.words) > 3:
            paths[line.name, line.words[1]] += _acl_paths(line.words[2:])
        elif replaced := _REPLACED.match(" ".join(line.words)):
            rewrites[line.name] = regex_rewrite_of(replaced[1])
    for line in lines:
        if line.words[0] in ("use_backend", "default_backend") and len(line.words) > 1:
            backend = line.words[1]
            for path in _condition_paths(line, paths):
                yield from _routes(artefact, line.number, path, servers.get(backend, []), rewrites.get(backend))
        elif line.section == "listen" and line.words[0] == "server" and len(line.words) > 2:
            yield from _routes(artefact, line.number, "/**", [line.words[2]], rewrites.get(line.name))


def regex_rewrite_of(arguments: str) -> str:
    r"""What `replace-path /api/(.*) /\1` or `set-path %[path,regsub(^/api/,/)]` puts in place of the prefix."""
    substituted = re.search(r"regsub\(([^,]*),([^,)]*)", arguments)
    replacement = substituted[2] if substituted else arguments.split()[-1]
    return re.split(r"\\\d|%\[", replacement)[0] or "/"


def _lines(text: str) -> Iterator[_Line]:
    section, name = "", ""
    for number, raw in enumerate(text.split("\n"), 1):
        words = raw.partition("#")[0].split()
        if words and words[0] in _SECTIONS:
            section, name = words[0], words[1] if len(words) > 1 else ""
        elif words:
            yield _Line(number, section, name, words)


def _acl_paths(words: list[str]) -> Iterator[str]:
    criterion, *rest = words or [""]
    values = [word for word in rest if not word.startswith("-")]
    if criterion == "path":
        yield from (value for value in values if value.startswith("/"))
    elif criterion in ("path_beg", "path_dir") or "path_beg" in criterion:
        yield from (prefix_path(value) for value in values)
    elif criterion == "path_reg":
        yield from (prefix_path(regex_prefix(value)) for value in values)


def _condition_paths(line: _Line, paths: dict[tuple[str, str], list[str]]) -> list[str]:
    conditions = [word for word in line.words[2:] if word not in ("if", "or", "||", "and", "{", "}")]
    if "{" in line.words:
        return list(_acl_paths(conditions)) or ["/**"]
    found = [path for name in conditions for path in paths.get((line.name, name), ())]
    return found or ["/**"]


def _routes(artefact: Artefact, line: int, path: str, servers: list[str], rewrite: str | None) -> Iterator[Fact]:
    for server in servers:
        target = environment_text(f"http://{server.strip(chr(34))}")
        yield ProxyRoute(path, target, SourceSpan(artefact.path, line), "haproxy", rewrite=rewrite)


PARSER = Parser("haproxy", patterns=("haproxy*.cfg", "haproxy*.conf", "*haproxy.cfg", "*/haproxy/*.cfg"), parse=parse)
