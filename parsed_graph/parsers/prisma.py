"""Prisma schemas: the datasource is a database use, models are entities with their mapped tables.

https://www.prisma.io/docs/orm/reference/prisma-schema-reference
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Env, Fact, InfrastructureUse, Literal, RepositoryDecl, SourceSpan, Text
from parsed_graph.parser import Artefact, Parser
from parsed_graph.rules.connections import PRODUCTS
from parsed_graph.syntax.unclosed import layout, unclosed

_BLOCK = re.compile(r"^\s*(datasource|model|view|type)\s+(\w+)\s*\{")
_PROVIDER = re.compile(r"""^\s*provider\s*=\s*["'](\w+)["']""")
_URL = re.compile(r"""^\s*url\s*=\s*(?:env\(\s*["'](\w+)["']\s*\)|["']([^"']+)["'])""")
_LAYOUT = layout(
    code=r"""//[^\n]* | (?P<comment>/\*) | (?P<text>") | (?P<open>[{\[(]) | (?P<close>[}\])])""",
    comment=r"(?P<close>\*/)",
    text=r"""\\. | (?P<close>") | (?P<broken>\n)""",
)
_MAP = re.compile(r"""^\s*@@map\(\s*(?:name:\s*)?["']([^"']+)["']""")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Blocks are read line by line, as the schema language has one declaration a line; one without its end could still be renamed."""
    kind, name, start, provider, table = "", "", 0, "", ""
    address: Text = ()
    for number, line in enumerate(artefact.text.splitlines(), 1):
        opened = _BLOCK.match(line)
        if opened is not None:
            kind, name, start, provider, table, address = opened.group(1), opened.group(2), number, "", "", ()
        elif kind and line.strip() == "}":
            yield from _block(kind, name, provider, table, address, SourceSpan(artefact.path, start))
            kind = ""
        elif kind == "datasource":
            found = _PROVIDER.match(line)
            provider = found.group(1) if found is not None else provider
            address = _address(line) or address
        elif kind and (mapped := _MAP.match(line)) is not None:
            table = mapped.group(1)
    yield from unclosed(artefact.path, artefact.text, _LAYOUT)


def _address(line: str) -> Text:
    found = _URL.match(line)
    if found is None:
        return ()
    return (Env(found.group(1)),) if found.group(1) else (Literal(found.group(2)),)


def _block(kind: str, name: str, provider: str, table: str, address: Text, span: SourceSpan) -> Iterator[Fact]:
    if kind == "datasource":
        if provider != "sqlite":
            yield InfrastructureUse("database", PRODUCTS.get(provider, ""), span, address)
    elif kind == "type":
        yield EntityDecl(name, span, "mongo", "value")
    elif kind == "model":
        yield EntityDecl(name, span, "sql", table=table)
        yield RepositoryDecl(name, name, span, "prisma", table)


PARSER = Parser("prisma", patterns=("*.prisma",), parse=parse)
