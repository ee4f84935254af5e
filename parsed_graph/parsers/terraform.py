"""Terraform: topics and queues are TopicDecls, databases, brokers and programs ServiceDecls, buckets InfrastructureUses.

Variables with a default, locals and the names of topics are ConstDecls, since a module is spread over the files of its
folder. What a call of a module sets is not followed.
"""

from collections.abc import Iterator

from parsed_graph.facts import (
    ConstDecl,
    EnvValue,
    Fact,
    Incomplete,
    InfrastructureUse,
    Literal,
    ServiceDecl,
    SourceSpan,
    TableDecl,
    Text,
    TopicDecl,
    Unknown,
)
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.hcl_document import LAYOUT, HclBlock, hcl_blocks
from parsed_graph.syntax.terraform_products import (
    CHARTS,
    PRODUCTS,
    SERVERS,
    TOPICS,
    UNITS,
    ServerType,
    TopicType,
    UnitType,
)
from parsed_graph.syntax.terraform_text import expression_text, qualified
from parsed_graph.syntax.unclosed import unclosed
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue

_BUCKETS = {"aws_s3_bucket": ("s3", "bucket"), "google_storage_bucket": ("gcs", "name")}
_TASKS = frozenset({"aws_ecs_task_definition"})
MAX_EACH = 50


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`for_each` over a literal list or mapping is spread out."""
    for block in hcl_blocks(artefact.text):
        if block.kind == "variable" and block.labels:
            yield from _constant(artefact, f"var.{block.labels[0]}", block.body.get("default"), block.line)
        elif block.kind == "locals":
            for name, value in block.body.items():
                yield from _constant(artefact, f"local.{name}", value, block.body.line_of(name))
        elif block.kind == "resource" and len(block.labels) == 2:
            for each in _each(block.body):
                yield from _resource(artefact, block, each)
    yield from unclosed(artefact.path, artefact.text, LAYOUT)


def _constant(artefact: Artefact, name: str, value: YamlValue, line: int) -> Iterator[Fact]:
    text = expression_text(value, artefact.directory)
    if text:
        yield ConstDecl(qualified(artefact.directory, name), text, SourceSpan(artefact.path, line))


def _each(body: YamlMapping) -> list[str]:
    given = body.get("for_each")
    if isinstance(given, YamlMapping):
        return list(given)[:MAX_EACH]
    if isinstance(given, YamlList):
        return [text for text, _ in given.texts() if "${" not in text][:MAX_EACH]
    return [""]


def _resource(artefact: Artefact, block: HclBlock, each: str) -> Iterator[Fact]:
    kind, body = block.labels[0], block.body
    span = SourceSpan(artefact.path, block.line)
    if kind == "aws_sns_topic_subscription" and body.text("protocol", "sqs") not in ("sqs", "lambda"):
        return  # Mail and web hooks of people.
    if kind in TOPICS:
        yield from _topic(artefact, block, TOPICS[kind], each)
    elif kind in SERVERS:
        yield from _server(artefact, block, SERVERS[kind], each)
    elif kind in UNITS and (kind != "helm_release" or body.text("chart").rpartition("/")[2] in CHARTS):
        yield from _unit(artefact, block, UNITS[kind], each)
    elif kind in _TASKS:
        yield from _task(artefact, body)
    elif kind in _BUCKETS:
        product, attribute = _BUCKETS[kind]
        name = _named(artefact, body, (attribute,), each)
        yield InfrastructureUse("storage", product, span, (Literal(f"{product}://"), *name) if name else ())
    elif kind == "aws_dynamodb_table":
        table = _plain(_named(artefact, body, ("name",), each))
        if table:
            yield TableDecl(table, span)


def _topic(artefact: Artefact, block: HclBlock, topic: TopicType, each: str) -> Iterator[Fact]:
    name = _named(artefact, block.body, topic.name, each)
    span = SourceSpan(artefact.path, block.line)
    if all(isinstance(part, Unknown) for part in name):
        yield Incomplete("unknown-name", f"the name of {'.'.join(block.labels)} cannot be read", span)
        return
    bound = expression_text(block.body.get(topic.bound_to), artefact.directory, each) if topic.bound_to else ()
    deadline = block.body.text("ack_deadline_seconds")
    yield TopicDecl(topic.broker, name, topic.kind, span, bound, deadline)
    if not each:
        reference = qualified(artefact.directory, f"{block.labels[0]}.{block.labels[1]}")
        yield ConstDecl(reference, name, span)


def _server(artefact: Artefact, block: HclBlock, server: ServerType, each: str) -> Iterator[Fact]:
    name = _plain(_named(artefact, block.body, server.name, each)) or block.labels[1].replace("_", "-")
    engine = block.body.text(server.engine).lower() if server.engine else ""
    image = server.image or next((image for start, image in PRODUCTS.items() if engine.startswith(start)), "")
    span = SourceSpan(artefact.path, block.line)
    if image:
        yield ServiceDecl(name, span, "terraform", image=image, properties={"kind": block.labels[0]})
    else:
        yield Incomplete("unknown-product", f"the engine of {'.'.join(block.labels)} cannot be read", span)


def _unit(artefact: Artefact, block: HclBlock, unit: UnitType, each: str) -> Iterator[Fact]:
    name = _plain(_named(artefact, block.body, unit.name, each)) or block.labels[1].replace("_", "-")
    image = _inside(block.body, unit.image)
    span = SourceSpan(artefact.path, block.line)
    is_known = isinstance(image, str) and "${" not in image
    properties = {"kind": block.labels[0]}
    yield ServiceDecl(
        name, span, "terraform", image=image if is_known and isinstance(image, str) else None, properties=properties
    )
    yield from _environment(artefact, name, _inside(block.body, unit.environment) if unit.environment else None)


def _task(artefact: Artefact, body: YamlMapping) -> Iterator[Fact]:
    """An ECS task: each container of `jsonencode([…])` is a unit."""
    for container in body.items_of("container_definitions").mappings():
        name, image = container.text("name"), container.text("image")
        if name and "${" not in name:
            known = image if image and "${" not in image else None
            yield ServiceDecl(name, SourceSpan(artefact.path, container.line), "terraform", image=known)
            yield from _environment(artefact, name, container.get("environment"))


def _environment(artefact: Artefact, service: str, given: YamlValue) -> Iterator[Fact]:
    """A mapping, or a list of blocks with name and value; only what the file itself knows."""
    if isinstance(given, YamlMapping):
        for key, value in given.items():
            if isinstance(value, str) and "${" not in value:
                yield EnvValue(service, key, value, SourceSpan(artefact.path, given.line_of(key)))
    elif isinstance(given, YamlList):
        for item in given.mappings():
            value = item.text("value")
            if item.text("name") and value and "${" not in value:
                yield EnvValue(service, item.text("name"), value, SourceSpan(artefact.path, item.line))


def _inside(body: YamlMapping, path: tuple[str, ...]) -> YamlValue:
    """The attribute at a path of nested blocks; of repeated blocks the first."""
    value: YamlValue = body
    for key in path:
        if isinstance(value, YamlList):
            value = next(value.mappings(), None)
        value = value.get(key) if isinstance(value, YamlMapping) else None
    return value


def _named(artefact: Artefact, body: YamlMapping, names: tuple[str, ...], each: str) -> Text:
    if names[0] == "metadata":
        return expression_text(_inside(body, names), artefact.directory, each)
    return next((text for name in names if (text := expression_text(body.get(name), artefact.directory, each))), ())


def _plain(text: Text) -> str:
    """The text where all of it is literal, else ""."""
    if not all(isinstance(part, Literal) for part in text):
        return ""
    return "".join(part.text for part in text if isinstance(part, Literal))


PARSER = Parser("terraform", patterns=("*.tf",), parse=parse)
