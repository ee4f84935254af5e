"""Gradle version catalogues (`libs.versions.toml`): what `libs.kafka.clients` in a build script stands for.

Each library is a Dependency of ecosystem `gradle-catalog` whose scope is the accessor that scripts use; a bundle is one
for each of its libraries. https://docs.gradle.org/current/userguide/version_catalogs.html
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Dependency, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.toml_document import toml_document
from parsed_graph.syntax.yaml_document import YamlMapping

_WANTED = ("prefer", "require", "strictly")
_SEPARATORS = re.compile(r"[-_.]")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """The catalogue's name is the file's: `libs` for `libs.versions.toml`."""
    catalogue = artefact.name.removesuffix(".versions.toml")
    document = toml_document(artefact)
    libraries = {}
    for alias in document.mapping("libraries"):
        span = SourceSpan(artefact.path, document.mapping("libraries").line_of(alias))
        library = _library(document, alias, span, f"{catalogue}.{_SEPARATORS.sub('.', alias)}")
        if library:
            libraries[alias] = library
            yield library
    bundles = document.mapping("bundles")
    for bundle in bundles:
        accessor = f"{catalogue}.bundles.{_SEPARATORS.sub('.', bundle)}"
        for member, line in bundles.items_of(bundle).texts():
            found = libraries.get(member)
            if found:
                span = SourceSpan(artefact.path, line)
                yield Dependency("gradle-catalog", found.artifact, span, found.group, found.version, accessor)


def _library(document: YamlMapping, alias: str, span: SourceSpan, accessor: str) -> Dependency | None:
    value = document.mapping("libraries").get(alias)
    if isinstance(value, str):
        module, _, version = value.rpartition(":")
    elif isinstance(value, YamlMapping):
        module = value.text("module") or f"{value.text('group')}:{value.text('name')}"
        reference = value.mapping("version").text("ref")
        version = _version(document.mapping("versions"), reference) if reference else _version(value, "version")
    else:
        return None
    group, colon, artifact = module.partition(":")
    return Dependency("gradle-catalog", artifact, span, group, version, accessor) if colon else None


def _version(holder: YamlMapping, key: str) -> str:
    """`"1.2"`, or what a rich version (`{ strictly = "[1.2, 2.0[", prefer = "1.4" }`) wants."""
    rich = holder.mapping(key)
    return holder.text(key) or next((text for word in _WANTED if (text := rich.text(word))), "")


PARSER = Parser("gradle_catalog", patterns=("*.versions.toml",), parse=parse)
