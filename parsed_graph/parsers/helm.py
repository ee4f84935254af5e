"""Helm: templates are read as Kubernetes manifests, values as configuration, charts that others made as units.

A template shows values as `${helm.<key>[:default]}` and the chart's name as CHART, and `parsed_graph/join/helm_values.py` fills in what
values.yaml and Chart.yaml say. To that end the chart's name is a ConfigValue `helm-chart:name`,
each value is a ConfigValue `helm:<key>`, and each condition over lines of a template one named `helm-if:<first>-<last>`
(`helm-unless:` for its other branch), its value the expression. A chart without templates of its own is described by its
values alone, where these name an image.
"""

import re
from collections.abc import Iterator

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import ConfigValue, EnvValue, Fact, Incomplete, ServiceDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.flat_keys import flat_keys
from parsed_graph.syntax.helm_expression import CHART, HelmExpressions, without_release
from parsed_graph.syntax.kubernetes_manifest import manifest_facts
from parsed_graph.syntax.template_text import render_template
from parsed_graph.syntax.yaml_document import YamlMapping, load_documents, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_INLINE_LABELS = re.compile(
    r"^([ \t]*)([\w-]+:)[ \t]+(app\.kubernetes\.io/name: \S+)[ \t]*$(?=\s*?\n([ \t]*)\S)?", re.M
)
_HELPER = re.compile(r"perm|init|test|exporter|metrics|sidecar|hook|job|rbac|cleanup|shell|reload|kubectl|wait", re.I)
_WORKLOADS = frozenset({"Deployment", "StatefulSet", "DaemonSet", "CronJob", "Job", "Rollout"})
_NAME_KEYS = ("fullnameOverride", "nameOverride", "serviceName", "appName", "name")
_UNIT_KEYS = frozenset("service port ports containerPort replicaCount replicas env resources ingress name".split())
_ENVIRONMENTS = ("env", "envs", "environment", "extraEnv", "extraEnvVars", "envVars")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A template that is no YAML even so is Incomplete."""
    kind = yaml_kind(artefact)
    if kind is YamlKind.HELM_TEMPLATE:
        yield from _template(artefact)
    elif kind in (YamlKind.HELM_VALUES, YamlKind.HELM_CHART):
        for document in yaml_documents(artefact):
            if isinstance(document, YamlMapping):
                yield from _values(artefact, document) if kind is YamlKind.HELM_VALUES else _chart(artefact, document)


def _template(artefact: Artefact) -> Iterator[Fact]:
    rendered = render_template(artefact.text, HelmExpressions())
    text = _INLINE_LABELS.sub(_place_labels, without_release(rendered.text))
    if "kind:" not in text:
        return
    try:
        documents = load_documents(artefact.path, text)
    except ArtefactError as error:
        detail = f"helm template, rendered approximately: {error.problem}"
        yield Incomplete("templated", detail, SourceSpan(artefact.path, error.line))
        return
    for condition in rendered.conditions:
        word = "if" if condition.holds else "unless"
        key = f"helm-{word}:{condition.first}-{condition.last}"
        yield ConfigValue(key, condition.expression, SourceSpan(artefact.path, condition.first))
    yield from manifest_facts(artefact.path, documents, "helm")
    for document in documents:
        if isinstance(document, YamlMapping) and document.text("kind") in _WORKLOADS:
            metadata = document.mapping("metadata")
            if not metadata.text("name"):
                detail = f"the name of this {document.text('kind')} comes from a loop or a helper that is not evaluated"
                yield Incomplete("templated", detail, SourceSpan(artefact.path, metadata.line_of("name")))


def _place_labels(match: re.Match[str]) -> str:
    """`labels:` with a helper's labels on its line: a flow mapping, unless more labels follow below."""
    has_more = len(match[4] or "") > len(match[1])
    return f"{match[1]}{match[2]}" if has_more else f"{match[1]}{match[2]} {{{match[3]}}}"


def _values(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    for key, value, line in flat_keys(document):
        yield ConfigValue(f"helm:{key}", value, SourceSpan(artefact.path, line))
    yield from _described_units(artefact, document)


def _described_units(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    """The chart's own unit, or in an umbrella's values one for each part that has an image and runs."""
    if _image(document):
        yield from _unit(artefact, document, CHART, document.line_of("image"))
        return
    for name in document if "templates" not in artefact.siblings else ():
        part = document.mapping(name)
        if _image(part) and not _UNIT_KEYS.isdisjoint(part) and not _HELPER.search(name):
            yield from _unit(artefact, part, name, document.line_of(name))


def _unit(artefact: Artefact, values: YamlMapping, otherwise: str, line: int) -> Iterator[Fact]:
    name = next((values.text(key) for key in _NAME_KEYS if values.text(key)), otherwise)
    if not name or "{{" in name:
        return
    span = SourceSpan(artefact.path, line)
    yield ServiceDecl(name, span, "helm", image=_image(values), properties={"values": artefact.path})
    for key in _ENVIRONMENTS:
        variables = values.mapping(key)
        for variable in variables:
            if variables.text(variable):
                at = SourceSpan(artefact.path, variables.line_of(variable))
                yield EnvValue(name, variable, variables.text(variable), at)
        for item in values.items_of(key).mappings() if not variables else ():
            if item.text("name") and item.text("value"):
                yield EnvValue(name, item.text("name"), item.text("value"), SourceSpan(artefact.path, item.line))


def _image(values: YamlMapping) -> str:
    image = values.get("image")
    if isinstance(image, YamlMapping):
        name, tag = image.text("repository") or image.text("name"), image.text("tag")
        return f"{name}:{tag}" if name and tag else name
    return image if isinstance(image, str) and ("/" in image or ":" in image) else ""


def _chart(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    """Dependencies from a chart repository run beside the chart; those in the same repository are read there."""
    chart = document.text("name") or artefact.directory.rpartition("/")[2]
    yield ConfigValue("helm-chart:name", chart, SourceSpan(artefact.path, document.line_of("name")))
    for dependency in document.items_of("dependencies").mappings():
        name, repository = dependency.text("name"), dependency.text("repository")
        if name and name != "common" and repository.startswith(("http", "oci:", "@", "alias:")):
            unit = dependency.text("alias") or name
            span = SourceSpan(artefact.path, dependency.line_of("name"))
            condition = dependency.text("condition")
            properties = {"condition": condition} if condition else {}
            yield ServiceDecl(unit, span, "helm", image=name, aliases=(f"{chart}-{unit}",), properties=properties)


PARSER = Parser("helm", patterns=("*.yml", "*.yaml"), parse=parse)
