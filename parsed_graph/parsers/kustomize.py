"""Kustomize: literals of generated ConfigMaps, inline patches, charts that it renders, and JSON patches in files of their own.

References to other files are ConfigValues with the path, joined later: `configmap-env:<name>`, `configmap-file:<name>/<entry>`,
`patch-file:<workload>` ("" where no single name is given), the latter to `patch-variable:<name>` of the patch;
`kustomize-resource:` for what it takes in, under names with `kustomize-names:<prefix>*<suffix>`.
Of a component, which a deployment may or may not choose, patches are left out. What else stands in other files (resources,
bases, strategic merge patches) is read there. https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
"""

import re
from collections.abc import Iterator, Sequence

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.errors import ArtefactError
from parsed_graph.facts import ConfigValue, EnvValue, Fact, Incomplete, ServiceDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.configuration_file import SPRING_STEM
from parsed_graph.syntax.kubernetes_manifest import manifest_facts
from parsed_graph.syntax.kubernetes_workload import variable_facts
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue, load_documents, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_OBJECT = re.compile(r"[\w.-]+")
"""One object's name; a target may be an expression for several."""
_VARIABLES = re.compile(r"/containers/\d+/env(/(\d+|-))?$")
_NOT_APPLIED = re.compile(r"/containers/\d+/(env/\d+/|envFrom(/|$))|^/data/")
"""What else a patch may change that decides what a program is told."""


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Lines of an inline patch are counted from where it starts."""
    if yaml_kind(artefact) is not YamlKind.KUSTOMIZATION:
        if b"/containers/" in artefact.content:
            yield from _patch_file(artefact)
        return
    for document in yaml_documents(artefact):
        if isinstance(document, YamlMapping):
            yield from _generators(artefact, document)
            yield from _charts(artefact, document)
            if document.text("kind") != "Component":
                yield from _patches(artefact, document)
                yield from _inline_operations(artefact, document)
                yield from _files_of_patches(artefact, document)
            yield from _names(artefact, document)


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
        yield from _files(artefact, name, generator)


def _files(artefact: Artefact, name: str, generator: YamlMapping) -> Iterator[Fact]:
    entries: list[tuple[str, str, SourceSpan]] = []
    for written, line in generator.items_of("files").texts():
        entry, equals, file = written.partition("=")
        path = join_path(artefact.directory, file if equals else written)
        if path:
            entries.append((entry if equals else path.rpartition("/")[2], path, SourceSpan(artefact.path, line)))
    if _is_configuration_repository([entry for entry, _, _ in entries]):
        detail = f"the files of ConfigMap {name} configure several programs, not only who mounts it"
        yield Incomplete("unsupported", detail, SourceSpan(artefact.path, generator.line_of("files")))
        return
    for entry, path, span in entries:
        yield ConfigValue(f"configmap-file:{name}/{entry}", path, span)


def _is_configuration_repository(entries: Sequence[str]) -> bool:
    """Whether files for programs by name lie beside one for all: a configuration server mounts them, and serves them to others."""
    stems = [entry.rpartition(".")[0] for entry in entries if entry.endswith((".yml", ".yaml", ".properties"))]
    return len({SPRING_STEM.match(stem) is None for stem in stems}) > 1


def _names(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    for key in ("resources", "bases", "components"):
        for resource, line in document.items_of(key).texts():
            path = join_path(artefact.directory, resource)
            if path is not None and "://" not in resource:
                yield ConfigValue("kustomize-resource:", path, SourceSpan(artefact.path, line))
    prefix, suffix = document.text("namePrefix"), document.text("nameSuffix")
    if prefix or suffix:
        span = SourceSpan(artefact.path, document.line_of("namePrefix" if prefix else "nameSuffix"))
        yield ConfigValue(f"kustomize-names:{prefix}*{suffix}", "", span)


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


def _inline_operations(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    for patch in _json_patches(document):
        name, text, line = _target(patch), patch.text("patch"), patch.line_of("patch")
        if not text.lstrip().startswith(("-", "[")):
            continue
        try:
            facts = list(_operations(artefact.path, name, load_documents(artefact.path, "\n" * line + text)))
        except ArtefactError as error:
            yield Incomplete(error.reason, f"inline patch: {error.problem}", SourceSpan(artefact.path, line))
            continue
        if not name and any(isinstance(fact, EnvValue) for fact in facts):
            detail = "variables that a patch gives to what no single name says are not joined"
            yield Incomplete("unsupported", detail, SourceSpan(artefact.path, line))
        yield from (fact for fact in facts if name or not isinstance(fact, EnvValue))


def _files_of_patches(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    files = [(patch.text("path"), patch.line_of("path")) for patch in _json_patches(document)]
    for file, line in [*files, *document.items_of("patchesStrategicMerge").texts()]:
        if file.endswith(".json"):
            yield Incomplete("unsupported", f"the patch {file} is not read", SourceSpan(artefact.path, line))
    for patch in _json_patches(document):
        path = join_path(artefact.directory, patch.text("path"))
        if path and "path" in patch and "target" in patch:
            yield ConfigValue(f"patch-file:{_target(patch)}", path, SourceSpan(artefact.path, patch.line_of("path")))


def _patch_file(artefact: Artefact) -> Iterator[Fact]:
    """Variables without a workload: it stands in the kustomization."""
    for fact in _operations(artefact.path, "", yaml_documents(artefact)):
        if isinstance(fact, EnvValue):
            yield ConfigValue(f"patch-variable:{fact.key}", fact.value, fact.span)
        else:
            yield fact


def _json_patches(document: YamlMapping) -> list[YamlMapping]:
    return [*document.items_of("patches").mappings(), *document.items_of("patchesJson6902").mappings()]


def _target(patch: YamlMapping) -> str:
    name = patch.mapping("target").text("name")
    return name if _OBJECT.fullmatch(name) else ""


def _operations(path: str, workload: str, documents: Sequence[YamlValue]) -> Iterator[EnvValue | Incomplete]:
    """What JSON patches (RFC 6902) add to the variables of a workload."""
    for operations in documents:
        for operation in operations.mappings() if isinstance(operations, YamlList) else ():
            place = operation.text("path")
            if operation.text("op") not in ("add", "replace"):
                continue
            if _VARIABLES.search(place):
                yield from variable_facts(path, workload, list(operation.items_of("value").mappings()), {})
            elif _NOT_APPLIED.search(place):
                detail = f"a JSON patch of {place} is not applied"
                yield Incomplete("unsupported", detail, SourceSpan(path, operation.line_of("path")))


PARSER = Parser("kustomize", patterns=("*.yml", "*.yaml"), parse=parse)
