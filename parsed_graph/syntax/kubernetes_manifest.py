"""Kubernetes objects, whoever wrote them down (a manifest, a Helm template, a kustomize patch): which object gives which facts."""

from collections.abc import Iterator, Sequence

from parsed_graph.facts import Fact
from parsed_graph.syntax.kubernetes_configuration import config_map_facts
from parsed_graph.syntax.kubernetes_operators import operator_facts
from parsed_graph.syntax.kubernetes_routes import route_facts
from parsed_graph.syntax.kubernetes_service import service_facts
from parsed_graph.syntax.kubernetes_workload import (
    is_workload,
    mounted_config_maps,
    pod_labels,
    unit_name,
    workload_facts,
)
from parsed_graph.syntax.yaml_document import YamlMapping, YamlValue

MAX_LIST_DEPTH = 3


def manifest_facts(path: str, documents: Sequence[YamlValue], origin: str) -> Iterator[Fact]:
    """Facts of all objects of a file. `origin` is kubernetes or helm; objects that a patch deletes give none."""
    resources = [resource for document in documents for resource in _resources(document, 0)]
    config_maps = {name_of(r): r.mapping("data") for r in resources if r.text("kind") == "ConfigMap"}
    mounted = {name: unit_name(r) for r in resources if is_workload(r) for name in mounted_config_maps(r)}
    labels = {unit_name(r): pod_labels(r) for r in resources if is_workload(r)}
    for resource in resources:
        if is_workload(resource):
            yield from workload_facts(path, resource, origin, config_maps)
        elif resource.text("kind") == "Service":
            yield from service_facts(path, resource, origin, labels)
        elif resource.text("kind") == "ConfigMap":
            yield from config_map_facts(
                path, name_of(resource), resource.mapping("data"), mounted.get(name_of(resource), "")
            )
        else:
            yield from route_facts(path, resource, resources)
            yield from operator_facts(path, resource, origin)


def name_of(resource: YamlMapping) -> str:
    """`metadata.name`."""
    return resource.mapping("metadata").text("name")


def _resources(document: YamlValue, depth: int) -> Iterator[YamlMapping]:
    if not isinstance(document, YamlMapping) or "$patch" in document or depth > MAX_LIST_DEPTH:
        return
    if document.text("kind").endswith("List") and "items" in document:
        for item in document.items_of("items"):
            yield from _resources(item, depth + 1)
    elif name_of(document) and "kind" in document:
        yield document
