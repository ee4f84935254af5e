"""The decision layer: finds documents in checkouts, reads them by rule or model, and adds them to the graph.

What did not change costs next to nothing: parsed parts and what the rules read are cached by content, a model's replies
by everything that decides them.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from parsed_graph.errors import ArtefactError
from parsed_graph.model import Problem
from parsed_graph.parser import Artefact
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.snapshot.run_report import PARSE_STAGE
from pipelines.documents.document import Document
from pipelines.documents.document_settings import DocumentSettings
from pipelines.documents.extraction import Extraction
from pipelines.documents.find_documents import DocumentKind, kind_by_path, kind_by_text
from pipelines.documents.inventory import Inventory, inventory_from_graph
from pipelines.documents.record_graph import PlacedDocument, add_documents, document_id
from pipelines.documents.records import ParsedDocument
from pipelines.models.budget import Estimate
from pipelines.models.cache import ReplyCache
from pipelines.models.model import Model, Usage
from pipelines.models.model_settings import ModelSettings
from pipelines.stages.walk import DOCUMENTS, WalkedCheckout
from pipelines.user_prompts import load_checked_prompt, prompt_folder

if TYPE_CHECKING:
    from pipelines.models.ask import Asker
    from pipelines.models.extract_documents import ExtractionJob

MAX_DOCUMENTS = 20_000
"""Of one checkout; more are left out, and a problem says so."""
_READ = frozenset({DocumentKind.ADR, DocumentKind.INCIDENT})
"""Kinds whose prose is read; of other documents only the parsed part is."""
_PROMPTS = {DocumentKind.ADR: "extract_adr", DocumentKind.INCIDENT: "extract_incident"}
_VALUES = {
    "system": ("services", "records"),
    "user": ("path", "title", "opening", "document", "closing"),
    "retry": ("reasons",),
}
"""What each part of these prompts is filled with."""
_PARSED = msgspec.msgpack.Decoder(ParsedDocument)
_EXTRACTION = msgspec.msgpack.Decoder(Extraction)
_ENCODER = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class DocumentsReport:
    """What the stage did. `documents` hold the text units to index; `usage` and `money` are what this run spent."""

    documents: tuple[PlacedDocument, ...]
    counts: Mapping[str, int]
    parsed: int
    """Documents that were parsed anew; the rest came from the cache."""
    calls: int = 0
    cached_calls: int = 0
    usage: Usage = field(default_factory=Usage)
    money: float | None = 0.0
    by_document: Mapping[str, Usage] = field(default_factory=dict)


def read_documents(
    graph: PropertyGraph,
    checkouts: Sequence[WalkedCheckout],
    settings: DocumentSettings,
    model_settings: ModelSettings,
    cache: ReplyCache,
    model: Model | None,
) -> tuple[list[Problem], DocumentsReport]:
    """Adds the documents of all checkouts to the graph. `model` is None for the `rules` provider.

    Raises SettingsError for settings and prompts that cannot be used and ProviderError where the model answered nothing at all;
    whatever a document or a reply does wrong is a problem.
    """
    if not settings.enabled:
        return [], DocumentsReport((), {}, 0)
    opened = _open(checkouts, settings, cache)
    inventory = inventory_of(graph, checkouts)
    if model is None:
        documents, report_part = _read_by_rules(opened, inventory, cache), _NOTHING_SPENT
        problems = list(opened.problems)
    else:
        import asyncio

        from pipelines.models.ask import Asker

        asker = Asker(model, cache, model_settings)
        documents, found = asyncio.run(_read_by_model(opened, inventory, asker, settings, model_settings))
        report_part = _Spent(
            asker.account.calls,
            asker.account.cached,
            asker.account.usage,
            asker.budget.money,
            asker.account.by_document,
        )
        problems = [*opened.problems, *found]
    problems += add_documents(graph, documents, inventory)
    problems += [problem for document in documents for problem in document.parsed.problems]
    counts = {str(kind): sum(d.parsed.kind is kind for d in documents) for kind in DocumentKind}
    report = DocumentsReport(
        tuple(documents),
        counts,
        opened.parsed,
        report_part.calls,
        report_part.cached,
        report_part.usage,
        report_part.money,
        report_part.by_document,
    )
    return sorted(set(problems)), report


def estimate_documents(
    graph: PropertyGraph,
    checkouts: Sequence[WalkedCheckout],
    settings: DocumentSettings,
    model_settings: ModelSettings,
    cache: ReplyCache,
    model: Model | None,
) -> Estimate:
    """What reading would cost: calls, tokens and money, cached replies left out. Makes no call and adds nothing to the graph."""
    if model is None or not settings.enabled:
        return Estimate(0, 0, 0, 0, 0.0)
    opened = _open(checkouts, settings, cache)
    inventory = inventory_of(graph, checkouts)
    from pipelines.models.ask import Asker
    from pipelines.models.extract_documents import extraction_questions

    questions = extraction_questions(_jobs(opened, settings), inventory, model_settings.max_output_tokens)
    return Asker(model, cache, model_settings).estimate(questions, batch=model_settings.batch)


# --- Finding and parsing -----------------------------------------------------------------------------


@dataclass(slots=True)
class _Opened:
    """A document whose parsed part is known. Its structure is made only when something asks for it."""

    id: str
    repo: str
    path: str
    place: str
    text: str
    digest: str
    parsed: ParsedDocument
    _document: Document | None = None

    @property
    def document(self) -> Document:
        if self._document is None:
            from pipelines.documents.read_document import read_document

            self._document = read_document(self.path, self.text)
        return self._document

    def placed(self, extraction: Extraction | None, reader: str) -> PlacedDocument:
        return PlacedDocument(self.id, self.repo, self.path, self.place, self.parsed, extraction, reader)


@dataclass(frozen=True, slots=True)
class _Estate:
    documents: list[_Opened]
    problems: list[Problem]
    parsed: int


def _open(checkouts: Sequence[WalkedCheckout], settings: DocumentSettings, cache: ReplyCache) -> _Estate:
    documents: list[_Opened] = []
    problems: list[Problem] = []
    fresh: dict[str, bytes] = {}
    several = len(checkouts) > 1
    for checkout in checkouts:
        repo, root, walk = checkout.name, checkout.root, checkout.walk.wanted_by(DOCUMENTS)
        problems += [
            p._replace(stage="documents", path=_place(repo, p.path, several))
            for p in walk.problems
            if p.reason == "too-large"
        ]
        if len(walk.entries) > MAX_DOCUMENTS:
            problems.append(
                Problem(
                    "documents",
                    _place(repo, "", several),
                    0,
                    "too-many",
                    f"{len(walk.entries)} documents; {MAX_DOCUMENTS} are read",
                )
            )
        for entry in walk.entries[:MAX_DOCUMENTS]:
            try:
                content = (root / entry.path).read_bytes()
                artefact = Artefact(entry.path, content)
                text = artefact.text
            except ArtefactError as error:
                problems.append(
                    Problem("documents", _place(repo, entry.path, several), error.line, error.reason, error.problem)
                )
                continue
            except OSError as error:
                problems.append(
                    Problem(
                        "documents", _place(repo, entry.path, several), 0, "unreadable", error.strerror or str(error)
                    )
                )
                continue
            opened = _opened(repo, entry.path, text, content, settings, cache, fresh, _place(repo, entry.path, several))
            if opened:
                documents.append(opened)
                problems += _misread(repo, artefact)
    cache.keep_documents(fresh.items())
    return _Estate(documents, problems, len(fresh))


def _misread(repo: str, artefact: Artefact) -> list[Problem]:
    """The row of a document in another encoding, as a file of any other kind has it."""
    error = artefact.misread
    return [Problem(PARSE_STAGE, f"{repo}:{error.path}", error.line, error.reason, error.problem)] if error else []


def _opened(
    repo: str,
    path: str,
    text: str,
    content: bytes,
    settings: DocumentSettings,
    cache: ReplyCache,
    fresh: dict[str, bytes],
    place: str,
) -> _Opened | None:
    by_path = kind_by_path(path, settings.patterns)
    kind = kind_by_text(path, text, by_path)
    if kind is DocumentKind.OTHER and not _is_worth_a_node(path):
        return None
    digest = hashlib.sha256(content).hexdigest()
    name = document_id(kind, repo, path)
    key = _key("parsed", _rules_fingerprint(), name, place, str(kind), digest)
    known = cache.document(key)
    if known is not None:
        return _Opened(name, repo, path, place, text, digest, _PARSED.decode(known))
    from pipelines.documents.parse_document import parse_document
    from pipelines.documents.read_document import read_document

    document = read_document(path, text)
    parsed = parse_document(document, kind, name, place, text)
    fresh[key] = _ENCODER.encode(parsed)
    return _Opened(name, repo, path, place, text, digest, parsed, document)


def _is_worth_a_node(path: str) -> bool:
    """Of documents that are neither record nor runbook, those in a folder for documents; templates and indexes are none."""
    folders, _, name = path.lower().rpartition("/")
    stem = name.split(".")[0]
    if stem in (
        "index",
        "_index",
        "template",
        "changelog",
        "license",
        "contributing",
        "agents",
        "claude",
        "summary",
        "code_of_conduct",
    ):
        return False
    return "template" not in stem and any(
        part in ("doc", "docs", "documentation", "architecture", "design") for part in folders.split("/")
    )


def inventory_of(graph: PropertyGraph, checkouts: Sequence[WalkedCheckout]) -> Inventory:
    """The services of a graph under the names that documents may use."""
    return inventory_from_graph(graph, hints=tuple(checkout.name for checkout in checkouts))


# --- By rule -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Spent:
    calls: int = 0
    cached: int = 0
    usage: Usage = field(default_factory=Usage)
    money: float | None = 0.0
    by_document: Mapping[str, Usage] = field(default_factory=dict)


_NOTHING_SPENT = _Spent()


def _read_by_rules(estate: _Estate, inventory: Inventory, cache: ReplyCache) -> list[PlacedDocument]:
    fingerprint = hashlib.sha256(_ENCODER.encode(inventory.services) + _ENCODER.encode(inventory.hints)).hexdigest()
    fresh: dict[str, bytes] = {}
    placed: list[PlacedDocument] = []
    for opened in estate.documents:
        if opened.parsed.kind not in _READ:
            placed.append(opened.placed(None, ""))
            continue
        key = _key("rules", _rules_fingerprint(), fingerprint, opened.id, opened.digest)
        known = cache.document(key)
        if known is not None:
            extraction = _EXTRACTION.decode(known)
        else:
            # The rules and their vocabulary take long to import; most runs find all readings in the cache.
            from pipelines.models.rules import read_by_rules

            home = inventory.home(opened.repo, opened.path)
            extraction = read_by_rules(
                opened.document, inventory, home, incident=opened.parsed.kind is DocumentKind.INCIDENT
            )
            fresh[key] = _ENCODER.encode(extraction)
        placed.append(opened.placed(extraction, "prose rules"))
    cache.keep_documents(fresh.items())
    return placed


# --- By a model --------------------------------------------------------------------------------------


async def _read_by_model(
    estate: _Estate, inventory: Inventory, asker: "Asker", settings: DocumentSettings, model_settings: ModelSettings
) -> tuple[list[PlacedDocument], list[Problem]]:
    from pipelines.models.extract_documents import extract_with_model
    from pipelines.models.outage import provider_error

    jobs = _jobs(estate, settings)
    try:
        results = await extract_with_model(
            jobs, inventory, asker, max_output_tokens=model_settings.max_output_tokens, batch=model_settings.batch
        )
    finally:
        await asker.close()
    if asker.outage is not None:
        raise provider_error(asker.outage, model_settings)
    read = {job.id: result for job, result in zip(jobs, results, strict=True)}
    problems = [problem for result in results for problem in result.problems]
    placed = [
        opened.placed(read[opened.id].extraction if opened.id in read else None, asker.identity)
        for opened in estate.documents
    ]
    return placed, problems


def _jobs(estate: _Estate, settings: DocumentSettings) -> "list[ExtractionJob]":
    from pipelines.models.extract_documents import ExtractionJob

    folder = prompt_folder(settings.prompts)
    prompts = {kind: load_checked_prompt(name, folder, _VALUES) for kind, name in _PROMPTS.items()}
    labels = dict(_record_labels(estate.documents))
    return [
        ExtractionJob(
            opened.id,
            opened.place,
            opened.parsed.title,
            opened.document,
            opened.parsed.units,
            prompts[opened.parsed.kind],
            _nearby(opened, labels),
        )
        for opened in estate.documents
        if opened.parsed.kind in _READ
    ]


def _record_labels(documents: Iterable[_Opened]) -> Iterator[tuple[str, tuple[str, str]]]:
    """A short label for each record that no other has, with its id and title: `ADR-0042`, else the id."""
    taken: dict[str, int] = {}
    records = [opened for opened in documents if opened.parsed.adr]
    for opened in records:
        label = _label(opened)
        taken[label] = taken.get(label, 0) + 1
    for opened in records:
        label = _label(opened)
        yield (label if taken[label] == 1 else opened.id), (opened.id, opened.parsed.title)


def _label(opened: _Opened) -> str:
    return f"ADR-{opened.parsed.adr.label}" if opened.parsed.adr and opened.parsed.adr.label else opened.id


def _nearby(opened: _Opened, labels: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Records whose number, label or title the text holds: only those can be named with evidence."""
    lower = opened.text.lower()
    found: dict[str, tuple[str, str]] = {}
    for label, (record, title) in labels.items():
        if record == opened.id:
            continue
        number = label.rpartition("-")[2].lstrip("0") if label.startswith("ADR-") else ""
        named = label.lower() in lower or (len(title) > 8 and title.lower() in lower)
        if named or (
            number
            and any(
                form in lower
                for form in (f"adr {number}", f"adr-{number}", f"adr #{number}", f"{label[4:]}-", f"[{label[4:]}]")
            )
        ):
            found[label] = (record, title)
    return found


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _place(repo: str, path: str, several: bool) -> str:
    return f"{repo}:{path}" if several else path


@cache
def _rules_fingerprint() -> str:
    """Changes with every line of the code that parses documents or holds a rule, so that no stale reading is ever reused."""
    digest = hashlib.sha256()
    for package in ("pipelines.documents", "pipelines.models"):
        for file in sorted(files(package).iterdir(), key=lambda f: f.name):
            if file.name.endswith(".py"):
                digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()
