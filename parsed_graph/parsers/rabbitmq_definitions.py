"""RabbitMQ definitions (`definitions.json`): queues, exchanges and bindings are TopicDecls.

https://www.rabbitmq.com/docs/definitions
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, SourceSpan, TopicDecl
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.json_document import json_mapping


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Nothing for files of this name that hold neither queues nor exchanges; the built-in `amq.*` are left out."""
    document = json_mapping(artefact)
    if "queues" not in document and "exchanges" not in document:
        return
    for key, kind in (("exchanges", "exchange"), ("queues", "queue")):
        for declared in document.items_of(key).mappings():
            name = declared.text("name")
            if name and not name.startswith("amq."):
                span = SourceSpan(artefact.path, declared.line_of("name"))
                yield TopicDecl("rabbitmq", (Literal(name),), kind, span)
    for binding in document.items_of("bindings").mappings():
        source, target = binding.text("source"), binding.text("destination")
        if source and target:
            span = SourceSpan(artefact.path, binding.line)
            yield TopicDecl("rabbitmq", (Literal(target),), "binding", span, bound_to=(Literal(source),))


PARSER = Parser(
    "rabbitmq_definitions",
    patterns=("definitions.json", "*definitions.json", "rabbitmq*.json", "*/rabbitmq/*.json"),
    parse=parse,
)
