"""Filebeat and its kin: where they send logs is what the program around the file uses.

https://www.elastic.co/guide/en/beats/filebeat/current/configuring-output.html
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, Literal, SourceSpan, TopicPublish
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_PRODUCTS = {"logstash": "logging", "elasticsearch": "search", "kafka": "messaging", "redis": "cache"}


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Both `output.logstash:` and `output: {logstash: …}`; outputs that are switched off give nothing."""
    if yaml_kind(artefact) is not YamlKind.BEATS:
        return
    for document in yaml_documents(artefact):
        if isinstance(document, YamlMapping):
            for product, capability in _PRODUCTS.items():
                output = document.mapping(f"output.{product}") or document.mapping("output", product)
                if output.text("enabled") != "false":
                    yield from _output(artefact, output, capability, product)


def _output(artefact: Artefact, output: YamlMapping, capability: str, product: str) -> Iterator[Fact]:
    for host, line in output.items_of("hosts").texts():
        address = environment_text(host)
        yield InfrastructureUse(capability, product, SourceSpan(artefact.path, line), address)
    if product == "kafka" and output.text("topic") and "%{" not in output.text("topic"):
        span = SourceSpan(artefact.path, output.line_of("topic"))
        yield TopicPublish("kafka", (Literal(output.text("topic")),), span, "beats")


PARSER = Parser("beats", patterns=("*.yml", "*.yaml"), parse=parse)
