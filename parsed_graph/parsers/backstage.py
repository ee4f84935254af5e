"""Backstage catalogue files: components, APIs, resources, systems, domains, groups and locations are CatalogEntities."""

import re
from collections.abc import Iterator

from parsed_graph.facts import CatalogEntity, Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.structured_document import structured_documents
from parsed_graph.syntax.yaml_document import YamlMapping, YamlValue

_KINDS = {kind.lower(): kind for kind in ("Component", "API", "Resource", "System", "Domain", "Group", "Location")}
# https://backstage.io/docs/features/software-catalog/descriptor-format
_LISTS = (
    "dependsOn",
    "dependencyOf",
    "providesApis",
    "consumesApis",
    "subcomponentOf",
    "subdomainOf",
    "parent",
    "children",
)
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_ANNOTATIONS = ("backstage.io/", "github.com/", "gitlab.com/", "pagerduty.com/", "opsgenie.com/")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """References are kept as written; users and templates are left out."""
    if b"backstage.io/" not in artefact.content:
        return
    for document in structured_documents(artefact):
        if isinstance(document, YamlMapping) and document.text("apiVersion").startswith("backstage.io/"):
            yield from _entity(artefact, document)


def _entity(artefact: Artefact, document: YamlMapping) -> Iterator[CatalogEntity | Incomplete]:
    kind = _KINDS.get(document.text("kind").lower())
    metadata, spec = document.mapping("metadata"), document.mapping("spec")
    name, namespace = metadata.text("name"), metadata.text("namespace")
    if kind is None:
        return
    if not _NAME.fullmatch(name):
        if b"{{" not in artefact.content:  # The skeleton of a scaffolder's template is no entity.
            detail = f"{kind} without a valid metadata.name: {name[:80]!r}"
            yield Incomplete("malformed-entity", detail, SourceSpan(artefact.path, document.line))
        return
    annotations = metadata.mapping("annotations")
    yield CatalogEntity(
        kind,
        name if namespace in ("", "default") else f"{namespace}/{name}",
        SourceSpan(artefact.path, metadata.line_of("name")),
        type=spec.text("type"),
        owner=spec.text("owner"),
        system=spec.text("system"),
        domain=spec.text("domain"),
        title=metadata.text("title"),
        annotations={
            key: value for key in annotations if key.startswith(_ANNOTATIONS) and (value := annotations.text(key))
        },
        relations=tuple(dict.fromkeys(_relations(document, spec))),
    )


def _relations(document: YamlMapping, spec: YamlMapping) -> Iterator[tuple[str, str]]:
    for relation in _LISTS:
        yield from ((relation, target) for target, _ in spec.items_of(relation).texts() if target)
    for target, _ in (*spec.items_of("target").texts(), *spec.items_of("targets").texts()):
        yield "target", target
    yield from (("definition", target) for target in _placeholders(spec.get("definition")))
    for item in document.items_of("relations").mappings():
        target = item.text("targetRef")
        if item.text("type") and target:
            yield item.text("type"), target


def _placeholders(definition: YamlValue) -> Iterator[str]:
    """An API's definition that stands in another file: `$text: ./openapi.yaml`."""
    if isinstance(definition, YamlMapping):
        yield from (
            definition.text(key) for key in ("$text", "$yaml", "$json", "$openapi", "$asyncapi") if definition.text(key)
        )


PARSER = Parser("backstage", patterns=("*.yaml", "*.yml", "*.json"), parse=parse)
