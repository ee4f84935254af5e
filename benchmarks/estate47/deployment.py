"""What stands around the code: Compose, Kubernetes, catalogue entries, `services.yaml`, OpenAPI."""

from collections.abc import Mapping, Sequence

from benchmarks.estate47.languages import Sources
from benchmarks.estate47.plan import Estate, Service


def environment(sources: Sources) -> dict[str, str]:
    """Each variable that the code of a service reads, with its value."""
    found = {
        need.variable: f"{need.target}:9090" if need.kind == "grpc" else f"http://{need.target}:8080"
        for need in sources.needs
        if need.kind == "grpc" or need.hidden == "environment"
    }
    return found | {channel.variable: channel.topic for channel in (*sources.writes, *sources.reads)}


def compose(services: Sequence[tuple[Service, Mapping[str, str]]]) -> str:
    """The Compose file of some services, and the broker."""
    lines = ["services:", "  kafka:", "    image: apache/kafka:3.9.0"]
    for service, variables in services:
        lines += [f"  {service.name}:", f"    build: ./services/{service.name}", "    ports:", '      - "8080"']
        lines += ["    environment:"] if variables else []
        lines += [f"      {key}: {value}" for key, value in sorted(variables.items())]
    return "\n".join(lines) + "\n"


def kubernetes(service: Service, variables: Mapping[str, str]) -> str:
    """Deployment, Service and ConfigMap of one service."""
    name, config = service.name, ""
    source = ""
    if variables:
        entries = "".join(f'  {key}: "{value}"\n' for key, value in sorted(variables.items()))
        config = f"---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}-env\ndata:\n{entries}"
        source = f"          envFrom:\n            - configMapRef:\n                name: {name}-env\n"
    return (
        f"apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {name}\nspec:\n  selector:\n    matchLabels:\n      app: {name}\n  template:\n"
        f"    metadata:\n      labels:\n        app: {name}\n    spec:\n      containers:\n        - name: {name}\n"
        f"          image: registry.test/{name}:1\n{source}---\napiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\nspec:\n"
        f"  selector:\n    app: {name}\n  ports:\n    - port: 8080\n{config}"
    )


def catalog(service: Service) -> str:
    """The Backstage entry."""
    return (
        f"apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: {service.name}\nspec:\n  type: service\n"
        f"  lifecycle: production\n  owner: team-{service.team}\n  system: {service.domain}\n"
    )


def services_file(estate: Estate) -> str:
    """The services whose domain only this file knows."""
    listed = [service for service in estate.services if service.is_declared_in == "services.yaml"]
    return (
        "".join(f"- name: {s.name}\n  owner: team-{s.team}\n  system: {s.domain}\n" for s in listed)
        or "# every service has a catalogue entry\n[]\n"
    )


def openapi(service: Service) -> str:
    """The contract of the two operations that each service has."""
    return (
        f"openapi: 3.0.3\ninfo:\n  title: {service.name}\n  version: 1.0.0\npaths:\n  /{service.resource}/{{id}}:\n    get:\n"
        f"      operationId: one{service.resource.capitalize()}\n      parameters:\n        - name: id\n          in: path\n          required: true\n"
        "          schema:\n            type: string\n      responses:\n        '200':\n          description: found\n"
        f"  /{service.resource}:\n    post:\n      operationId: add{service.resource.capitalize()}\n      responses:\n        '201':\n          description: added\n"
    )
