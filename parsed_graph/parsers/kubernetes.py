"""Kubernetes manifests: workloads are ServiceDecls, Services their aliases, ConfigMaps configuration, routes ProxyRoutes."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from parsed_graph.facts import Fact, ServiceDecl
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.kubernetes_manifest import manifest_facts
from parsed_graph.syntax.yaml_document import yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

# https://kubectl.docs.kubernetes.io/guides/config_management/components/ keeps components in a folder of that name.
_COMPONENT = re.compile(r"(^|/)components/")
_KUSTOMIZATIONS = frozenset({"kustomization.yaml", "kustomization.yml", "Kustomization"})


def parse(artefact: Artefact) -> Iterator[Fact]:
    """All documents of a file are read together, since a Service's selector mostly finds its pods in the same file.

    ServiceDecl.properties of a kustomize component hold `optional`: a deployment may choose it or not.
    """
    if yaml_kind(artefact) is not YamlKind.KUBERNETES:
        return
    is_optional = _COMPONENT.search(artefact.path) and not artefact.siblings.isdisjoint(_KUSTOMIZATIONS)
    for fact in manifest_facts(artefact.path, yaml_documents(artefact), "kubernetes"):
        if is_optional and isinstance(fact, ServiceDecl):
            yield replace(fact, properties={**fact.properties, "optional": "kustomize component"})
        else:
            yield fact


PARSER = Parser("kubernetes", patterns=("*.yml", "*.yaml"), parse=parse)
