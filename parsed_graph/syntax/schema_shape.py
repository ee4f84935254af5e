"""JSON Schema (and its OpenAPI dialects) as shape text: `$ref` within the document is followed, allOf is merged."""

from collections.abc import Iterator

from parsed_graph.syntax.local_reference import at_pointer, local_target, reference_name
from parsed_graph.syntax.shape_text import (
    MAX_FIELDS,
    MAX_VALUES,
    field_text,
    generic_text,
    name_text,
    nested_text,
    object_text,
)
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue

MAX_DEPTH = 4
MAX_SCHEMAS = 2000
"""How many schemas, fields and values one shape may go through; beyond them, names stand alone."""
MAX_PARTS = 50
"""How many schemas allOf may join."""
_LIMITS = ("minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


class SchemaShapes:
    """Shape texts of the schemas of one document; fields are sorted, so that moving one changes nothing."""

    def __init__(self, root: YamlValue) -> None:
        self._root = root
        self._known: dict[str, str] = {}
        self._open: set[str] = set()
        self._left = 0

    def text(self, schema: YamlValue) -> str:
        """A schema's shape, "" for none. Cycles and what is nested deeper than MAX_DEPTH stand as their name."""
        reference = schema.text("$ref") if isinstance(schema, YamlMapping) else ""
        if reference in self._known:
            return self._known[reference]
        self._left = MAX_SCHEMAS
        found = self._text(schema, 0)
        if reference:
            self._known[reference] = found
        return found

    def fields(self, schema: YamlValue) -> tuple[str, ...]:
        """The fields of an object schema, each as field text, by name."""
        self._left = MAX_SCHEMAS
        target = local_target(self._root, schema)
        return tuple(self._field_texts(target, 1)) if isinstance(target, YamlMapping) else ()

    def _text(self, schema: YamlValue, depth: int) -> str:
        self._left -= 1
        if not isinstance(schema, YamlMapping):
            return {"true": "any", "false": "never"}.get(schema, "") if isinstance(schema, str) else ""
        reference = schema.text("$ref")
        if reference:
            return self._reference_text(reference, depth)
        return self._schema_text(schema, schema.text("title"), depth)

    def _reference_text(self, reference: str, depth: int) -> str:
        name = reference_name(reference)
        target = local_target(self._root, at_pointer(self._root, reference[1:]) if reference[:1] == "#" else None)
        if not isinstance(target, YamlMapping) or reference in self._open or depth > MAX_DEPTH or self._left < 0:
            return name_text(name)
        self._open.add(reference)
        try:
            return self._schema_text(target, name, depth)
        finally:
            self._open.discard(reference)

    def _schema_text(self, schema: YamlMapping, name: str, depth: int) -> str:
        kinds = _types(schema)
        if kinds == {"null"}:
            return "null"
        text = self._bare_text(schema, name, kinds - {"null"}, depth)
        is_nullable = "null" in kinds or schema.text("nullable") == "true"
        if depth:
            text = nested_text(text, name)
        return f"{text}?" if is_nullable else text

    def _bare_text(self, schema: YamlMapping, name: str, kinds: set[str], depth: int) -> str:
        if "enum" in schema or "const" in schema:
            values = [value for value, _ in schema.items_of("enum").texts()] or [schema.text("const")]
            self._left -= len(values)
            return generic_text("enum", (name_text(value) for value in values))
        for word in ("oneOf", "anyOf"):
            if word in schema and "properties" not in schema:
                return self._choice_text(schema.items_of(word), name, depth)
        if "array" in kinds or "items" in schema:
            return f"array<{self._text(schema.get('items'), depth + 1) or 'any'}>"
        if "properties" in schema or "allOf" in schema:
            return name_text(name) if depth > MAX_DEPTH and name else self._object_text(schema, name, depth)
        extra = schema.get("additionalProperties")
        if isinstance(extra, YamlMapping) or extra == "true":
            return f"map<{self._text(extra, depth + 1) or 'any'}>"
        if kinds == {"object"} or not kinds:
            return object_text(name, ()) if kinds else "any"
        return generic_text("oneof", sorted(kinds)) if len(kinds) > 1 else _scalar_text(schema, kinds.pop())

    def _choice_text(self, choices: YamlList, name: str, depth: int) -> str:
        if depth >= MAX_DEPTH:
            return name_text(name) if name else "oneof<>"
        texts = [self._text(choice, depth + 1) for choice in choices[: MAX_VALUES + 1]]
        others = list(dict.fromkeys(text for text in texts if text not in ("", "null")))
        nullable = "?" if "null" in texts else ""
        return (others[0] if len(others) == 1 else generic_text("oneof", others)).removesuffix("?") + nullable

    def _object_text(self, schema: YamlMapping, name: str, depth: int) -> str:
        fields = list(self._field_texts(schema, depth + 1))
        only = schema.items_of("allOf") if "properties" not in schema else YamlList()
        if not fields and len(only) == 1:
            return self._text(only[0], depth + 1)
        return object_text(name, fields)

    def _field_texts(self, schema: YamlMapping, depth: int) -> Iterator[str]:
        properties: dict[str, YamlValue] = {}
        required: set[str] = set()
        for part in self._parts(schema):
            properties.update(part.mapping("properties"))
            required.update(name for name, _ in part.items_of("required").texts())
        self._left -= len(properties)
        for name, value in sorted(properties.items())[: MAX_FIELDS + 1]:
            yield field_text(name, self._text(value, depth) or "any", required=name in required)

    def _parts(self, schema: YamlMapping) -> list[YamlMapping]:
        """The schemas that allOf joins, each once, what is refined before what refines it."""
        parts: dict[int, YamlMapping] = {}
        pending = [schema]
        while pending and len(parts) < MAX_PARTS:
            part = pending.pop()
            if id(part) not in parts:
                parts[id(part)] = part
                targets = (local_target(self._root, item) for item in part.items_of("allOf"))
                pending += (target for target in targets if isinstance(target, YamlMapping))
        return list(reversed(parts.values()))


def _scalar_text(schema: YamlMapping, kind: str) -> str:
    limits = [name_text(schema.text("format"))] if schema.text("format") else []
    limits += [f"{word}={name_text(schema.text(word))}" for word in _LIMITS if schema.text(word)]
    return f"{name_text(kind)}({';'.join(limits)})" if limits else name_text(kind)


def _types(schema: YamlMapping) -> set[str]:
    """OpenAPI 3.1 allows a list of types."""
    value = schema.get("type")
    if isinstance(value, YamlList):
        return {kind if isinstance(kind, str) else "null" for kind in value}
    return {value} if isinstance(value, str) else set()
