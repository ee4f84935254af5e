"""What a change does, as Markdown short enough for a comment on a pull request: what breaks in a table, the rest folded."""

from collections.abc import Iterable, Iterator, Sequence

from pipelines.impact.changes.change import Change, Hit, Verdict
from pipelines.impact.changes.records import RecordChange
from pipelines.impact.diff import DiffImpact
from pipelines.serving.impact_markdown import violation_lines
from pipelines.serving.markdown_text import folded, markdown_text
from pipelines.serving.render_diff import counted, headline

_ROWS = 15
_REASONS, _NAMES = 3, 6
_FOLDED = 40
_MARK = {Verdict.BREAKING: "**breaking**", Verdict.UNKNOWN: "unknown"}


def diff_markdown(found: DiffImpact) -> str:
    """A headline, the table of what breaks or may break, ADRs and teams; then the rest, folded."""
    lines = [f"### Impact on the estate: {found.verdict}", "", markdown_text(headline(found)) + ".", ""]
    grave = [change for change in found.changes if change.verdict is not Verdict.NON_BREAKING]
    rest = [change for change in found.changes if change.verdict is Verdict.NON_BREAKING]
    lines += _table(grave)
    lines += _records(found.records)
    lines += _governing(found)
    lines += violation_lines(found.violations)
    if found.ungoverned:
        lines += [f"**Bound by no accepted ADR**: {_named([node.name for node in found.ungoverned])}", ""]
    owners = [contact.owner or "owner unknown" for contact in found.contacts if contact.owner or contact.oncall]
    if owners:
        lines += [f"**Whom to tell**: {_named(list(dict.fromkeys(owners)))}", ""]
    lines += folded("Where, and who is hit", [line for change in grave for line in _where(change)], _FOLDED)
    if rest:
        summary = f"Breaks nothing that is known: {markdown_text(counted(rest))}"
        lines += folded(summary, [_listed(change) for change in rest], _FOLDED)
    grouped = [f"- {markdown_text(each.title)}: {markdown_text(each.because)}" for each in found.communities]
    lines += folded("Communities whose reports the next run rewrites", grouped, _ROWS)
    unread = [
        f"- {markdown_text(f'{each.path}:{each.line}')}: {markdown_text(f'{each.reason}: {each.detail}')}"
        for each in found.unread
    ]
    lines += folded("Of these changed files, less may be seen than changed", unread, _ROWS)
    lines.append(f"<sub>{markdown_text(found.before)} → {markdown_text(found.after)}</sub>")
    return "\n".join(lines).rstrip() + "\n"


def _table(changes: Sequence[Change]) -> Iterator[str]:
    if not changes:
        return
    yield from ("| Verdict | What | Why | Who |", "|---|---|---|---|")
    for change in changes[:_ROWS]:
        reasons = [reason.text for reason in change.reasons if reason.verdict is change.verdict]
        more = f"; and {len(reasons) - _REASONS} more" if len(reasons) > _REASONS else ""
        why = markdown_text("; ".join(reasons[:_REASONS]) + more)
        yield f"| {_MARK[change.verdict]} | {_what(change)} | {why} | {_who(change.hits)} |"
    yield ""
    if len(changes) > _ROWS:
        yield from (f"and {len(changes) - _ROWS} more", "")


def _what(change: Change) -> str:
    of = f" of {markdown_text(change.service.partition(':')[2])}" if change.about == "endpoint" else ""
    return f"{change.about} **{markdown_text(change.name)}**{of} {change.action}"


def _who(hits: Sequence[Hit]) -> str:
    return _named([hit.name for hit in hits if hit.stays]) or "nobody known"


def _records(records: Sequence[RecordChange]) -> Iterator[str]:
    for each in records[:_ROWS]:
        title = markdown_text(str(each.record.properties.get("title", "")))
        what = [*each.what, *(f"superseded by {record.name}" for record in each.superseded_by)]
        more = f"; and {len(what) - _REASONS} more" if len(what) > _REASONS else ""
        told = f": {markdown_text('; '.join(what[:_REASONS]) + more)}" if what else ""
        yield f"- **{markdown_text(each.record.name)}** {title} {each.action}{told}"
    if records:
        yield from ([f"- and {len(records) - _ROWS} more ADRs", ""] if len(records) > _ROWS else [""])


def _governing(found: DiffImpact) -> Iterator[str]:
    if found.governing:
        names = {node.id: node.name for node in found.touched}
        yield from ("| ADR in force | Governs |", "|---|---|")
        for each in found.governing[:_ROWS]:
            title = markdown_text(str(each.record.properties.get("title", "")))
            services = _named([names.get(service, service) for service in each.services])
            yield f"| **{markdown_text(each.record.name)}** {title} | {services}{'' if each.how == 'governed' else ' (by its text)'} |"
        yield ""
        if len(found.governing) > _ROWS:
            yield from (f"and {len(found.governing) - _ROWS} more", "")


def _where(change: Change) -> Iterator[str]:
    yield f"- {_what(change)} {markdown_text(change.place)}"
    for hit in change.hits:
        yield f"  - {markdown_text(hit.name)} {markdown_text(hit.how)} {markdown_text(hit.place)}"


def _listed(change: Change) -> str:
    reasons = markdown_text("; ".join(reason.text for reason in change.reasons[:_REASONS]))
    return f"- {_what(change)}: {reasons}"


def _named(names: Sequence[str]) -> str:
    unique = list(dict.fromkeys(names))
    more = f" and {len(unique) - _NAMES} more" if len(unique) > _NAMES else ""
    return f"{_joined(unique[:_NAMES])}{more}"


def _joined(names: Iterable[str]) -> str:
    return ", ".join(markdown_text(name) for name in names)
