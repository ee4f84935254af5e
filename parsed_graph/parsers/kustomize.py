"""Kustomize: literals of generated ConfigMaps and the files of others (`configmap-env:<name>`), inline patches, charts that it renders.

Of a component, which a deployment may or may not choose, patches are left out. What stands in other files (resources,
bases, patch files) is read there. https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.errors import ArtefactError
from parsed_graph.facts import ConfigValue, Fact, Incomplete, ServiceDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.kubernetes_manifest import manifest_facts
from parsed_graph.syntax.kubernetes_workload import variable_facts
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, load_documents, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_OBJECT = re.compile(r"[\w.-]+")
"""One object's name; a target may be an expression for several."""
_VARIABLES = re.compile(r"/containers/\d+/env(/(\d+|-))?$")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Lines of an inline patch are counted from where it starts."""
    if yaml_kind(artefact) is not YamlKind.KUSTOMIZATION:
        return
    for document in yaml_documents(artefact):
        if isinstance(document, YamlMapping):
            yield from _generators(artefact, document)
            yield from _charts(artefact, document)
            if document.text("kind") != "Component":
                yield from _patches(artefact, document)
                yield from _operations(artefact, document)
            for key in ("namePrefix", "nameSuffix"):
                if document.text(key):
                    detail = f"{key} {document.text(key)} is not applied to the objects of other files"
                    yield Incomplete("unsupported", detail, SourceSpan(artefact.path, document.line_of(key)))


def _generators(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    for generator in document.items_of("configMapGenerator").mappings():
        name = generator.text("name")
        for literal, line in generator.items_of("literals").texts():
            key, equals, value = literal.partition("=")
            if equals:
                span = SourceSpan(artefact.path, line)
                yield ConfigValue(f"configmap:{name}/{key.strip()}", value.strip("'\""), span)
        for source in ("envs", "env"):
            for file, line in generator.items_of(source).texts():
                path = join_path(artefact.directory, file)
                if path:
                    yield ConfigValue(f"configmap-env:{name}", path, SourceSpan(artefact.path, line))
        if "files" in generator:
            detail = f"entries of ConfigMap {name} that come from files are not joined"
            yield Incomplete("unsupported", detail, SourceSpan(artefact.path, generator.line_of("files")))


def _charts(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    for chart in document.items_of("helmCharts").mappings():
        name, release = chart.text("name"), chart.text("releaseName")
        if name:
            aliases = (f"{release}-{name}",) if release and release != name else ()
            span = SourceSpan(artefact.path, chart.line)
            yield ServiceDecl(release or name, span, "helm", image=name, aliases=aliases)


def _patches(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    inline = [(patch.text("patch"), patch.line_of("patch")) for patch in document.items_of("patches").mappings()]
    inline += document.items_of("patchesStrategicMerge").texts()
    for text, line in inline:
        if "kind:" not in text:
            continue  # A file name, or operations on paths.
        try:
            documents = load_documents(artefact.path, "\n" * line + text)
        except ArtefactError as error:
            yield Incomplete(error.reason, f"inline patch: {error.problem}", SourceSpan(artefact.path, line))
        else:
            yield from manifest_facts(artefact.path, documents, "kubernetes")


def _operations(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    """JSON patches (RFC 6902) that add variables to the workload that they are aimed at."""
    patches = [*document.items_of("patches").mappings(), *document.items_of("patchesJson6902").mappings()]
    for patch in patches:
        name, text, line = patch.mapping("target").text("name"), patch.text("patch"), patch.line_of("patch")
        if not _OBJECT.fullmatch(name) or not text.lstrip().startswith(("-", "[")):
            continue
        try:
            documents = load_documents(artefact.path, "\n" * line + text)
        except ArtefactError as error:
            yield Incomplete(error.reason, f"inline patch: {error.problem}", SourceSpan(artefact.path, line))
            continue
        for operations in documents:
            for operation in operations.mappings() if isinstance(operations, YamlList) else ():
                if operation.text("op") in ("add", "replace") and _VARIABLES.search(operation.text("path")):
                    yield from variable_facts(artefact.path, name, list(operation.items_of("value").mappings()), {})


PARSER = Parser("kustomize", patterns=("*.yml", "*.yaml"), parse=parse)
