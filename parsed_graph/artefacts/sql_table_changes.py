"""What SQL statements do to tables: (operation, table, line) for CREATE, ALTER, DROP and RENAME TABLE, in any dialect.

Temporary tables, partitions and tables made by a query (`CREATE TABLE … AS SELECT`) are no tables of the schema.
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.sql_statements import read_statements
from parsed_graph.artefacts.sql_tables import plain_name

_PART = r"(?:\"[^\"]+\"|`[^`]+`|\[[^\]]+\]|\$\{[^}]+\}|[\w$#@]+)"
_NAME = rf"(?P<name>{_PART}(?:\s*\.\s*{_PART}){{0,3}})"
_CREATE = re.compile(
    rf"create\s+(?:or\s+replace\s+)?(?:unlogged\s+|external\s+|foreign\s+|virtual\s+|column\s+)?table\s+"
    rf"(?:if\s+not\s+exists\s+)?{_NAME}(?P<rest>.*)",
    re.I | re.S,
)
_ALTER = re.compile(rf"alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?{_NAME}(?P<rest>.*)", re.I | re.S)
_DROP = re.compile(rf"drop\s+(?:external\s+|foreign\s+)?table\s+(?:if\s+exists\s+)?(?P<names>{_PART}[^;]*)", re.I)
_RENAMED = re.compile(rf"\s*rename\s+(?:to|as)\s+{_NAME}", re.I)
_RENAME = re.compile(rf"rename\s+table\s+{_NAME}\s+to\s+(?P<new>{_PART}(?:\s*\.\s*{_PART})?)", re.I)
_QUERY = re.compile(
    r"(?:\(|with\s*\([^()]*\)|using\s+\w+|\s)*as\s*(?:\(\s*)?(?:select|with)\b|.{0,1500}?\bkafka_topic\b", re.I | re.S
)
_PARTITION = re.compile(r"\s*partition\s+of\b", re.I)


def table_changes(text: str) -> Iterator[tuple[str, str, int]]:
    """The changes of a script in order; operation is create, alter or drop."""
    for statement in read_statements(text):
        for operation, name in _changes(statement.head):
            if name and not name.startswith(("#", "@", "$")):
                yield operation, name, statement.line


def _changes(head: str) -> Iterator[tuple[str, str]]:
    """(operation, table) of one statement; a renamed table is dropped and created."""
    if match := _CREATE.match(head):
        if not (_QUERY.match(match["rest"]) or _PARTITION.match(match["rest"])):
            yield "create", plain_name(match["name"])
    elif match := _ALTER.match(head):
        renamed = _RENAMED.match(match["rest"])
        yield ("drop" if renamed else "alter"), plain_name(match["name"])
        if renamed:
            yield "create", plain_name(renamed["name"])
    elif match := _DROP.match(head):
        for written in match["names"].split(","):
            found = re.match(rf"\s*{_NAME}", written)
            if found:
                yield "drop", plain_name(found["name"])
    elif match := _RENAME.match(head):
        yield "drop", plain_name(match["name"])
        yield "create", plain_name(match["new"])
