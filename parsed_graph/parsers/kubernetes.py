"""Kubernetes manifests: workloads are ServiceDecls, Services their aliases, ConfigMaps configuration, routes ProxyRoutes."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.kubernetes_manifest import manifest_facts
from parsed_graph.syntax.yaml_document import yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind


def parse(artefact: Artefact) -> Iterator[Fact]:
    """All documents of a file are read together, since a Service's selector mostly finds its pods in the same file."""
    if yaml_kind(artefact) is YamlKind.KUBERNETES:
        yield from manifest_facts(artefact.path, yaml_documents(artefact), "kubernetes")


PARSER = Parser("kubernetes", patterns=("*.yml", "*.yaml"), parse=parse)
