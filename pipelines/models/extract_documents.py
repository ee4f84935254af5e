"""Reads documents through a model: a request for each piece, replies checked, one retry with the reasons, the rest dropped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parsed_graph.model import Problem
from pipelines.documents.check_reply import Checked, Rejected, check_reply
from pipelines.documents.document import Document
from pipelines.documents.evidence import EvidenceIndex
from pipelines.documents.extraction import Extraction, ServiceClaim
from pipelines.documents.inventory import Inventory
from pipelines.documents.records import TextUnit
from pipelines.documents.reply import SCHEMA_NAME, read_reply, reply_schema
from pipelines.models.ask import Asker, Question
from pipelines.models.cache import Origin
from pipelines.models.model import Message, ModelError, ModelRequest, Outcome
from prompts.prompt import Prompt, fence

MAX_PIECE_CHARS = 24_000
"""About 6,000 tokens of document in one request; a longer document is sent in several, cut at headings."""
MAX_CANDIDATES = 80
"""A larger inventory is narrowed to the services that the document may name."""
MAX_RECORDS = 60


@dataclass(frozen=True, slots=True)
class ExtractionJob:
    """A document to be read. `records` maps the labels of records that it may name to (id, title)."""

    id: str
    place: str
    title: str
    document: Document
    units: tuple[TextUnit, ...]
    prompt: Prompt
    records: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """What was read, and what could not be used."""

    extraction: Extraction
    problems: tuple[Problem, ...]
    complete: bool


async def extract_with_model(
    jobs: Sequence[ExtractionJob], inventory: Inventory, asker: Asker, *, max_output_tokens: int, batch: bool
) -> list[ExtractionResult]:
    """A result for each job, in order. Asks all first rounds at once, then all retries at once."""
    pieces = [piece for job in jobs for piece in _pieces(job, inventory, max_output_tokens)]
    outcomes = await asker.ask([piece.question for piece in pieces], batch=batch)
    first = [_check(piece, outcome) for piece, outcome in zip(pieces, outcomes, strict=True)]
    again = [index for index, attempt in enumerate(first) if attempt.reasons and attempt.text is not None]
    retries = [_retry(pieces[index], first[index]) for index in again]
    answers = await asker.ask(retries, batch=batch) if retries else []
    final = list(first)
    for index, answer in zip(again, answers, strict=True):
        final[index] = _better(first[index], _check(pieces[index], answer))
    by_job: dict[str, list[_Attempt]] = {}
    for piece, attempt in zip(pieces, final, strict=True):
        by_job.setdefault(piece.job.id, []).append(attempt)
    return [_merged(job, by_job.get(job.id, [])) for job in jobs]


def extraction_questions(jobs: Sequence[ExtractionJob], inventory: Inventory, max_output_tokens: int) -> list[Question]:
    """The first-round questions, for an estimate."""
    return [piece.question for job in jobs for piece in _pieces(job, inventory, max_output_tokens)]


@dataclass(frozen=True, slots=True)
class _Piece:
    job: ExtractionJob
    question: Question
    evidence: EvidenceIndex
    services: Mapping[str, str]
    records: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """`text` is the reply, None where there was none; `reasons` what is wrong with it; `failure` why there is none."""

    text: str | None
    checked: Checked
    failure: ModelError | None = None

    @property
    def reasons(self) -> tuple[Rejected, ...]:
        return self.checked.rejected


def _pieces(job: ExtractionJob, inventory: Inventory, max_output_tokens: int) -> list[_Piece]:
    candidates = _candidates(job.document, inventory)
    services = {inventory.services[i].name: inventory.services[i].id for i in candidates}
    records = {label: known[0] for label, known in list(job.records.items())[:MAX_RECORDS]}
    system = job.prompt.fill(
        "system",
        services="\n".join(_service_line(inventory, i) for i in candidates) or "(none)",
        records="\n".join(f"- {label}: {job.records[label][1]}" for label in records) or "(none)",
    )
    evidence = EvidenceIndex(job.document)
    schema = reply_schema(list(services), list(records))
    found = []
    for text in _texts(job.units):
        opening, closing = fence(text)
        user = job.prompt.fill(
            "user", path=job.document.path, title=job.title, opening=opening, document=text, closing=closing
        )
        request = ModelRequest(system, (Message("user", user),), max_output_tokens, SCHEMA_NAME, schema)
        found.append(
            _Piece(job, Question(request, Origin(job.prompt.fingerprint, job.id)), evidence, services, records)
        )
    return found


def _texts(units: Sequence[TextUnit]) -> list[str]:
    """The document's text in pieces of at most MAX_PIECE_CHARS, whole units together."""
    texts: list[str] = []
    for unit in units:
        if texts and len(texts[-1]) + len(unit.text) + 2 <= MAX_PIECE_CHARS:
            texts[-1] += "\n\n" + unit.text
        else:
            texts.append(unit.text[:MAX_PIECE_CHARS])
    return texts


def _candidates(document: Document, inventory: Inventory) -> list[int]:
    """All services of a small inventory; of a large one those of which a form, however weak, stands in the text, most often first."""
    if len(inventory.services) <= MAX_CANDIDATES:
        return list(range(len(inventory.services)))
    counts: dict[int, int] = {}
    for index in range(len(document.blocks)):
        for match in inventory.matcher.matches(document.plain(index).text):
            if match.alias.service >= 0:
                counts[match.alias.service] = counts.get(match.alias.service, 0) + (1 if match.alias.ordinary else 3)
    for index in range(len(document.sections)):
        for match in inventory.matcher.matches(document.heading(index).text):
            if match.alias.service >= 0:
                counts[match.alias.service] = counts.get(match.alias.service, 0) + 5
    return sorted(sorted(counts, key=lambda service: (-counts[service], service))[:MAX_CANDIDATES])


def _service_line(inventory: Inventory, index: int) -> str:
    service = inventory.services[index]
    names = ", ".join(name for name in (service.title, *service.aliases) if name)
    return f"- {service.name}" + (f" ({names})" if names else "") + (" [external]" if service.external else "")


def _check(piece: _Piece, outcome: Outcome) -> _Attempt:
    nothing = Checked(Extraction(), ())
    if isinstance(outcome, ModelError):
        return _Attempt(None, nothing, outcome)
    reply = read_reply(outcome.text)
    if isinstance(reply, str):
        return _Attempt(outcome.text, Checked(Extraction(), (Rejected("schema-violation", reply),)))
    return _Attempt(outcome.text, check_reply(reply, piece.evidence, piece.services, piece.records))


def _retry(piece: _Piece, attempt: _Attempt) -> Question:
    """The same conversation with the reply and what is wrong with it."""
    reasons = "\n".join(f"- {rejected.detail}" for rejected in attempt.reasons[:20])
    request = piece.question.request
    messages = (
        *request.messages,
        Message("assistant", attempt.text or ""),
        Message("user", piece.job.prompt.fill("retry", reasons=reasons)),
    )
    return Question(replace(request, messages=messages), piece.question.origin)


def _better(first: _Attempt, second: _Attempt) -> _Attempt:
    """The second attempt, unless it brought nothing; what only the first had right is not lost."""
    if second.failure is not None or any(r.reason == "schema-violation" for r in second.reasons):
        kept = second.failure if first.checked.extraction == Extraction() else None
        return _Attempt(first.text, first.checked, kept)
    return second


def _merged(job: ExtractionJob, attempts: Sequence[_Attempt]) -> ExtractionResult:
    services: dict[str, ServiceClaim] = {}
    for claim in (claim for attempt in attempts for claim in attempt.checked.extraction.services):
        if claim.service not in services or (services[claim.service].impact, claim.impact) == ("indirect", "direct"):
            services[claim.service] = claim
    extraction = Extraction(
        tuple(services.values()),
        tuple(dict.fromkeys(claim for attempt in attempts for claim in attempt.checked.extraction.references)),
        tuple(dict.fromkeys(claim for attempt in attempts for claim in attempt.checked.extraction.decisions)),
    )
    problems = [Problem("documents", job.place, 0, a.failure.reason, a.failure.detail) for a in attempts if a.failure]
    problems += [
        Problem("documents", job.place, 0, r.reason, r.detail) for attempt in attempts for r in attempt.reasons
    ]
    complete = all(attempt.failure is None for attempt in attempts)
    return ExtractionResult(extraction, tuple(sorted(set(problems))), complete)
