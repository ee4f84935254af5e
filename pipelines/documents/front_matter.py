"""Metadata of a document, wherever its author put it: front matter, a table, `Key: value` lines, bold or bulleted labels."""

import re
from collections.abc import Iterator
from dataclasses import replace

import yaml

from pipelines.documents.document import Block, BlockKind, Document, Field
from pipelines.documents.section_kinds import SectionKind, section_kind, title_section

MAX_FRONT_MATTER = 20_000

_KEYS: dict[str, str] = {
    "status": "status", "state": "status", "estado": "status", "situacao": "status", "situação": "status",
    "date": "date", "data": "date", "decision_date": "date", "date_of_decision": "date", "incident_date": "date", "created": "date",
    "created_on": "date", "created_at": "date", "decided": "date", "decided_on": "date", "date_created": "date", "data_do_incidente": "date",
    "date_of_incident": "date", "when": "date", "occurred": "date", "accepted": "date", "date_proposed": "date",
    "deciders": "deciders", "decision_makers": "deciders", "decision_maker": "deciders", "authors": "deciders", "author": "deciders",
    "autor": "deciders", "autores": "deciders", "decisores": "deciders", "owner": "deciders", "owners": "deciders", "proposed_by": "deciders",
    "title": "title", "titulo": "title", "título": "title", "name": "title",
    "number": "number", "id": "number", "adr": "number", "numero": "number", "número": "number", "adr_id": "number", "incident_id": "number", "incident": "incident",
    "supersedes": "supersedes", "replaces": "supersedes", "superseding": "supersedes", "obsoletes": "supersedes", "substitui": "supersedes",
    "superseded_by": "superseded_by", "superceded_by": "superseded_by", "replaced_by": "superseded_by", "obsoleted_by": "superseded_by",
    "substituido_por": "superseded_by", "substituído_por": "superseded_by", "substituida_por": "superseded_by", "substituída_por": "superseded_by",
    "amends": "amends", "extends": "amends", "updates": "amends", "altera": "amends", "complementa": "amends",
    "amended_by": "amended_by", "extended_by": "amended_by", "updated_by": "amended_by", "alterado_por": "amended_by", "alterada_por": "amended_by",
    "related": "related", "related_to": "related", "relates_to": "related", "see_also": "related", "related_adrs": "related",
    "depends_on": "related", "references": "related", "links": "related", "relacionado": "related", "relacionados": "related",
    "applies_to": "applies_to", "aplica_se_a": "applies_to", "scope": "scope", "escopo": "scope", "affects": "affects", "afeta": "affects",
    "affected": "affects", "affected_services": "affects", "services_affected": "affects", "affected_systems": "affects",
    "systems_affected": "affects", "affected_components": "affects", "components": "affects", "component": "affects", "services": "affects",
    "service": "affects", "impacted_services": "affects", "services_impacted": "affects", "systems": "affects", "system": "affects",
    "impacted_systems": "affects", "servicos_afetados": "affects", "serviços_afetados": "affects", "sistemas_afetados": "affects",
    "servicos_impactados": "affects", "serviços_impactados": "affects",
    "serviços": "affects", "servicos": "affects", "affected_service": "affects", "affected_component": "affects", "service_s": "affects",
    "tags": "tags", "labels": "tags", "keywords": "tags", "topics": "tags",
    "severity": "severity", "sev": "severity", "priority": "severity", "severidade": "severity", "prioridade": "severity",
    "severity_level": "severity", "incident_severity": "severity", "impact_level": "severity", "gravidade": "severity", "criticidade": "severity",
}  # fmt: skip
_LIST_KEYS = frozenset(
    {
        "applies_to",
        "scope",
        "affects",
        "tags",
        "supersedes",
        "superseded_by",
        "amends",
        "amended_by",
        "related",
        "deciders",
    }
)

_YAML_FENCE = re.compile(r"\A\ufeff?---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_TOML_FENCE = re.compile(r"\A\ufeff?\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)", re.S)
_LINE = re.compile(
    r"[\s>*+-]{0,6}(?:[^\w\s*_`\[|]{1,4}\s?)?(?:\*\*|__)?(?P<key>[^\W\d_][\w '\u2019/()-]{1,30}?)(?:\*\*|__)?\s?:\s?(?:\*\*|__)?\s*(?P<value>.*)"
)
_UNCHECKED = re.compile(r"\s*(?:[-*+]\s*)?\[ ?\]")
"""A choice of a form that was not taken."""
_FOLD = re.compile(r"[\s\-/]+")


def split_front_matter(text: str) -> tuple[str, list[Field], int]:
    """The body, the front matter's fields, and the line on which the body starts."""
    for fence, reader in ((_YAML_FENCE, _yaml_fields), (_TOML_FENCE, _toml_fields)):
        found = fence.match(text[: MAX_FRONT_MATTER + 10])
        if found:
            return text[found.end() :], list(reader(found[1])), text.count("\n", 0, found.end()) + 1
    return text.removeprefix("\ufeff"), [], 1


def yaml_front_matter(text: str) -> str:
    """The YAML between the fences, "" where a document has none; its first line is the document's second."""
    found = _YAML_FENCE.match(text[: MAX_FRONT_MATTER + 10])
    return found[1] if found else ""


def broken_front_matter(text: str) -> tuple[int, str] | None:
    """The line and the fault of front matter that is no YAML, None where it is sound or there is none."""
    found = _YAML_FENCE.match(text[: MAX_FRONT_MATTER + 10])
    try:
        yaml.compose(found[1], Loader=yaml.CSafeLoader) if found else None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        return line, f"not valid YAML: {error.problem}"
    except (yaml.YAMLError, RecursionError):
        return 1, "not valid YAML"
    return None


def with_fields(document: Document, front: list[Field]) -> Document:
    """The document with its metadata: front matter first, then what tables, lines and the status section say."""
    return replace(document, fields=(*front, *_body_fields(document)))


def field_key(key: str) -> str:
    """The folded name of a metadata key, "" for one that means nothing here."""
    bare = re.sub(r"\(.*?\)", "", key)
    return _KEYS.get(_FOLD.sub("_", bare.strip(" :*_#.").lower()).strip("_"), "")


def _yaml_fields(text: str) -> Iterator[Field]:
    try:
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, RecursionError):
        yield from _line_fields(text, 2, "front-matter")
        return
    if isinstance(root, yaml.MappingNode):
        for key, value in root.value:
            name = field_key(str(key.value)) if isinstance(key, yaml.ScalarNode) else ""
            if name:
                yield from (Field(name, text, line + 2, "front-matter") for text, line in _scalars(value, 0))


def _scalars(node: yaml.Node, depth: int) -> Iterator[tuple[str, int]]:
    if isinstance(node, yaml.ScalarNode):
        if str(node.value).strip():
            yield str(node.value), node.start_mark.line
    elif isinstance(node, yaml.SequenceNode) and depth < 4:
        for item in node.value[:200]:
            yield from _scalars(item, depth + 1)
    elif isinstance(node, yaml.MappingNode) and depth < 4:
        for _, value in node.value[:200]:
            yield from _scalars(value, depth + 1)


def _toml_fields(text: str) -> Iterator[Field]:
    for number, line in enumerate(text.splitlines(), 2):
        key, equals, value = line.partition("=")
        name = field_key(key) if equals else ""
        if name:
            for part in re.findall(r"\"([^\"]*)\"|'([^']*)'", value) or [(value.strip(), "")]:
                yield Field(name, part[0] or part[1], number, "front-matter")


def _line_fields(text: str, first_line: int, origin: str) -> Iterator[Field]:
    for offset, line in enumerate(text.split("\n")):
        found = _LINE.match(line[:600])
        key = field_key(found["key"]) if found else ""
        if found and key and found["value"].strip():
            yield Field(key, found["value"].strip().removesuffix("\\"), first_line + offset, origin)


def _body_fields(document: Document) -> Iterator[Field]:
    title = title_section(document)
    opening = {0, title} - {-1}
    for index, block in enumerate(document.blocks):
        home = _heading_of(document, block.section)
        kind = section_kind(document.sections[home].title) if home not in opening else SectionKind.OTHER
        if kind is SectionKind.STATUS and block.kind is not BlockKind.CODE:
            yield from _status_fields(block)
        elif home in opening or (kind in (SectionKind.REFERENCES, SectionKind.PEOPLE) and index < 40):
            yield from _block_fields(block)
        elif field_key(document.sections[home].title) and block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM):
            yield from _section_field(document, block, home)


def _heading_of(document: Document, section: int) -> int:
    while section > 0 and document.sections[section].is_label:
        section = document.sections[section].parent
    return section


def _status_fields(block: Block) -> Iterator[Field]:
    keyed = list(_line_fields(block.text, block.line, "line"))
    if keyed and block.kind is not BlockKind.ROW:
        yield from keyed
        return
    for offset, line in enumerate(block.text.split("\n")):
        if line.strip() and not _UNCHECKED.match(line):
            yield Field("status", line.strip(), block.line + offset, "section")


def _section_field(document: Document, block: Block, home: int) -> Iterator[Field]:
    key = field_key(document.sections[home].title)
    if key in _LIST_KEYS or (key in ("date", "severity", "number") and len(block.text) < 80):
        yield Field(key, block.text, block.line, "section")


def _block_fields(block: Block) -> Iterator[Field]:
    if block.kind is BlockKind.ROW:
        if len(block.cells) >= 2 and field_key(block.cells[0]) and block.cells[1].strip():
            yield Field(field_key(block.cells[0]), block.cells[1].strip(), block.line, "table")
        elif block.header:
            for key, value in zip(block.header, block.cells, strict=False):
                if (
                    field_key(key) in ("status", "date", "deciders", "severity")
                    and len(block.header) > 2
                    and value.strip()
                ):
                    yield Field(field_key(key), value.strip(), block.line, "table")
    elif block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE) and len(block.text) < 3000:
        yield from _line_fields(block.text, block.line, "line")
