"""What a change does, as text."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pipelines.impact.changes.change import Change, Verdict
from pipelines.impact.changes.records import RecordChange
from pipelines.impact.diff import DiffImpact
from pipelines.serving.render_impact import say_violations
from pipelines.serving.terminal import say

_STYLE = {Verdict.BREAKING: "red", Verdict.UNKNOWN: "yellow", Verdict.NON_BREAKING: ""}
_TITLE = {
    Verdict.BREAKING: "Breaking",
    Verdict.UNKNOWN: "Not known whether it breaks anybody",
    Verdict.NON_BREAKING: "Breaks nothing that is known",
}
_REASONS, _HITS, _NAMES = 6, 8, 12


def say_diff(found: DiffImpact, everything: bool) -> None:
    """The verdict, changes by verdict, records, what governs, whom to tell."""
    say(f"{found.before} -> {found.after}: {headline(found)}", "bold")
    for verdict in Verdict:
        changes = [change for change in found.changes if change.verdict is verdict]
        if changes and (everything or verdict is not Verdict.NON_BREAKING):
            say(f"\n{_TITLE[verdict]}", "bold")
            for change in changes:
                _say_change(change)
        elif changes:
            say(f"\n{_TITLE[verdict]}: {counted(changes)}; --all lists them")
    _say_records(found.records)
    if found.governing:
        say("\nAccepted ADRs that govern what was touched", "bold")
    names = {node.id: node.name for node in found.touched}
    for each in found.governing:
        how = "author says so" if each.how == "governed" else "text says so"
        title = each.record.properties.get("title", "")
        say(f"  {each.record.name} {title}  [{how}] {listed([names.get(s, s) for s in each.services])}")
    say_violations("New violations of rules of accepted ADRs", found.violations)
    if found.ungoverned:
        say(f"\nTouched and bound by no accepted ADR: {listed([node.name for node in found.ungoverned])}")
    known = [each for each in found.contacts if each.owner or each.oncall]
    if known:
        say("\nWhom to tell", "bold")
    for contact in known:
        oncall = f", on call: {contact.oncall}" if contact.oncall else ""
        say(f"  {contact.owner or 'owner unknown'}{oncall}  for {listed(contact.services)}")
    if found.communities:
        say("\nCommunities that change by more than the threshold: the next run rewrites their reports", "bold")
    for community in found.communities:
        say(f"  {community.title}: {community.because}")
    if found.unread:
        say("\nOf these changed files, less may be seen than changed", "yellow")
        for problem in found.unread[:_NAMES]:
            say(f"  {problem.path}:{problem.line}  {problem.reason}: {problem.detail}")
        if len(found.unread) > _NAMES:
            say(f"  ... and {len(found.unread) - _NAMES} more; --json lists them all")


def headline(found: DiffImpact) -> str:
    """`2 breaking, 1 unknown, 4 that break nothing known; 1 ADR changed; 7 files differ`."""
    counts = Counter(change.verdict for change in found.changes)
    parts = [
        f"{counts[verdict]} {word}"
        for verdict, word in (
            (Verdict.BREAKING, "breaking"),
            (Verdict.UNKNOWN, "unknown"),
            (Verdict.NON_BREAKING, "that break nothing known"),
        )
        if counts[verdict]
    ]
    said = [", ".join(parts) if parts else "nothing that the graph holds changed"]
    if found.records:
        said.append(f"{_count(len(found.records), 'ADR')} changed")
    said.append(f"{_count(found.files, 'file')} {'differs' if found.files == 1 else 'differ'}")
    return "; ".join(said)


def counted(changes: Iterable[Change]) -> str:
    """`3 endpoints added, 1 library changed`."""
    counts = Counter((change.about, change.action) for change in changes)
    return ", ".join(f"{_count(number, about)} {action}" for (about, action), number in sorted(counts.items()))


def listed(names: Sequence[str]) -> str:
    """Names up to a dozen, and how many more."""
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return f"{', '.join(names[:_NAMES])}{more}"


def _say_change(change: Change) -> None:
    of = f" of {change.service.partition(':')[2]}" if change.about == "endpoint" else ""
    say(f"  {change.about} {change.name}{of} {change.action}", _STYLE[change.verdict])
    for reason in change.reasons[:_REASONS]:
        say(f"      {reason.text}" if reason.verdict is change.verdict else f"      {reason.text} ({reason.verdict})")
    if len(change.reasons) > _REASONS:
        say(f"      ... and {len(change.reasons) - _REASONS} more; --json lists them all")
    if change.place and change.place not in {hit.place for hit in change.hits}:
        say(f"      {change.place}", "dim")
    for hit in change.hits[:_HITS]:
        moved = "" if hit.stays or "now" in hit.how else " no more after this change"
        say(f"      {hit.name} {hit.how}{moved}  {hit.place}")
    if len(change.hits) > _HITS:
        say(f"      ... and {len(change.hits) - _HITS} more; --json lists them all")


def _say_records(records: Sequence[RecordChange]) -> None:
    if records:
        say("\nADRs", "bold")
    for each in records:
        facts = [str(each.record.properties[name]) for name in ("status", "date") if each.record.properties.get(name)]
        say(f"  {each.record.name} {each.record.properties.get('title', '')} ({', '.join(facts)}) {each.action}")
        for what in each.what:
            say(f"      {what}")
        for record in each.superseded_by:
            say(f"      superseded by {record.name} {record.properties.get('title', '')}")


def _count(number: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun}" if number == 1 else f"{number} {plural}"
