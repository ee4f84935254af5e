"""What an OpenAPI operation takes and returns, as shape text."""

import re

from parsed_graph.syntax.local_reference import local_target
from parsed_graph.syntax.openapi_document import Operation
from parsed_graph.syntax.schema_shape import SchemaShapes
from parsed_graph.syntax.shape_text import field_text, operation_text
from parsed_graph.syntax.yaml_document import YamlMapping, YamlValue


def request_text(root: YamlMapping, operation: Operation, shapes: SchemaShapes) -> str:
    """`(query.page:integer)Order{…}`: parameters of path and operation, then the body."""
    texts: dict[str, str] = {}
    body = _content_text(root, operation.node.get("requestBody"), shapes)
    for item in [*operation.item.items_of("parameters"), *operation.node.items_of("parameters")]:
        parameter = local_target(root, item)
        if not isinstance(parameter, YamlMapping):
            continue
        place, name = parameter.text("in"), parameter.text("name")
        shape = shapes.text(parameter.get("schema")) or shapes.text(parameter) or "any"
        if place == "body":
            body = shape
        elif place and name:
            key = f"{place}.{name}"
            texts[key] = field_text(key, shape, required=parameter.text("required") == "true")
    return operation_text([texts[key] for key in sorted(texts)], body)


def response_text(root: YamlMapping, operation: Operation, shapes: SchemaShapes) -> str:
    """The shape of the lowest success status that has one, else of the default response."""
    responses = operation.node.mapping("responses")
    success = sorted(status for status in responses if re.fullmatch(r"2(\d\d|XX)", status, re.I))
    texts = (_content_text(root, responses.get(status), shapes) for status in [*success, "default"])
    return next((text for text in texts if text), "")


def _content_text(root: YamlMapping, value: YamlValue, shapes: SchemaShapes) -> str:
    """The schema of a request body or response: JSON where there is a choice of content, else the first."""
    node = local_target(root, value)
    if not isinstance(node, YamlMapping):
        return ""
    if "schema" in node:
        return shapes.text(node["schema"])
    content = node.mapping("content")
    names = sorted(content, key=lambda name: (name != "application/json", "json" not in name))
    return shapes.text(content.mapping(names[0]).get("schema")) if names else ""
