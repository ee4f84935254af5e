"""Kubernetes Services: another name for the pods that their selector finds, or for a host outside."""

from collections.abc import Iterator, Mapping

from parsed_graph.facts import Fact, ServiceAlias, SourceSpan
from parsed_graph.syntax.yaml_document import YamlMapping

_NAME_LABELS = (
    "app.kubernetes.io/name",
    "app",
    "name",
    "service",
    "k8s-app",
    "io.kompose.service",
    "app.kubernetes.io/component",
    "component",
    "run",
    "tier",
)
_SHARED_LABELS = ("/part-of", "/instance", "/managed-by", "/version", "-member")


def service_facts(
    path: str, service: YamlMapping, origin: str, workloads: Mapping[str, dict[str, str]]
) -> Iterator[Fact]:
    """`workloads`: pod labels by workload, of the same file. Several matches (a canary) are several aliases."""
    metadata, spec = service.mapping("metadata"), service.mapping("spec")
    name, span = metadata.text("name"), SourceSpan(path, metadata.line_of("name"))
    ports = tuple(
        dict.fromkeys(int(p) for port in spec.items_of("ports").mappings() if (p := port.text("port")).isdigit())
    )
    if spec.text("externalName"):
        yield ServiceAlias(name, spec.text("externalName"), span, origin, ports)
        return
    selector = {key: value for key, value in spec.mapping("selector").items() if isinstance(value, str)}
    if not selector:
        return
    targets = [workload for workload, labels in workloads.items() if selector.items() <= labels.items()]
    wanted = tuple(f"{key}={value}" for key, value in sorted(selector.items()))
    for target in targets or [_guess(name, selector)]:
        yield ServiceAlias(name, target, span, origin, ports, wanted)


def _guess(name: str, selector: dict[str, str]) -> str:
    """The selected label that is part of the Service's own name, else the usual one."""
    telling = {key: value for key, value in selector.items() if not key.endswith(_SHARED_LABELS)} or selector
    for value in telling.values():
        if value == name:
            return value
    inside = [value for value in telling.values() if value in name or name in value]
    usual = [telling[key] for key in _NAME_LABELS if key in telling]
    return next(iter([*sorted(inside, key=len, reverse=True), *usual, *telling.values()]))
