"""Liquibase change logs in XML, YAML and JSON: createTable, dropTable, renameTable and column changes are TableDecl; rollbacks are left out.

https://docs.liquibase.com/change-types/
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from parsed_graph.artefacts.safe_xml import line_of, local_name, read_xml, text_within
from parsed_graph.artefacts.sql_table_changes import table_changes
from parsed_graph.facts import Fact, Incomplete, SourceSpan, TableDecl
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents

if TYPE_CHECKING:
    from lxml.etree import _Element

_COLUMN_CHANGES = frozenset("addColumn dropColumn renameColumn modifyDataType mergeColumns".split())
_PLACEHOLDER = re.compile(r"\$\{([\w.-]+)\}")


class _Change(NamedTuple):
    """One change of a change set: its type, attributes, SQL text ("" for none) and line."""

    name: str
    attributes: Mapping[str, str]
    sql: str
    line: int


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Facts of one change log; a file of another kind says nothing here."""
    if b"databaseChangeLog" not in artefact.content:
        return
    is_xml = artefact.name.endswith(".xml")
    properties, changes = _read_xml(artefact) if is_xml else _read_yaml(artefact)
    for change in changes:
        span = SourceSpan(artefact.path, change.line)
        for operation, written in _tables(change):
            name = _PLACEHOLDER.sub(lambda match: properties.get(match.group(1), match.group()), written)
            if "${" in name:
                yield Incomplete("unresolved-table", f"{change.name} {written[:100]}", span)
            elif name:
                yield TableDecl(name, span, operation)


def _tables(change: _Change) -> Iterator[tuple[str, str]]:
    get = change.attributes.get
    if change.name == "createTable":
        yield "create", get("tableName", "")
    elif change.name == "dropTable":
        yield "drop", get("tableName", "")
    elif change.name == "renameTable":
        yield "drop", get("oldTableName", "")
        yield "create", get("newTableName", "")
    elif change.name in _COLUMN_CHANGES:
        yield "alter", get("tableName", "")
    elif change.name == "sql":
        for operation, name, _ in table_changes(change.sql):
            yield operation, name


def _read_xml(artefact: Artefact) -> tuple[dict[str, str], list[_Change]]:
    root = read_xml(artefact)
    if local_name(root) != "databaseChangeLog":
        return {}, []
    properties = {e.get("name", ""): e.get("value", "") for e in root if local_name(e) == "property"}
    changes = [
        _Change(local_name(change), _attributes(change), text_within(change), line_of(change))
        for change_set in root
        if local_name(change_set) == "changeSet"
        for change in change_set
        if local_name(change)
    ]
    return properties, changes


def _attributes(element: "_Element") -> dict[str, str]:
    return {str(name): str(value) for name, value in element.attrib.items()}


def _read_yaml(artefact: Artefact) -> tuple[dict[str, str], list[_Change]]:
    properties: dict[str, str] = {}
    changes: list[_Change] = []
    for document in yaml_documents(artefact):
        entries = document.items_of("databaseChangeLog").mappings() if isinstance(document, YamlMapping) else ()
        for entry in entries:
            stated = entry.mapping("property")
            properties[stated.text("name")] = stated.text("value")
            for change in entry.mapping("changeSet").items_of("changes").mappings():
                changes += [_yaml_change(name, change) for name in change]
    return properties, changes


def _yaml_change(name: str, change: YamlMapping) -> _Change:
    value = change.mapping(name)
    attributes = {key: text for key, text in value.items() if isinstance(text, str)}
    sql = attributes.get("sql", "") or change.text(name)
    return _Change(name, attributes, sql, change.line_of(name))


_NAMES = ("*changelog*.xml", "*changeLog*.xml", "*change-log*.xml", "*changeset*.xml")
_FOLDERS = ("*liquibase*/*.xml", "*changelog*/*.xml", "*/db/*.xml", "*/migration*/*.xml")
PARSER = Parser("liquibase", (*_NAMES, *_FOLDERS, "*.yml", "*.yaml", "*.json"), parse)
