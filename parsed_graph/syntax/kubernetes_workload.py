"""Kubernetes workloads: one ServiceDecl per Deployment and its like, with the environment of its main container.

ServiceDecl.properties: `labels` (of the pod, `app=orders,tier=web`), `kind`, `namespace`, `command`, `env_from` and
`config_maps` (names that `envFrom` and volumes refer to).
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from parsed_graph.facts import EnvValue, Fact, ServiceDecl, SourceSpan
from parsed_graph.syntax.command_settings import command_settings, variable_settings
from parsed_graph.syntax.shell_text import command_text
from parsed_graph.syntax.yaml_document import YamlMapping

_KINDS = frozenset(
    "Deployment StatefulSet DaemonSet Job CronJob Rollout Pod ReplicaSet ReplicationController DeploymentConfig".split()
)
_SIDECARS = re.compile(
    r"istio-proxy|proxyv2|envoy|linkerd|consul-(dataplane|envoy)|cloud-?sql|sql-proxy|fluent|filebeat|promtail|vector$"
    r"|jaeger-agent|otel|opentelemetry|datadog|newrelic|oauth2-proxy|vault-agent|-?exporter|config-?reloader|git-sync"
    r"|daprd|sidecar|pause|wait-for|busybox|xray"
)
_VARIABLE = re.compile(r"\$\((\w+)\)")


def is_workload(resource: YamlMapping) -> bool:
    """Whether it runs pods; a Knative Service does, a plain Service does not."""
    kind = resource.text("kind")
    return kind in _KINDS or (kind == "Service" and resource.text("apiVersion").startswith("serving.knative.dev"))


def unit_name(resource: YamlMapping) -> str:
    """`metadata.name`; of versions that run side by side (`reviews-v1`, labels app=reviews and version=v1) the app's."""
    name, labels = resource.mapping("metadata").text("name"), pod_labels(resource)
    app, version = labels.get("app") or labels.get("app.kubernetes.io/name", ""), labels.get("version", "")
    return app if app and version and name == f"{app}-{version}" else name


def pod_labels(resource: YamlMapping) -> dict[str, str]:
    """The labels by which a Service's selector finds the pods."""
    template = _template(resource)
    labels = template.mapping("metadata", "labels") or resource.mapping("spec", "selector", "matchLabels")
    return {key: value for key, value in labels.items() if isinstance(value, str)}


def mounted_config_maps(resource: YamlMapping) -> list[str]:
    """The ConfigMaps that its volumes show as files."""
    volumes = _template(resource).mapping("spec").items_of("volumes").mappings()
    return [name for volume in volumes if (name := volume.mapping("configMap").text("name"))]


def workload_facts(
    path: str, resource: YamlMapping, origin: str, config_maps: Mapping[str, YamlMapping]
) -> Iterator[Fact]:
    """The workload and its variables; `config_maps` are those of the same file, which `envFrom` may name."""
    metadata = resource.mapping("metadata")
    name = unit_name(resource)
    pod = _template(resource).mapping("spec")
    container = _main_container(name, pod)
    yield ServiceDecl(
        name,
        SourceSpan(path, metadata.line_of("name")),
        origin=origin,
        image=container.text("image") or None,
        aliases=_aliases(name, metadata.text("name"), pod_labels(resource)),
        ports=_ports(container),
        properties=_properties(resource, container),
    )
    yield from _environment(path, name, container, config_maps)


def _template(resource: YamlMapping) -> YamlMapping:
    kind = resource.text("kind")
    if kind == "Pod":
        return resource
    if kind == "CronJob":
        return resource.mapping("spec", "jobTemplate", "spec", "template")
    return resource.mapping("spec", "template")


def _main_container(name: str, pod: YamlMapping) -> YamlMapping:
    """The container that carries the workload's name, else the first that is no well-known sidecar."""
    containers = list(pod.items_of("containers").mappings())
    own = [c for c in containers if not _SIDECARS.search(f"{c.text('name')} {_image_name(c)}")] or containers
    named = [c for c in own if c.text("name") == name or _image_name(c) == name]
    similar = [c for c in own if c.text("name") and (c.text("name") in name or name in c.text("name"))]
    return next(iter([*named, *similar, *own]), pod.mapping("containers"))


def _image_name(container: YamlMapping) -> str:
    return container.text("image").rpartition("/")[2].partition(":")[0]


def _aliases(name: str, own_name: str, labels: dict[str, str]) -> tuple[str, ...]:
    """The object's own name, and the label that says what the pod is, where it is the core of it: `orders` of `orders-deployment`."""
    found = [labels.get(key, "") for key in ("app.kubernetes.io/name", "app", "name", "service", "k8s-app", "run")]
    return tuple(dict.fromkeys(value for value in (own_name, *found) if value and value != name and value in own_name))


def _ports(container: YamlMapping) -> tuple[int, ...]:
    ports = (port.text("containerPort") for port in container.items_of("ports").mappings())
    return tuple(dict.fromkeys(int(port) for port in ports if port.isdigit() and len(port) < 6))


def _properties(resource: YamlMapping, container: YamlMapping) -> dict[str, str]:
    sources = container.items_of("envFrom").mappings()
    references = [source.mapping("configMapRef").text("name") for source in sources]
    command = f"{command_text(container, 'command')} {command_text(container, 'args')}".strip()
    found = {
        "kind": resource.text("kind"),
        "namespace": resource.mapping("metadata").text("namespace"),
        "labels": ",".join(f"{key}={value}" for key, value in sorted(pod_labels(resource).items())),
        "command": command[:500],
        "env_from": ",".join(reference for reference in references if reference),
        "config_maps": ",".join(mounted_config_maps(resource)),
    }
    return {key: value for key, value in found.items() if value}


def _environment(
    path: str, name: str, container: YamlMapping, config_maps: Mapping[str, YamlMapping]
) -> Iterator[EnvValue]:
    known: dict[str, str] = {}
    for source in container.items_of("envFrom").mappings():
        config_map = source.mapping("configMapRef").text("name")
        for key in config_maps.get(config_map, ()):
            known[key] = f"configmap:{config_map}/{key}"
            yield EnvValue(name, source.text("prefix") + key, known[key], SourceSpan(path, source.line))
    yield from variable_facts(path, name, list(container.items_of("env").mappings()), known)
    for key in ("command", "args"):
        span = SourceSpan(path, container.line_of(key))
        yield from (EnvValue(name, s, text, span) for s, text in command_settings(command_text(container, key)))


def variable_facts(path: str, name: str, variables: Sequence[YamlMapping], known: dict[str, str]) -> Iterator[EnvValue]:
    """The items of a container's `env`; `known` are variables that later ones may refer to, and gets these."""
    for index, variable in enumerate(variables):
        # A template that chooses between two names before one value reads as an item without a value.
        holder = variable if len(variable) > 1 or index + 1 == len(variables) else variables[index + 1]
        key, value = variable.text("name"), _value(holder, known)
        if key and value is not None:
            known[key] = value
            span = SourceSpan(path, variable.line_of("name"))
            yield EnvValue(name, key, value, span)
            yield from (EnvValue(name, setting, text, span) for setting, text in variable_settings(key, value))


def _value(variable: YamlMapping, known: dict[str, str]) -> str | None:
    """As written, `$(OTHER)` filled in; `configmap:<name>/<key>` or `secret:<name>/<key>`; None for what only runs tell."""
    if "value" in variable:
        return _VARIABLE.sub(lambda match: known.get(match[1], f"${{{match[1]}}}"), variable.text("value"))
    for kind, word in (("configMapKeyRef", "configmap"), ("secretKeyRef", "secret")):
        reference = variable.mapping("valueFrom", kind)
        if reference:
            return f"{word}:{reference.text('name')}/{reference.text('key')}"
    return None
