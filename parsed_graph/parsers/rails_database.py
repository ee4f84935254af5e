"""Rails' `config/database.yml`, Mongoid's `mongoid.yml` and `cable.yml`: the store that the program uses, ERB read as the variable in it.

Of several environments `production` counts where it says an address, else `development`.
https://guides.rubyonrails.org/configuring.html#configuring-a-database
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Env, Fact, InfrastructureUse, Literal, SourceSpan, Text
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.placeholders import merge_literals
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents

_ERB = re.compile(r"<%=\s*(.*?)\s*-?%>")
_ENV = re.compile(
    r"""ENV(?:\.fetch\(\s*|\[\s*)["'](\w+)["']\s*(?:,\s*["']?([^"')\]]*)["']?\s*)?[\])]?(?:\s*\{\s*["']?([^"'}]*)["']?\s*\}|\s*\|\|\s*["']([^"']*)["'])?"""
)
_ADAPTERS = {
    "postgresql": "postgres", "postgis": "postgres", "mysql2": "mysql", "trilogy": "mysql", "sqlserver": "sqlserver",
    "oracle_enhanced": "oracle",
}  # fmt: skip
_ENVIRONMENTS = ("production", "default", "development", "staging")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Nothing for SQLite, and for environments without an adapter of a server."""
    document = next((d for d in yaml_documents(artefact) if isinstance(d, YamlMapping)), None)
    if document is None:
        return
    if artefact.name.startswith("mongoid"):
        yield from _mongo(artefact, document)
    elif artefact.name.startswith("cable"):
        yield from _cable(artefact, document)
    else:
        yield from _database(artefact, document)


def _database(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    found = [(name, _settings(document.mapping(name))) for name in _ENVIRONMENTS if document.mapping(name)]
    for name, (settings, line) in sorted(found, key=lambda pair: not _says_address(pair[1][0])):
        product = _ADAPTERS.get(settings.get("adapter", ""), "")
        url = settings.get("url", "")
        if not product and "://" not in url and not url.startswith("<%"):
            continue
        address = _text(url) if url else _address(settings)
        yield InfrastructureUse("database", product, SourceSpan(artefact.path, line or document.line_of(name)), address)
        return


def _settings(mapping: YamlMapping) -> tuple[dict[str, str], int]:
    """The plain values of an environment, its `primary` database's where there are several, and the line of the host."""
    inner = mapping.mapping("primary") or mapping
    merged = {key: inner.text(key) for key in inner if inner.text(key)}
    base = mapping.mapping("<<") or inner.mapping("<<")
    merged = {**{key: base.text(key) for key in base if base.text(key)}, **merged}
    line = next((inner.line_of(key) for key in ("url", "host", "adapter") if key in inner), 0)
    return merged, line


def _says_address(settings: dict[str, str]) -> bool:
    return bool(settings.get("url") or settings.get("host"))


def _address(settings: dict[str, str]) -> Text:
    """`host:port/database`; Rails takes `DATABASE_URL` where no host is said."""
    if not settings.get("host"):
        return (Env("DATABASE_URL"),)
    port, database = settings.get("port", ""), settings.get("database", "")
    found = joined([(_text(settings["host"]),)] + ([literal(":"), (_text(port),)] if port else []))
    return joined([found, literal("/"), (_text(database),)])[0] if database else found[0]


def _mongo(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    for name in ("production", "development"):
        client = document.mapping(name, "clients", "default")
        hosts = [text for text, _ in client.items_of("hosts").texts()]
        address = client.text("uri") or (hosts[0] if hosts else "")
        if address:
            line = client.line_of("uri") if client.text("uri") else client.line_of("hosts")
            yield InfrastructureUse("database", "mongo", SourceSpan(artefact.path, line), _text(address))
            return


def _cable(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    settings = document.mapping("production")
    if settings.text("adapter") == "redis" and settings.text("url"):
        span = SourceSpan(artefact.path, settings.line_of("url"))
        yield InfrastructureUse("cache", "redis", span, _text(settings.text("url")), certain=False)


def _text(written: str) -> Text:
    """A value with its ERB: an environment variable with its default; other code is unknown."""
    parts: list[Literal | Env] = []
    position = 0
    for match in _ERB.finditer(written):
        parts.append(Literal(written[position : match.start()]))
        position = match.end()
        variable = _ENV.search(match.group(1))
        if variable:
            default = next((group for group in variable.groups()[1:] if group is not None), None)
            parts.append(Env(variable.group(1), default.strip() if default is not None else None))
    parts.append(Literal(written[position:]))
    return merge_literals(list(parts))


PARSER = Parser(
    "rails_database",
    patterns=(
        "*/config/database.yml",
        "config/database.yml",
        "*/config/mongoid.yml",
        "config/mongoid.yml",
        "*/config/cable.yml",
        "config/cable.yml",
    ),
    parse=parse,
)
