"""Prometheus: each scraped target is monitored by it; discovery servers and alert managers are what it uses itself.

https://prometheus.io/docs/prometheus/latest/configuration/configuration/
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_LOCAL = frozenset({"localhost", "127.0.0.1", "0.0.0.0", "::1", "host.docker.internal", ""})
_DISCOVERY = {"eureka_sd_configs": "eureka", "consul_sd_configs": "consul", "nacos_sd_configs": "nacos"}


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`service` is the target's host: monitoring is a property of what is monitored."""
    if yaml_kind(artefact) is not YamlKind.PROMETHEUS:
        return
    for document in yaml_documents(artefact):
        if isinstance(document, YamlMapping):
            for job in document.items_of("scrape_configs").mappings():
                yield from _targets(artefact, job)
                yield from _discovery(artefact, job)
            for manager in document.mapping("alerting").items_of("alertmanagers").mappings():
                for host, line in _static_targets(manager):
                    yield _use(artefact, "monitoring", "alertmanager", host, line)


def _targets(artefact: Artefact, job: YamlMapping) -> Iterator[Fact]:
    seen = set()
    for target, line in _static_targets(job):
        host = target.partition("://")[2].partition("/")[0] or target
        host = host.rpartition(":")[0] or host
        if host not in _LOCAL and host not in seen and "$" not in host:
            seen.add(host)
            span = SourceSpan(artefact.path, line)
            yield InfrastructureUse("monitoring", "prometheus", span, service=host)


def _static_targets(job: YamlMapping) -> Iterator[tuple[str, int]]:
    for static in job.items_of("static_configs").mappings():
        yield from static.items_of("targets").texts()


def _discovery(artefact: Artefact, job: YamlMapping) -> Iterator[Fact]:
    for key, product in _DISCOVERY.items():
        for config in job.items_of(key).mappings():
            if config.text("server"):
                yield _use(artefact, "discovery", product, config.text("server"), config.line_of("server"))


def _use(artefact: Artefact, capability: str, product: str, address: str, line: int) -> InfrastructureUse:
    span = SourceSpan(artefact.path, line)
    return InfrastructureUse(capability, product, span, environment_text(address), service="prometheus")


PARSER = Parser("prometheus", patterns=("*.yml", "*.yaml"), parse=parse)
