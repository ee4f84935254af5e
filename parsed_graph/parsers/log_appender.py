"""Logback and Log4j 2: appenders that send logs to a server use it; Kafka appenders publish to their topic.

https://github.com/logfellow/logstash-logback-encoder, https://logging.apache.org/log4j/2.x/manual/appenders/network.html
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from parsed_graph.artefacts.safe_xml import local_name, read_xml
from parsed_graph.facts import (
    Env,
    Fact,
    InfrastructureUse,
    Literal,
    Part,
    Setting,
    SourceSpan,
    Text,
    TopicPublish,
    Unknown,
)
from parsed_graph.parser import Artefact, Parser

if TYPE_CHECKING:
    from lxml.etree import _Element


class _Appender(NamedTuple):
    capability: str
    product: str
    fields: tuple[str, ...]


# The end of the class's or element's name -> what it talks to, and where its address stands.
_APPENDERS = {
    "LogstashTcpSocketAppender": _Appender("logging", "logstash", ("destination", "remoteHost")),
    "LogstashSocketAppender": _Appender("logging", "logstash", ("host",)),
    "LogstashUdpSocketAppender": _Appender("logging", "logstash", ("host",)),
    "GelfLogbackAppender": _Appender("logging", "logstash", ("host",)),
    "GelfAppender": _Appender("logging", "graylog", ("graylogHost", "server", "host")),
    "GelfTcpAppender": _Appender("logging", "graylog", ("graylogHost",)),
    "GelfUdpAppender": _Appender("logging", "graylog", ("graylogHost",)),
    "Gelf": _Appender("logging", "graylog", ("host",)),
    "Loki4jAppender": _Appender("logging", "loki", ("url",)),
    "ElasticsearchAppender": _Appender("search", "elasticsearch", ("url",)),
    "FluencyLogbackAppender": _Appender("logging", "fluentd", ("remoteHost",)),
    "DataFluentAppender": _Appender("logging", "fluentd", ("remoteHost",)),
    "Socket": _Appender("logging", "", ("host",)),
    "KafkaAppender": _Appender("messaging", "kafka", ("producerConfig",)),
    "Kafka": _Appender("messaging", "kafka", ("Property",)),
}
_VARIABLE = re.compile(r"\$\{(?:(env|sys|ctx|spring):)?([\w.-]+)(?::-([^${}]*))?\}")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`<springProperty>` makes a variable a Setting, `<property>` a text; others are environment variables."""
    root = read_xml(artefact)
    elements = list(root.iter())
    variables = dict(_variables(elements))
    for element in elements:
        name = (element.get("class") or local_name(element)).rpartition(".")[2]
        appender = _APPENDERS.get(name)
        if appender and (element.get("class") or local_name(element) == name):
            yield from _appender_facts(artefact, element, appender, variables)


def _variables(elements: "list[_Element]") -> Iterator[tuple[str, Part]]:
    for element in elements:
        name, kind = element.get("name"), local_name(element).lower()
        if kind == "springproperty" and name and element.get("source"):
            yield name, Setting(element.get("source") or "", element.get("defaultValue"))
        elif kind == "property" and name:
            value = element.get("value") or (element.text or "").strip()
            if value and "${" not in value:
                yield name, Literal(value)


def _appender_facts(
    artefact: Artefact, element: "_Element", appender: _Appender, variables: dict[str, Part]
) -> Iterator[Fact]:
    children = {local_name(child): child for child in element.iter() if child is not element}
    for name in appender.fields:
        found = _address(element, children, name)
        if found:
            line, address = found
            span = SourceSpan(artefact.path, line)
            yield InfrastructureUse(appender.capability, appender.product, span, _text(address, variables))
            break
    topic = element.get("topic") or (children["topic"].text if "topic" in children else "")
    if appender.product == "kafka" and topic:
        span = SourceSpan(artefact.path, _line(children.get("topic", element)))
        yield TopicPublish("kafka", _text(topic.strip(), variables), span, "log-appender")


def _address(element: "_Element", children: "dict[str, _Element]", field: str) -> tuple[int, str] | None:
    given, given_port = element.get(field), element.get("port")
    if given:
        return _line(element), f"{given}:{given_port}" if given_port else given
    child = children.get(field)
    text = (child.text or "").strip() if child is not None else ""
    if child is None or not text:
        return None
    if field in ("producerConfig", "Property"):
        servers = text.partition("bootstrap.servers=")[2] or (text if child.get("name") == "bootstrap.servers" else "")
        return (_line(child), servers) if servers else None
    port = children.get("port")
    suffix = f":{(port.text or '').strip()}" if port is not None and port.text and field != "destination" else ""
    return _line(child), text.partition(",")[0].strip() + suffix


def _text(text: str, variables: dict[str, Part]) -> Text:
    parts: list[Part] = []
    position = 0
    for match in _VARIABLE.finditer(text):
        parts += [Literal(text[position : match.start()])] if match.start() > position else []
        kind, name, default = match.groups()
        if kind == "spring":
            parts.append(Setting(name, default))
        elif kind in ("sys", "ctx"):
            parts.append(Unknown(name) if default is None else Literal(default))
        else:
            parts.append(variables.get(name) or Env(name, default))
        position = match.end()
    return (*parts, Literal(text[position:])) if position < len(text) else tuple(parts)


def _line(element: "_Element") -> int:
    line = element.sourceline
    return line if isinstance(line, int) else 1


PARSER = Parser("log_appender", patterns=("logback*.xml", "log4j2*.xml"), parse=parse)
