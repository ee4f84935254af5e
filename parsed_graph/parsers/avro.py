"""Avro schemas (`*.avsc`): each record that no other record of the file uses is an EventDecl."""

from collections.abc import Iterator

from parsed_graph.facts import EventDecl, Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.message_version import version_in
from parsed_graph.syntax.shape_text import field_text, generic_text, name_text, nested_text, object_text
from parsed_graph.syntax.structured_document import structured_documents
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue

MAX_DEPTH = 4
MAX_USES = 50_000


def parse(artefact: Artefact) -> Iterator[Fact]:
    """https://avro.apache.org/docs/1.12.0/specification/. `version` is an attribute, else in the file's name or the namespace."""
    document = structured_documents(artefact)[0]
    records = [item for item in _alternatives(document) if item.text("type") == "record" and item.text("name")]
    if not records and not isinstance(document, YamlMapping | YamlList):
        yield Incomplete("malformed-contract", "an Avro schema is an object or a list", SourceSpan(artefact.path, 1))
    used = {name for record in records for name in _used_names(record)}
    for record in records:
        name = _full_name(record)
        if name not in used and (record.text("name") not in used or len(records) == 1):
            yield _event(artefact, record, name)


def _event(artefact: Artefact, record: YamlMapping, name: str) -> EventDecl:
    stated = record.text("version") or record.text("x-version") or record.text("schemaVersion")
    stem = artefact.name.removesuffix(".avsc")
    return EventDecl(
        name,
        SourceSpan(artefact.path, record.line),
        version=stated or version_in(f"-{stem}", f"{name}."),
        schema_uri=artefact.path,
        topic=record.text("topic") or record.text("x-topic"),
        fields=tuple(_field_texts(record, 0)),
    )


def _alternatives(value: YamlValue) -> list[YamlMapping]:
    return list(value.mappings()) if isinstance(value, YamlList) else [value] if isinstance(value, YamlMapping) else []


def _full_name(record: YamlMapping) -> str:
    name, namespace = record.text("name"), record.text("namespace")
    return name if "." in name or not namespace else f"{namespace}.{name}"


def _used_names(record: YamlMapping) -> Iterator[str]:
    """Every type name that stands anywhere in a record's fields."""
    pending: list[YamlValue] = [field.get("type") for field in record.items_of("fields").mappings()]
    for _ in range(MAX_USES):
        if not pending:
            return
        value = pending.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, YamlList):
            pending.extend(value)
        elif isinstance(value, YamlMapping):
            pending += [value.get("type"), value.get("items"), value.get("values")]
            pending += [field.get("type") for field in value.items_of("fields").mappings()]


def _field_texts(record: YamlMapping, depth: int) -> Iterator[str]:
    """A field without a default is required: an older writer's data cannot be read without it."""
    for field in record.items_of("fields").mappings():
        if field.text("name"):
            yield field_text(field.text("name"), _type_text(field.get("type"), depth), required="default" not in field)


def _type_text(value: YamlValue, depth: int) -> str:
    if isinstance(value, str):
        return name_text(value)
    if isinstance(value, YamlList):
        others = [_type_text(item, depth + 1) for item in value if item != "null"]
        text = others[0] if len(others) == 1 else generic_text("oneof", others)
        return text.removesuffix("?") + "?" if len(others) < len(value) else text
    if not isinstance(value, YamlMapping) or depth > MAX_DEPTH:
        return name_text(value.text("name") or "any") if isinstance(value, YamlMapping) else "any"
    kind = value.get("type")
    if kind == "record":
        name = value.text("name")
        return nested_text(object_text(name, list(_field_texts(value, depth + 1))), name)
    if kind == "enum":
        return generic_text("enum", (name_text(symbol) for symbol, _ in value.items_of("symbols").texts()))
    if kind in ("array", "map"):
        return generic_text(kind, [_type_text(value.get("items" if kind == "array" else "values"), depth + 1)])
    if value.text("logicalType") and isinstance(kind, str):
        return f"{name_text(kind)}({name_text(value.text('logicalType'))})"
    return _type_text(kind, depth + 1)


PARSER = Parser("avro", patterns=("*.avsc",), parse=parse)
