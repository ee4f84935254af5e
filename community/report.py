"""Writes reports: by a model from numbered facts, checked, asked again once, else by template; or by template alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from community.check_report import Estate, unsupported
from community.community import Citation, Finding, Report
from community.context import CountTokens, Fact, fit_facts, gather_facts, render_facts
from community.edge_set import EdgeSet
from community.findings import write_findings
from community.profile import Profile
from community.template import rate, write_summary
from parsed_graph.model import Problem
from parsed_graph.snapshot.encodable import encodable
from prompts.prompt import CompletesText, Prompt, TextReply, TextRequest, fence

PROMPT = "report_community"
RULES = "rules"
_STAGE = "communities"
_SCHEMA_NAME = "community_report"
_MOST_FINDINGS = 12
_REASONS = 20
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "summary": {"type": "string"},
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "summary": {"type": "string"},
                    "explanation": {"type": "string"},
                    "facts": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["summary", "explanation", "facts"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["summary", "findings"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: a model with its prompt and how many tokens of facts it gets, or (`model` is None) the rules."""

    prompt: Prompt
    model: CompletesText | None = None
    budget: int = 6_000
    count_tokens: CountTokens = lambda text: len(text) // 4 + 1

    @property
    def name(self) -> str:
        """What reports say of who wrote them."""
        return self.model.identity if self.model else RULES


@dataclass(frozen=True, slots=True)
class ReportJob:
    """A report to write: the facts of its community, the edges it is written on, and why it is written now."""

    profile: Profile
    edges: EdgeSet
    because: str


def write_reports(jobs: Sequence[ReportJob], writer: Writer, estate: Estate) -> tuple[list[Report], list[Problem]]:
    """A report for each job, in order. What a model got wrong twice, or did not answer, is a problem and written by template."""
    drafts: list[_Draft | None] = [None] * len(jobs)
    problems: list[Problem] = []
    if writer.model is not None and jobs:
        drafts, problems = _ask(jobs, writer, writer.model, estate)
    reports = [
        _report(job, draft, writer) if draft else _by_template(job) for job, draft in zip(jobs, drafts, strict=True)
    ]
    return reports, problems


def report_text(report: Report) -> str:
    """A report as Markdown: what is indexed for search."""
    findings = "".join(f"\n\n## {finding.summary}\n\n{finding.explanation}" for finding in report.findings)
    return f"# {report.title}\n\n{report.summary}{findings}\n\nRating {report.rating:g} of 10: {report.rating_reason}"


# --- By template -------------------------------------------------------------------------------------


def _by_template(job: ReportJob) -> Report:
    return _assembled(job, write_summary(job.profile), tuple(write_findings(job.profile)), RULES, "")


def _assembled(job: ReportJob, summary: str, findings: tuple[Finding, ...], writer: str, prompt: str) -> Report:
    rating, reason = rate(job.profile)
    profile = job.profile
    return Report(profile.id, profile.title, summary, rating, reason, findings, writer, prompt, job.because, job.edges)


# --- By a model --------------------------------------------------------------------------------------


class _ReplyFinding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    summary: str
    explanation: str
    facts: tuple[str, ...]


class _Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    summary: str
    findings: tuple[_ReplyFinding, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    summary: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    request: TextRequest
    facts: tuple[Fact, ...]
    given: str


def _ask(
    jobs: Sequence[ReportJob], writer: Writer, model: CompletesText, estate: Estate
) -> tuple[list[_Draft | None], list[Problem]]:
    questions = [_question(job.profile, writer) for job in jobs]
    replies = model.complete([question.request for question in questions])
    outcomes = [_checked(q, reply, estate) for q, reply in zip(questions, replies, strict=True)]
    again = [place for place, (draft, _) in enumerate(outcomes) if draft is None and not replies[place].problem]
    retries = [_retry(questions[place], replies[place], outcomes[place][1], writer.prompt) for place in again]
    for place, reply in zip(again, model.complete(retries) if retries else [], strict=True):
        outcomes[place] = _checked(questions[place], reply, estate)
    problems = [
        Problem(_STAGE, jobs[place].profile.id, 0, reason, detail)
        for place, (draft, reasons) in enumerate(outcomes)
        if draft is None
        for reason, detail in reasons
    ]
    return [draft for draft, _ in outcomes], problems


def _question(profile: Profile, writer: Writer) -> _Question:
    facts = tuple(fit_facts(gather_facts(profile), writer.budget, writer.count_tokens))
    given = render_facts(facts)
    opening, closing = fence(given)
    user = writer.prompt.fill("user", title=profile.title, opening=opening, facts=given, closing=closing)
    request = TextRequest(writer.prompt.fill("system"), user, _SCHEMA_NAME, _SCHEMA)
    return _Question(request, facts, f"{profile.title}\n{given}")


def _retry(question: _Question, reply: TextReply, reasons: Sequence[tuple[str, str]], prompt: Prompt) -> TextRequest:
    told = "\n".join(f"- {detail}" for _, detail in reasons[:_REASONS])
    again = prompt.fill("retry", reply=reply.text, reasons=told)
    return TextRequest(question.request.system, f"{question.request.user}\n\n{again}", _SCHEMA_NAME, _SCHEMA)


def _checked(question: _Question, reply: TextReply, estate: Estate) -> tuple[_Draft | None, list[tuple[str, str]]]:
    """The draft that a reply holds, or why there is none: reason code and detail."""
    if reply.problem:
        return None, [(reply.problem, "no reply; the report was written by rule")]
    try:
        read = msgspec.json.decode(reply.text, type=_Reply)
    except msgspec.DecodeError as error:
        return None, [("schema-violation", str(error))]
    reasons = [("schema-violation", problem) for problem in _malformed(read, len(question.facts))]
    text = "\n\n".join([read.summary, *(f"{f.summary}.\n{f.explanation}" for f in read.findings)])
    reasons += [("not-in-facts", problem) for problem in unsupported(text, question.given, estate)]
    return (None, reasons) if reasons else (_draft(read, question.facts), [])


def _malformed(reply: _Reply, facts: int) -> list[str]:
    found = [] if len(reply.summary.split()) >= 10 else ["the summary is too short to be one"]
    if not 1 <= len(reply.findings) <= _MOST_FINDINGS:
        found.append(f"there must be one to {_MOST_FINDINGS} findings")
    for finding in reply.findings:
        if not finding.facts:
            found.append(f"the finding {finding.summary!r} names no fact")
        found += [f"there is no fact {name}" for name in finding.facts if not 1 <= _number(name) <= facts]
    return found


def _number(name: str) -> int:
    digits = name.strip("[] ").removeprefix("F")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 8 else 0


def _draft(reply: _Reply, facts: Sequence[Fact]) -> _Draft:
    return _Draft(
        encodable(reply.summary.strip()),
        tuple(
            Finding(encodable(f.summary.strip().rstrip(".")), encodable(f.explanation.strip()), _cited(f.facts, facts))
            for f in reply.findings
        ),
    )


def _cited(names: Sequence[str], facts: Sequence[Fact]) -> tuple[Citation, ...]:
    found = (citation for name in names for citation in facts[_number(name) - 1].citations)
    return tuple(dict.fromkeys(found))


def _report(job: ReportJob, draft: _Draft, writer: Writer) -> Report:
    return _assembled(job, draft.summary, draft.findings, writer.name, writer.prompt.fingerprint)
