"""One run: checkouts to facts, facts to a graph, the graph to a snapshot; each stage says how long it took."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from parsed_graph.build import BuiltGraph, build_graph
from parsed_graph.model import Problem
from parsed_graph.snapshot.run_report import Extraction, RunReport
from parsed_graph.store import KEEP_SNAPSHOTS, SnapshotPart, SnapshotWritten, write_snapshot
from pipelines.checkouts import Checkout, find_checkouts
from pipelines.community_settings import CommunitySettings
from pipelines.documents.document_settings import DocumentSettings
from pipelines.exports.graphrag.snapshot_part import graphrag_part
from pipelines.models.ask import Asker
from pipelines.models.budget import Estimate
from pipelines.models.cache import ReplyCache, open_replies
from pipelines.models.embeddings import Embedder
from pipelines.models.model_settings import ModelSettings
from pipelines.models.vector_cache import open_vectors
from pipelines.stages.code_units import checkout_reader, code_rows
from pipelines.stages.communities import CommunitiesReport, CommunityFlags, build_communities, report_questions
from pipelines.stages.documents import DocumentsReport, estimate_documents, read_documents
from pipelines.stages.fact_cache import FactCache
from pipelines.stages.file_limits import DEFAULT_LIMITS, FileLimits
from pipelines.stages.parse import ParsedEstate, Progress, parse_estate
from pipelines.stages.service_cards import card_rows
from pipelines.stages.text_units import document_rows, ordered_rows, report_rows, text_units_part
from pipelines.stages.text_vectors import embed_units, vectors_part
from pipelines.wiring import build_model


class IndexSettings(BaseModel):
    """How a run is carried out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workers: int = Field(default=0, ge=0, description="Parser processes; 0 means one for each core")
    seconds_per_file: float = Field(
        default=DEFAULT_LIMITS.seconds, gt=0, description="Processor time after which a file is given up"
    )
    megabytes_per_worker: int = Field(
        default=DEFAULT_LIMITS.megabytes, ge=512, description="Memory of each parser process"
    )


def index_estate(
    paths: Sequence[str],
    output: Path,
    settings: IndexSettings,
    documents: DocumentSettings,
    models: ModelSettings,
    communities: CommunitySettings,
    flags: CommunityFlags,
    progress: Progress,
    keep: int = KEEP_SNAPSHOTS,
    embedder: Embedder | None = None,
) -> SnapshotWritten:
    """Indexes checkouts and git URLs into a snapshot of `output`; writes nothing where nothing changed.

    Raises SettingsError for a path or setting that cannot be used, SnapshotError when another run holds the folder.
    """
    started, clock = datetime.now(UTC), _Clock()
    checkouts = find_checkouts(paths, output / "cache")
    parsed = _parse(checkouts, output, settings, progress)
    clock.lap("parse")
    progress("resolve", 0, 1)
    built = build_graph(parsed.facts)
    clock.lap("resolve")
    progress("documents", 0, 1)
    found, read = _read_documents(built, checkouts, output, documents, models)
    clock.lap("documents")
    progress("communities", 0, 1)
    grouped = _communities(built, output, documents, models, communities, flags, read)
    clock.lap("communities")
    progress("texts", 0, 1)
    texts, problems = _texts(built, checkouts, output, read, grouped, embedder, progress)
    clock.lap("texts")
    progress("write", 0, 1)
    run = _report(started, clock, checkouts, parsed, read, grouped)
    problems = [*built.problems, *parsed.problems, *found, *grouped.update.problems, *problems]
    written = write_snapshot(output, built.graph, problems, run, keep, [grouped.part, *texts, graphrag_part()])
    return written if written.is_new else _with_spending(written, run)


def _with_spending(written: SnapshotWritten, run: RunReport) -> SnapshotWritten:
    """A snapshot that was there already, with what this run spent to find that out."""
    spent = replace(
        written.record.run, tokens=run.tokens, cost=run.cost, document_tokens=run.document_tokens, notes=run.notes
    )
    return replace(written, record=replace(written.record, run=spent))


def estimate_index(
    paths: Sequence[str],
    output: Path,
    settings: IndexSettings,
    documents: DocumentSettings,
    models: ModelSettings,
    communities: CommunitySettings,
    progress: Progress,
) -> Estimate:
    """What a run would ask of its model about documents and communities: calls, tokens, money. Makes no call, writes no snapshot."""
    checkouts = find_checkouts(paths, output / "cache")
    built = build_graph(_parse(checkouts, output, settings, progress).facts)
    roots = [(checkout.name, checkout.root) for checkout in checkouts]
    with open_replies(output) as cache:
        model = build_model(models, cache)
        if model is None:
            return Estimate(0, 0, 0, 0, 0.0)
        reading = estimate_documents(built.graph, roots, documents, models, cache, model)
        # The rules stand in for the model here, so that reports are counted with the documents in them.
        read_documents(built.graph, roots, documents, models, cache, None)
        asked = report_questions(built.graph, output, communities, documents.prompts, models.max_output_tokens)
        return reading + Asker(model, cache, models).estimate(asked)


def _parse(checkouts: Sequence[Checkout], output: Path, settings: IndexSettings, progress: Progress) -> ParsedEstate:
    cache = FactCache(output / "cache" / "facts.db")
    try:
        limits = FileLimits(settings.seconds_per_file, settings.megabytes_per_worker)
        parsed = parse_estate(checkouts, cache, settings.workers, progress, limits)
        cache.remember_checkouts((checkout.name, str(checkout.root)) for checkout in checkouts)
        return parsed
    finally:
        cache.close()


def _read_documents(
    built: BuiltGraph,
    checkouts: Sequence[Checkout],
    output: Path,
    documents: DocumentSettings,
    models: ModelSettings,
) -> tuple[list[Problem], DocumentsReport]:
    """Adds the decision layer; its nodes get their owners as the others did."""
    cache = ReplyCache(output / "cache" / "replies.db")
    try:
        roots = [(checkout.name, checkout.root) for checkout in checkouts]
        problems, report = read_documents(built.graph, roots, documents, models, cache, build_model(models, cache))
    finally:
        cache.close()
    built.owners.stamp(built.graph)
    return problems, report


def _communities(
    built: BuiltGraph,
    output: Path,
    documents: DocumentSettings,
    models: ModelSettings,
    settings: CommunitySettings,
    flags: CommunityFlags,
    read: DocumentsReport,
) -> CommunitiesReport:
    """Groups the graph; a model gets what the documents left of the run's budget."""
    cache = ReplyCache(output / "cache" / "replies.db")
    left = _left(models, read)

    def open_asker() -> Asker:
        model = build_model(left, cache)
        assert model is not None
        return Asker(model, cache, left)

    asker = None if models.provider == "rules" else open_asker
    try:
        return build_communities(
            built.graph, output, settings, flags, documents.prompts, asker, models.max_output_tokens
        )
    finally:
        cache.close()


def _texts(
    built: BuiltGraph,
    checkouts: Sequence[Checkout],
    output: Path,
    read: DocumentsReport,
    grouped: CommunitiesReport,
    embedder: Embedder | None,
    progress: Progress,
) -> tuple[list[SnapshotPart], list[Problem]]:
    """What questions are answered from: text units of every kind, and their vectors."""
    code, problems = code_rows(built.graph, checkout_reader([(checkout.name, checkout.root) for checkout in checkouts]))
    documented = document_rows(read.documents, built.graph)
    cards = card_rows(built.graph, read.documents)
    rows = ordered_rows([*documented, *cards, *code, *report_rows(grouped.update.state)])
    if embedder is None:
        return [text_units_part(rows)], problems
    with open_vectors(output) as cache:
        embedded = embed_units(rows, embedder, cache, lambda done, total: progress("texts", done, total))
    return [text_units_part(rows), vectors_part(embedded)], [*problems, *embedded.problems]


def _left(models: ModelSettings, read: DocumentsReport) -> ModelSettings:
    """The settings of live calls with what is left of the budget; a spent one leaves next to nothing, as 0 would mean no limit."""
    spent = read.usage.input_tokens + read.usage.output_tokens
    return models.model_copy(
        update={
            "batch": False,
            "budget_money": models.budget_money and max(models.budget_money - (read.money or 0.0), 1e-9),
            "budget_tokens": models.budget_tokens and max(models.budget_tokens - spent, 1),
        }
    )


class _Clock:
    def __init__(self) -> None:
        self._begun = self._last = time.perf_counter()
        self.stages: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.stages[stage], self._last = round(now - self._last, 3), now

    @property
    def total(self) -> float:
        return round(time.perf_counter() - self._begun, 3)


def _report(
    started: datetime,
    clock: _Clock,
    checkouts: Sequence[Checkout],
    parsed: ParsedEstate,
    read: DocumentsReport,
    grouped: CommunitiesReport,
) -> RunReport:
    at = started.isoformat(timespec="seconds")
    repositories = tuple(
        Extraction(report.name, report.files, report.failed, at, report.seconds, _revision(checkout.root))
        for report, checkout in zip(parsed.reports, checkouts, strict=True)
    )
    usage = read.usage + grouped.usage
    return RunReport(
        started_at=at,
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=clock.total,
        stages=clock.stages,
        repositories=repositories,
        tokens={
            "input": usage.input_tokens,
            "cached_input": usage.cached_tokens,
            "output": usage.output_tokens,
        },
        cost=(read.money or 0.0) + grouped.money,
        document_tokens={
            document: {"input": own.input_tokens, "cached_input": own.cached_tokens, "output": own.output_tokens}
            for document, own in sorted(read.by_document.items())
        },
        notes={
            "parsed": str(parsed.changed_files),
            "gone": str(parsed.gone_files),
            "documents": str(len(read.documents)),
            "calls": str(read.calls + grouped.calls),
            "reports_written": json.dumps(grouped.update.written),
            "partitioned": str(grouped.update.is_partitioned).lower(),
        },
    )


def _revision(root: Path) -> str:
    """The checked-out commit, read from the files of `.git` without running git."""
    try:
        head = (root / ".git" / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head[:40]
        return (root / ".git" / head[5:]).read_text(encoding="utf-8").strip()[:40]
    except OSError:
        return ""
