"""From what was read to a snapshot: facts to a graph, documents and communities on top, and all of it written."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from parsed_graph.built_graph import BuiltGraph
from parsed_graph.file_digests import file_digests_part
from parsed_graph.model import Problem
from parsed_graph.snapshot.current import SnapshotWritten
from parsed_graph.snapshot.run_report import PARSE_STAGE, Extraction, RunReport
from parsed_graph.store import SnapshotPart, write_snapshot
from pipelines.clock import Clock
from pipelines.community_flags import CommunityFlags
from pipelines.community_settings import CommunitySettings
from pipelines.constraints.check import check_constraints
from pipelines.constraints.oppositions import find_oppositions
from pipelines.constraints.tables import constraints_parts
from pipelines.documents.document_settings import DocumentSettings
from pipelines.exports.graphrag.snapshot_part import graphrag_part
from pipelines.imports.add_corpora import add_corpora
from pipelines.imports.corpus import corpora_digests, kept_corpora
from pipelines.models.budget import Estimate
from pipelines.models.cache import ReplyCache, open_replies
from pipelines.models.embeddings import Embedder
from pipelines.models.model_settings import ModelSettings
from pipelines.models.vector_cache import open_vectors
from pipelines.product_version import product_version
from pipelines.settings import Settings
from pipelines.stages.code_units import checkout_reader, code_rows
from pipelines.stages.communities import CommunitiesReport, build_communities, report_questions
from pipelines.stages.document_digests import document_digests_by_place
from pipelines.stages.documents import DocumentsReport, estimate_documents, inventory_of, read_documents
from pipelines.stages.fact_cache import FactCache
from pipelines.stages.known_code import open_code
from pipelines.stages.known_graph import resolved_graph
from pipelines.stages.parse import ParsedEstate, Progress, Reading, collect_facts
from pipelines.stages.service_cards import card_rows
from pipelines.stages.text_unit_rows import Row
from pipelines.stages.text_units import document_rows, ordered_rows, report_rows, text_units_part
from pipelines.stages.text_vectors import embed_units, vectors_part
from pipelines.stages.walk import WalkedCheckout
from pipelines.traces.received import received_facts
from pipelines.wiring import build_embedder, build_model

if TYPE_CHECKING:
    from pipelines.models.ask import Asker


def build_snapshot(
    checkouts: Sequence[WalkedCheckout],
    readings: Sequence[Reading],
    cache: FactCache,
    output: Path,
    settings: Settings,
    flags: CommunityFlags,
    progress: Progress,
    clock: Clock,
    begun: datetime,
) -> SnapshotWritten:
    """Builds the graph of checkouts that are read, and makes it the current snapshot of `output`."""
    progress("resolve", 0, 1)
    parsed = collect_facts(readings, cache, received_facts(output))
    built = resolved_graph(parsed, settings.traces.days, output)
    clock.lap("resolve")
    progress("documents", 0, 1)
    found, read = _read_documents(built, checkouts, output, settings.documents, settings.model)
    corpora = kept_corpora(output)
    add_corpora(built.graph, corpora, inventory_of(built.graph, checkouts))
    clock.lap("documents")
    progress("communities", 0, 1)
    grouped = _communities(built, output, settings.documents, settings.model, settings.communities, flags, read)
    clock.lap("communities")
    progress("texts", 0, 1)
    embedder = build_embedder(settings.retrieval.embeddings)
    documented = ordered_rows(document_rows(read.documents, built.graph))
    texts, unread = _texts(built, parsed, checkouts, output, read, documented, grouped, embedder, progress)
    clock.lap("texts")
    progress("write", 0, 1)
    run = _report(begun, clock, checkouts, parsed, built, read, grouped)
    checked = check_constraints(built.graph)
    problems = [*built.problems, *checked.problems, *parsed.problems, *found, *grouped.update.problems, *unread]
    digests = {**corpora_digests(corpora), **parsed.digests, **document_digests_by_place(checkouts, cache)}
    parts = [
        grouped.part,
        *texts,
        graphrag_part(built.graph, documented, grouped.part),
        file_digests_part(digests),
        *constraints_parts(checked, find_oppositions(built.graph)),
    ]
    written = write_snapshot(output, built.graph, problems, run, settings.store.keep_snapshots, parts)
    return written if written.is_new else _with_spending(written, run)


def _with_spending(written: SnapshotWritten, run: RunReport) -> SnapshotWritten:
    """A snapshot that was there already, with what this run spent to find that out."""
    spent = replace(
        written.record.run, tokens=run.tokens, cost=run.cost, document_tokens=run.document_tokens, notes=run.notes
    )
    return replace(written, record=replace(written.record, run=spent))


def estimate_snapshot(
    checkouts: Sequence[WalkedCheckout], readings: Sequence[Reading], cache: FactCache, output: Path, settings: Settings
) -> Estimate:
    """What a run would ask of its model about documents and communities."""
    parsed = collect_facts(readings, cache, received_facts(output))
    graph, models = resolved_graph(parsed, settings.traces.days, output).graph, settings.model
    with open_replies(output) as replies:
        model = build_model(models, replies)
        if model is None:
            return Estimate(0, 0, 0, 0, 0.0)
        from pipelines.models.ask import Asker

        reading = estimate_documents(graph, checkouts, settings.documents, models, replies, model)
        # The rules stand in for the model here, so that reports are counted with the documents in them.
        read_documents(graph, checkouts, settings.documents, models, replies, None)
        prompts = settings.documents.prompts
        asked = report_questions(graph, output, settings.communities, prompts, models.max_output_tokens)
        return reading + Asker(model, replies, models).estimate(asked)


def _read_documents(
    built: BuiltGraph,
    checkouts: Sequence[WalkedCheckout],
    output: Path,
    documents: DocumentSettings,
    models: ModelSettings,
) -> tuple[list[Problem], DocumentsReport]:
    """Adds the decision layer; its nodes get their owners as the others did."""
    cache = ReplyCache(output / "cache" / "replies.db")
    try:
        model = build_model(models, cache)
        problems, report = read_documents(built.graph, checkouts, documents, models, cache, model)
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

    def open_asker() -> "Asker":
        from pipelines.models.ask import Asker

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
    parsed: ParsedEstate,
    checkouts: Sequence[WalkedCheckout],
    output: Path,
    read: DocumentsReport,
    documented: Sequence[Row],
    grouped: CommunitiesReport,
    embedder: Embedder | None,
    progress: Progress,
) -> tuple[list[SnapshotPart], list[Problem]]:
    """What questions are answered from: text units of every kind, and their vectors."""
    reader = checkout_reader([(checkout.name, checkout.root) for checkout in checkouts])
    with open_code(output) as known:
        code, problems = code_rows(built.graph, parsed.digests, reader, known)
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
    return msgspec.structs.replace(
        models,
        batch=False,
        budget_money=models.budget_money and max(models.budget_money - (read.money or 0.0), 1e-9),
        budget_tokens=models.budget_tokens and max(models.budget_tokens - spent, 1),
    )


def _report(
    begun: datetime,
    clock: Clock,
    checkouts: Sequence[WalkedCheckout],
    parsed: ParsedEstate,
    built: BuiltGraph,
    read: DocumentsReport,
    grouped: CommunitiesReport,
) -> RunReport:
    failed = Counter(path.partition(":")[0] for path in {p.path for p in built.problems if p.stage == PARSE_STAGE})
    at = begun.isoformat(timespec="seconds")
    repositories = tuple(
        Extraction(report.name, report.files, failed[report.name], at, report.seconds, _revision(checkout.root))
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
        code=product_version(),
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
