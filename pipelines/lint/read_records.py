"""Finds the decision records below some paths and reads their parsed part, in several processes where there are many."""

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from parsed_graph.errors import ArtefactError, SettingsError
from parsed_graph.model import Problem
from parsed_graph.parser import Artefact
from parsed_graph.repository import walk_repository
from pipelines.documents.adr import adr_problems, read_adr
from pipelines.documents.document import Document, Field
from pipelines.documents.find_documents import DocumentKind, Places, kind_by_path, kind_by_text
from pipelines.documents.front_matter import broken_front_matter
from pipelines.documents.read_document import read_document
from pipelines.documents.records import AdrRecord
from pipelines.documents.section_kinds import title_section
from pipelines.documents.suffixes import is_document

_MANY = 60
"""Fewer records are read sooner than a second process starts."""
_MARKS = (".git", "services.yaml")


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record with what its own text gets wrong. `line` is its title's; `fields` hold its metadata."""

    path: str
    line: int
    record: AdrRecord
    fields: tuple[Field, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The repository, the records' paths in it, and of these the ones that findings are wanted for."""

    root: Path
    paths: tuple[str, ...]
    reported: frozenset[str]


def choose_records(paths: Sequence[Path], patterns: Places) -> Chosen:
    """Every document below the folders; for a file, also its folder, so that numbers and links can be told.

    Raises SettingsError for a path that is not there, or for paths of several repositories.
    """
    places = [path.resolve() for path in paths]
    for given, place in zip(paths, places, strict=True):
        if not place.exists():
            raise SettingsError(f"{given}: no such file or folder. Name a folder of decision records, or a checkout")
    roots = {repository_root(place) for place in places}
    if len(roots) > 1:
        raise SettingsError(f"{', '.join(map(str, sorted(roots)))}: name records of one repository at a time")
    root = roots.pop()
    found: dict[str, bool] = {}
    for place in places:
        for path in _below(root, place if place.is_dir() else place.parent):
            wanted = place.is_dir() or path == place.relative_to(root).as_posix()
            found[path] = found.get(path, False) or wanted
    possible = sorted(path for path in found if _may_be_record(path, patterns))
    return Chosen(root, tuple(possible), frozenset(path for path in possible if found[path]))


def repository_root(place: Path) -> Path:
    """The checkout around a place; else the nearest folder with a services.yaml; else the folder itself."""
    folder = place if place.is_dir() else place.parent
    above = (folder, *folder.parents)
    return next((up for mark in _MARKS for up in above if (up / mark).exists()), folder)


def read_records(chosen: Chosen, patterns: Places) -> list[ReadRecord]:
    """The records among the chosen documents, in the order of paths; what cannot be read at all is left to `index`."""
    read = partial(_read_part, chosen.root, patterns)
    cores = min(os.cpu_count() or 1, 4)
    if len(chosen.paths) < _MANY or cores < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return read(chosen.paths)
    parts = [chosen.paths[start::cores] for start in range(cores)]
    # A fork starts in milliseconds, with all that is imported.
    with ProcessPoolExecutor(cores - 1, multiprocessing.get_context("fork")) as pool:
        others = [pool.submit(read, part) for part in parts[1:]]
        found = read(parts[0])
        for other in others:
            found += other.result()
    return sorted(found, key=lambda record: record.path)


def open_document(root: Path, path: str) -> tuple[Document, str]:
    """A document and its text. Raises ArtefactError and OSError."""
    text = Artefact(path, (root / path).read_bytes()).text
    return read_document(path, text), text


def _below(root: Path, folder: Path) -> Iterator[str]:
    inside = folder.relative_to(root).as_posix()
    prefix = "" if inside == "." else f"{inside}/"
    yield from (f"{prefix}{entry.path}" for entry in walk_repository(folder, is_document).entries)


def _may_be_record(path: str, patterns: Places) -> bool:
    """Whether the text may show a record: a path that says nothing else."""
    return kind_by_path(path, patterns) in (DocumentKind.ADR, None)


def _read_part(root: Path, patterns: Places, paths: Sequence[str]) -> list[ReadRecord]:
    # Nothing that is made here is garbage before the end.
    gc.disable()
    try:
        return [record for path in paths if (record := _read(root, patterns, path))]
    finally:
        gc.enable()


def _read(root: Path, patterns: Places, path: str) -> ReadRecord | None:
    try:
        text = Artefact(path, (root / path).read_bytes()).text
    except (ArtefactError, OSError):
        return None
    if kind_by_text(path, text, kind_by_path(path, patterns)) is not DocumentKind.ADR:
        return None
    document = read_document(path, text)
    record = read_adr(document)
    problems = list(adr_problems(document, record, path))
    broken = broken_front_matter(text)
    if broken:
        problems.append(Problem("documents", path, broken[0], "front-matter", broken[1]))
    line = document.sections[max(title_section(document), 0)].line
    return ReadRecord(path, line, record, document.fields, tuple(problems))
