"""Composer: a composer.json is a ModuleDecl with its Dependencies. https://getcomposer.org/doc/04-schema.md"""

from collections.abc import Iterator

from parsed_graph.facts import Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.json_document import json_mapping

_SECTIONS = {"require": "", "require-dev": "dev"}


def parse(artefact: Artefact) -> Iterator[Fact]:
    """PHP itself and its extensions are no libraries."""
    document = json_mapping(artefact)
    name = document.text("name") or artefact.directory.rpartition("/")[2]
    span = SourceSpan(artefact.path, document.line_of("name"))
    yield ModuleDecl(name, artefact.directory, span, build="composer", version=document.text("version"))
    for section, scope in _SECTIONS.items():
        listed = document.mapping(section)
        for library in listed:
            if "/" in library:
                at = SourceSpan(artefact.path, listed.line_of(library))
                yield Dependency("composer", library, at, version=listed.text(library), scope=scope)


PARSER = Parser("composer", patterns=("composer.json",), parse=parse)
