"""The line that completes a one-way chain: in front matter a key, below a Status heading the sentence that adr-tools writes."""

import posixpath
from urllib.parse import quote

from pipelines.documents.records import SUPERSEDED_BY
from pipelines.lint.finding import Edit
from pipelines.lint.read_records import ReadRecord

_SENTENCES = {SUPERSEDED_BY: "Superseded by"}


def say_back(silent: ReadRecord, other: ReadRecord, relation: str) -> Edit | None:
    """The edit that makes `silent` say its side of the chain; None where its form leaves no safe place."""
    status = next((field for field in silent.fields if field.key == "status"), None)
    if status is None or posixpath.dirname(silent.path) != posixpath.dirname(other.path):
        return None
    if status.origin == "front-matter" and other.record.label:
        return Edit(silent.path, status.line, "", f'{relation}: "{other.record.label}"')
    if status.origin == "section" and other.record.title.isprintable():
        last = max(field.line for field in silent.fields if field.key == "status" and field.origin == "section")
        number = f"{other.record.number}. " if other.record.number else ""
        file = quote(posixpath.basename(other.path), safe="/.-_~", errors="surrogateescape")
        title = other.record.title.replace("[", "(").replace("]", ")")
        sentence = _SENTENCES.get(relation, "Supersedes")
        return Edit(silent.path, last, "", f"\n{sentence} [{number}{title}]({file})")
    return None
