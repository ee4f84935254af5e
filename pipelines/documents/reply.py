"""The form that a model fills in about a document: its JSON Schema, and its reading, strict as written."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pipelines.documents.extraction import CATEGORIES, IMPACTS, RELATIONS

SCHEMA_NAME = "document_form"


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AffectedService(_Entry):
    """A service and what the document does to it."""

    service: str
    impact: Literal["direct", "indirect", "mentioned_only"]
    evidence: str


class ReferencedAdr(_Entry):
    """A record that the document names."""

    adr: str
    relation: Literal["references", "supersedes", "amends", "contradicts"]
    evidence: str


class Decision(_Entry):
    """Something decided."""

    text: str
    category: Literal["security", "performance", "api", "data", "other"]
    evidence: str


class Reply(_Entry):
    """The whole form."""

    affected_services: list[AffectedService]
    referenced_adrs: list[ReferencedAdr]
    decisions: list[Decision]


def reply_schema(services: Sequence[str], records: Sequence[str]) -> dict[str, Any]:
    """A JSON Schema in the subset that every provider takes: all keys required, none beside them, names as enums."""
    return _object(
        {
            "affected_services": _list({"service": _one_of(services), "impact": _one_of(IMPACTS), "evidence": _TEXT}),
            "referenced_adrs": _list({"adr": _one_of(records), "relation": _one_of(RELATIONS), "evidence": _TEXT}),
            "decisions": _list({"text": _TEXT, "category": _one_of(CATEGORIES), "evidence": _TEXT}),
        }
    )


def read_reply(text: str) -> Reply | str:
    """The form, or in one line why the text is none."""
    bare = text.strip()
    if bare.startswith("```") and bare.endswith("```"):
        bare = bare[3:-3].removeprefix("json").strip()
    try:
        return Reply.model_validate_json(bare)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the reply"
        return f"{place}: {first['msg']}"


_TEXT: Mapping[str, Any] = {"type": "string"}


def _one_of(values: Sequence[str]) -> dict[str, Any]:
    # An empty enum is refused everywhere; the check throws such entries out.
    return {"type": "string", "enum": list(values)} if values else {"type": "string"}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": _object(properties)}
