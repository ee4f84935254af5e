"""The rows that text search is made of: documents and their text units."""

from dataclasses import dataclass, replace

from parsed_graph.snapshot.encodable import encodable


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document, a community's report, a service's card or a source file. `service` is an id, or ""."""

    id: str
    kind: str
    service: str
    title: str
    repo: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class TextUnitRow:
    """A piece of a document. `title` is its path of headings; `line` is where it starts, 0 where there is no file.

    `nodes` are the ids of what it is about, beyond its service.
    """

    id: str
    document_id: str
    kind: str
    service: str
    title: str
    path: str
    repo: str
    line: int
    text: str
    nodes: tuple[str, ...] = ()


Row = tuple[DocumentRow, tuple[TextUnitRow, ...]]


def encodable_row(row: Row) -> Row:
    """A row whose every text can be written."""
    head, units = row
    names = (head.id, head.kind, head.service, head.title, head.repo, head.path)
    return DocumentRow(*map(encodable, names)), tuple(_encodable_unit(unit) for unit in units)


def _encodable_unit(unit: TextUnitRow) -> TextUnitRow:
    names = (unit.id, unit.document_id, unit.kind, unit.service, unit.title, unit.path, unit.repo)
    identity, document, kind, service, title, path, repo = map(encodable, names)
    return replace(
        unit,
        id=identity,
        document_id=document,
        kind=kind,
        service=service,
        title=title,
        path=path,
        repo=repo,
        text=encodable(unit.text),
        nodes=tuple(encodable(node) for node in unit.nodes),
    )
