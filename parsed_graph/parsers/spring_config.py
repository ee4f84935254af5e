"""Configuration files in YAML and properties: each leaf is a ConfigValue, per document and profile.

Spring's `application*` and `bootstrap*`, the files of a configuration repository, and other programs' configuration
that is laid out alike. Which file belongs to which service is decided later, from all files.
"""

from collections.abc import Iterator
from itertools import groupby

from parsed_graph.facts import Fact
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.configuration_facts import config_values
from parsed_graph.syntax.configuration_file import file_profile, is_configuration
from parsed_graph.syntax.flat_keys import flat_keys
from parsed_graph.syntax.properties_document import properties_entries
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Nothing for YAML of another kind (deployment, contracts, pipelines) and for properties that are texts or tools'."""
    return _parse_properties(artefact) if artefact.name.endswith(".properties") else _parse_yaml(artefact)


def _parse_yaml(artefact: Artefact) -> Iterator[Fact]:
    if yaml_kind(artefact) is not YamlKind.CONFIGURATION:
        return
    documents = [document for document in yaml_documents(artefact) if isinstance(document, YamlMapping)]
    keys = {key for document in documents for key in document}
    keys |= {f"server.{key}" for document in documents for key in document.mapping("server")}
    if is_configuration(artefact, keys):
        profile = file_profile(artefact)
        for order, document in enumerate(documents):
            yield from config_values(artefact.path, flat_keys(document), profile, order)


def _parse_properties(artefact: Artefact) -> Iterator[Fact]:
    entries = list(properties_entries(artefact.text))
    if is_configuration(artefact, {entry.key for entry in entries}):
        profile = file_profile(artefact)
        for order, part in groupby(entries, key=lambda entry: entry.document):
            yield from config_values(artefact.path, ((e.key, e.value, e.line) for e in part), profile, order)


PARSER = Parser("spring_config", patterns=("*.yml", "*.yaml", "*.properties"), parse=parse)
