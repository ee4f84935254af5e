"""Communities as text, and as values for JSON: the tree, one with its report, and why reports were rewritten or not."""

import textwrap
from collections.abc import Callable, Mapping, Sequence

from community.descent import Descent, Fate
from community.edge_set import EdgeKey
from community.read_communities import Communities, CommunityCard, Listed
from parsed_graph.view import View
from pipelines.serving.citations import namer
from pipelines.serving.terminal import say

_WIDTH = 100
_OWNERS = 3
_EDGES = 6
_CITED = 3
_MEMBERS = 40
_EVENTS = 20


def say_tree(found: Sequence[Listed]) -> None:
    """Titles with sizes and owners, indented by level."""
    if not found:
        say("There is no community to see. What the snapshot holds: estategraph status")
    width = max((2 * listed.level + len(listed.title) for listed in found), default=0)
    for listed in found:
        title = f"{'  ' * listed.level}{listed.title}"
        say(f"{title.ljust(width)}  {_sizes(listed)}{_owners(listed)}  {listed.id}")


def say_why(view: View, communities: Communities, found: Sequence[Listed], threshold: float) -> None:
    """For each community how many of its edges changed since its report was written, and what was decided."""
    shown = namer(view)
    for listed in found:
        say(f"{listed.title}  {listed.id}", "bold")
        say(f"  {_decision(listed, threshold)}")
        if listed.change.added or listed.change.removed:
            changed = communities.changed_edges(listed)
            _say_edges("+", changed.added, shown)
            _say_edges("-", changed.removed, shown)
    events = communities.history()
    if events:
        say("\nLineage", "bold")
        for partition, descent in events[-_EVENTS:]:
            say(f"  partition {partition}: {_told(descent)}")


def say_community(view: View, card: CommunityCard) -> None:
    """The report with its citations, the parts below, the members."""
    listed = card.listed
    say(f"{listed.title}  {listed.id}", "bold")
    say(f"{_sizes(listed)}{_owners(listed)}")
    if card.is_partial:
        say("\nOf the part of the estate that you see:")
    _say_report(card)
    if card.parts:
        say("\nParts", "bold")
        for part in card.parts:
            say(f"{part.title}  {_sizes(part)}{_owners(part)}  {part.id}")
    say("\nMembers", "bold")
    shown = namer(view)
    names = [shown(member) for member in card.members[:_MEMBERS]]
    more = f" and {len(card.members) - _MEMBERS} more" if len(card.members) > _MEMBERS else ""
    say(textwrap.fill(", ".join(names) + more, _WIDTH, break_long_words=False, break_on_hyphens=False))


def tree_json(found: Sequence[Listed]) -> list[Mapping[str, object]]:
    """Each community with its sizes, owners and change."""
    return [_row(listed) for listed in found]


def why_json(communities: Communities, found: Sequence[Listed], threshold: float) -> Mapping[str, object]:
    """Each community with its ratio, the decision, and the edges that changed; and the lineage."""
    rows = []
    for listed in found:
        changed = communities.changed_edges(listed) if listed.change.added or listed.change.removed else None
        rows.append(
            {
                **_row(listed),
                "threshold": threshold,
                "decision": "rewritten" if listed.is_rewritten else "kept",
                "because": listed.because,
                "edges_added": changed.added if changed else (),
                "edges_removed": changed.removed if changed else (),
            }
        )
    history = [{"partition": partition, "event": descent} for partition, descent in communities.history()]
    return {"communities": rows, "history": history}


def card_json(card: CommunityCard) -> Mapping[str, object]:
    """A community with its report, parts and members."""
    return {
        **_row(card.listed),
        "summary": card.summary,
        "rating_reason": card.rating_reason,
        "findings": card.findings,
        "is_partial": card.is_partial,
        "parts": [part.id for part in card.parts],
        "members": card.members,
    }


def _row(listed: Listed) -> Mapping[str, object]:
    return {
        "id": listed.id,
        "title": listed.title,
        "level": listed.level,
        "parent": listed.parent,
        "kind": listed.kind,
        "system": listed.name,
        "services": listed.services,
        "nodes": listed.nodes,
        "owners": listed.owners,
        "rating": listed.rating,
        "writer": listed.writer,
        "change": {
            "ratio": round(listed.change.ratio, 6),
            "added": listed.change.added,
            "removed": listed.change.removed,
            "edges": listed.change.before,
        },
    }


def _say_report(card: CommunityCard) -> None:
    say()
    say(_filled(card.summary))
    say(f"\nRating {card.listed.rating:g} of 10. {card.rating_reason}", "dim")
    for finding in card.findings:
        say(f"\n{finding.summary}", "bold")
        say(_filled(finding.explanation, "  "))
        for citation in finding.citations[:_CITED]:
            say(f"    {citation.place or citation.subject}", "dim")
        if len(finding.citations) > _CITED:
            say(f"    and {len(finding.citations) - _CITED} more places", "dim")


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _sizes(listed: Listed) -> str:
    services = f"{listed.services} service{'' if listed.services == 1 else 's'}"
    return f"{services}, {listed.nodes} node{'' if listed.nodes == 1 else 's'}"


def _owners(listed: Listed) -> str:
    if not listed.owners:
        return ""
    more = f" +{len(listed.owners) - _OWNERS}" if len(listed.owners) > _OWNERS else ""
    return f"  [{', '.join(listed.owners[:_OWNERS])}{more}]"


def _decision(listed: Listed, threshold: float) -> str:
    change = listed.change
    counts = f"+{change.added} -{change.removed} of {change.before} edges"
    if listed.is_rewritten:
        return f"rewritten in this run: {listed.because}"
    return f"kept: {change.ratio:.1%} changed since it was written ({counts}), {threshold:.0%} is allowed"


def _say_edges(sign: str, edges: Sequence[EdgeKey], shown: Callable[[str], str]) -> None:
    for source, kind, target in edges[:_EDGES]:
        say(f"    {sign} {shown(source)} {kind} {shown(target)}", "dim")
    if len(edges) > _EDGES:
        say(f"    {sign} and {len(edges) - _EDGES} more", "dim")


def _told(descent: Descent) -> str:
    others = ", ".join(descent.relatives)
    if descent.fate is Fate.BORN:
        return f"{descent.id} was born"
    if descent.fate is Fate.SPLIT:
        return f"{descent.id} was split from {others}"
    if descent.fate is Fate.MERGED:
        return f"{descent.id} took in {others}"
    return f"{descent.id} died" + (f" and went into {others}" if others else "")
