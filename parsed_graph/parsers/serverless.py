"""Serverless: functions of serverless.yml, SAM and CloudFormation: http events are routes, queue and bus events subscriptions.

https://www.serverless.com/framework/docs/providers/aws/guide/events,
https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-eventsource.html
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.facts import EnvValue, Fact, Literal, RouteDecl, ServiceDecl, SourceSpan, Text, TopicSubscribe
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.cloudformation_resources import reference_of, resource_facts, resource_name
from parsed_graph.syntax.yaml_document import YamlMapping, YamlValue, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_FUNCTIONS = ("AWS::Serverless::Function", "AWS::Lambda::Function")
_PARAMETER = re.compile(r"\{([\w-]+)\+?\}")


class _Function(NamedTuple):
    handler: str
    path: str
    resources: YamlMapping


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A serverless.yml is one service; a template with functions is one, named after its folder."""
    kind = yaml_kind(artefact)
    for document in yaml_documents(artefact):
        if not isinstance(document, YamlMapping):
            continue
        if kind is YamlKind.SERVERLESS:
            yield from _serverless(artefact, document)
        elif "AWSTemplateFormatVersion" in document or "Transform" in document:
            yield from _template(artefact, document)


def _serverless(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    name = document.text("service") or document.mapping("service").text("name")
    span = SourceSpan(artefact.path, document.line_of("service"))
    if name and "${" not in name:
        yield ServiceDecl(name, span, "serverless", directory=artefact.directory)
    service = name if "${" not in name else ""
    resources = document.mapping("resources", "Resources")
    yield from _environment(artefact, service, document.mapping("provider", "environment"), resources)
    functions = document.mapping("functions")
    for each in functions:
        function = functions.mapping(each)
        yield from _environment(artefact, service, function.mapping("environment"), resources)
        known = _Function(function.text("handler"), artefact.path, resources)
        for event in function.items_of("events").mappings():
            for kind, value in event.items():
                yield from _event(known, kind, value, event.line_of(kind))
    yield from resource_facts(artefact.path, resources)


def _environment(artefact: Artefact, service: str, variables: YamlMapping, resources: YamlMapping) -> Iterator[Fact]:
    """`!Ref Jobs` is the name of the queue that the file calls Jobs."""
    for key in variables:
        value = reference_of(variables[key])
        if value.partition(".")[0] in resources:
            value = resource_name(resources, value)
        if value:
            yield EnvValue(service, key, value, SourceSpan(artefact.path, variables.line_of(key)))


def _template(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    resources = document.mapping("Resources")
    functions = [name for name in resources if resources.mapping(name).text("Type") in _FUNCTIONS]
    service = artefact.directory.rpartition("/")[2] if functions else ""
    if service:
        span = SourceSpan(artefact.path, document.line_of("Resources"))
        yield ServiceDecl(service, span, "serverless", directory=artefact.directory)
    shared = document.mapping("Globals", "Function", "Environment", "Variables")
    yield from _environment(artefact, service, shared, resources)
    for logical in resources:
        if logical in functions:
            properties = resources.mapping(logical, "Properties")
            yield from _environment(artefact, service, properties.mapping("Environment", "Variables"), resources)
            known = _Function(properties.text("Handler"), artefact.path, resources)
            events = properties.mapping("Events")
            for event in events:
                kind, details = events.mapping(event).text("Type"), events.mapping(event, "Properties")
                yield from _event(known, _EVENT_KINDS.get(kind, ""), details, events.line_of(event))
    yield from resource_facts(artefact.path, resources)


_EVENT_KINDS = {
    "Api": "http",
    "HttpApi": "httpApi",
    "SQS": "sqs",
    "SNS": "sns",
    "Kinesis": "stream",
    "EventBridgeRule": "eventBridge",
    "CloudWatchEvent": "eventBridge",
}


def _event(function: _Function, kind: str, value: YamlValue, line: int) -> Iterator[Fact]:
    """Both notations: `- http: GET /orders` and a mapping, with the keys of either framework."""
    details = value if isinstance(value, YamlMapping) else YamlMapping()
    span = SourceSpan(function.path, line)
    if kind in ("http", "httpApi"):
        method, _, path = value.partition(" ") if isinstance(value, str) else ("", "", "")
        method = method or details.text("method") or details.text("Method")
        path = path or details.text("path") or details.text("Path")
        if path:
            shown = "ANY" if method.lower() in ("any", "*", "") else method.upper()
            route = _PARAMETER.sub(r"{\1}", path if path.startswith("/") else f"/{path}")
            yield RouteDecl(shown, _text(route), span, "serverless", function.handler)
    elif kind in ("sqs", "sns", "stream", "kafka", "msk", "rabbitmq"):
        keys = ("arn", "topicName", "Queue", "Topic", "Stream", "topic", "queue")
        given = value if isinstance(value, str) else next((details[key] for key in keys if details.get(key)), None)
        name = resource_name(function.resources, reference_of(given))
        if name:
            broker = {"stream": "kinesis", "msk": "kafka"}.get(kind, kind)
            yield TopicSubscribe(broker, _text(name), span, "serverless", function.handler)
    elif kind == "eventBridge":
        yield from _bus_event(function, details, span)


def _bus_event(function: _Function, details: YamlMapping, span: SourceSpan) -> Iterator[Fact]:
    bus = reference_of(details.get("eventBus") or details.get("EventBusName"))
    pattern = details.mapping("pattern") or details.mapping("Pattern")
    topic = _text(resource_name(function.resources, bus) if bus else "default")
    for event, _ in pattern.items_of("detail-type").texts():
        yield TopicSubscribe("eventbridge", topic, span, "serverless", function.handler, event)


def _text(text: str) -> Text:
    return (Literal(text),)


PARSER = Parser("serverless", patterns=("*.yml", "*.yaml"), parse=parse)
