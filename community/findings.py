"""Findings by template: one for each theme that there is something to say about."""

from collections import defaultdict
from collections.abc import Sequence

from community.community import Citation, Finding
from community.phrases import say_uses, working
from community.profile import Interface, Profile, Record, Use, is_plumbing, shown
from community.sentences import (
    dependents,
    endpoint_word,
    label,
    neighbour_titles,
    out_of,
    owners_of,
    publishing,
    reading,
    store_kind,
    titled,
)
from community.wording import listed, number, paragraph, plural, sentence
from parsed_graph.model import Node
from parsed_graph.snapshot.encodable import encodable

_CITED = 8
_OPENING = 400
"""Characters of a part's summary that its parent quotes."""


def write_findings(profile: Profile) -> list[Finding]:
    """One finding for each theme that there is something to say about, the most telling first."""
    makers = (
        _part_findings,
        _people_finding,
        _interface_finding,
        _event_finding,
        _data_finding,
        _needs_finding,
        _dependents_finding,
        _records_finding,
        _incident_finding,
        _decision_finding,
    )
    return [finding for make in makers for finding in make(profile)]


def _part_findings(profile: Profile) -> list[Finding]:
    return [
        Finding(
            f"{part.title}: {plural(part.services, 'service')}" if part.services else part.title,
            _opening(part.summary),
            (Citation(part.id, ""),),
        )
        for part in profile.parts
        if part.summary
    ]


def _opening(text: str) -> str:
    """The first sentences of a summary."""
    kept: list[str] = []
    for piece in text.split(". "):
        if kept and sum(map(len, kept)) + len(piece) > _OPENING:
            break
        kept.append(piece)
    return sentence(". ".join(kept))


def _people_finding(profile: Profile) -> list[Finding]:
    services = [*(profile.services or profile.support)]
    owners = owners_of(services)
    nobody = owners.pop("", [])
    if not owners and not nobody:
        return []
    if not owners:
        count = "The service has" if len(services) == 1 else f"None of the {number(len(services))} services has"
        return (
            []
            if profile.parts
            else [
                Finding(
                    "No owner is known",
                    f"{count} {'no ' if len(services) == 1 else 'an '}owner in CODEOWNERS or the catalogue.",
                )
            ]
        )
    oncall = {shown(n): str(n.properties.get("oncall", "")) for n in services}
    said = []
    for team, names in owners.items():
        lines = list(dict.fromkeys(oncall[name] for name in names if oncall[name]))
        said.append(f"{team} owns {listed(names, 6)}{f' (on call: {listed(lines)})' if lines else ''}")
    explanation = paragraph(said)
    if nobody:
        explanation += f" No owner is known for {listed(nobody, 6)}."
    title = (
        f"{next(iter(owners))} answers for it"
        if len(owners) == 1 and not nobody
        else f"{plural(len(owners), 'team').capitalize()} {'answers' if len(owners) == 1 else 'answer'} for it"
    )
    cites = tuple(Citation(node.id, _place(node)) for node in services if node.properties.get("owner"))
    return [Finding(title, explanation, cites[:_CITED])]


def _place(node: Node) -> str:
    repo, path = str(node.properties.get("repo", "")), str(node.properties.get("path", ""))
    return f"{repo}:{path}" if repo and path else path


def _interface_finding(profile: Profile) -> list[Finding]:
    if not profile.interfaces or profile.parts:
        return []
    by_service: defaultdict[str, list[Interface]] = defaultdict(list)
    for interface in profile.interfaces:
        by_service[shown(interface.service)].append(interface)
    said = []
    for name, interfaces in by_service.items():
        useful = [i for i in interfaces if not is_plumbing(i.endpoint)] or interfaces
        endpoints = listed([shown(i.endpoint) for i in useful], 5)
        called = list(dict.fromkeys(profile.name(c) for i in interfaces for c in i.callers))
        by = f", called from outside by {listed(called, 5)}" if called else ""
        joint = ": " if len(useful) == len(interfaces) else ", among them "
        said.append(f"{name} exposes {plural(len(interfaces), endpoint_word(interfaces))}{joint}{endpoints}{by}")
    title = f"{plural(len(profile.interfaces), endpoint_word(profile.interfaces))}"
    cites = tuple(interface.citation for interface in profile.interfaces[:_CITED])
    return [Finding(title[:1].upper() + title[1:], paragraph(said[:8]), cites)]


def _event_finding(profile: Profile) -> list[Finding]:
    if profile.parts or not (profile.published or profile.consumed):
        return []
    said = [publishing(profile, channel) for channel in profile.published[:8]]
    said.append(reading(profile))
    unread = [shown(channel.node) for channel in profile.published if not channel.readers]
    if unread:
        said.append(f"Nobody is seen to read {listed(unread, 5)}")
    counts = [plural(len(profile.published), "topic published", "topics published")] if profile.published else []
    counts += [f"{number(len(profile.consumed))} read"] if profile.consumed else []
    title = listed(counts) if profile.published else f"{plural(len(profile.consumed), 'topic')} read"
    cites = tuple(channel.citation for channel in (*profile.published, *profile.consumed))
    return [Finding(title[:1].upper() + title[1:], paragraph(said), cites[:_CITED])]


def _data_finding(profile: Profile) -> list[Finding]:
    stores = [store for store in profile.stores if store.users]
    if profile.parts or not (stores or profile.entities):
        return []
    said = []
    for store in stores[:8]:
        users = [profile.name(user) for user in store.users]
        shared = (
            f", and so {'does' if len(store.others) == 1 else 'do'} {listed([profile.name(o) for o in store.others], 4)} from outside"
            if store.others
            else ""
        )
        said.append(
            f"{listed(users, 4)} {'uses' if len(users) == 1 else 'use'} {shown(store.node)}{store_kind(store)}{shared}"
        )
    for service, names in sorted(profile.entities.items()):
        said.append(f"{profile.name(service)} defines {listed(names, 6)}")
    shared_any = [store for store in stores if len(store.users) + len(store.others) > 1]
    if shared_any:
        title = (
            f"{listed([shown(store.node) for store in shared_any], 3)} {'is' if len(shared_any) == 1 else 'are'} shared"
        )
    elif stores:
        title = (
            f"{plural(len(stores), 'store')}, each with one user"
            if len(stores) > 1
            else f"One store, {shown(stores[0].node)}"
        )
    else:
        title = f"{plural(sum(map(len, profile.entities.values())), 'entity', 'entities')}"
    cites = tuple(store.citation for store in stores)
    return [Finding(title[:1].upper() + title[1:], paragraph(said), cites[:_CITED])]


def _needs_finding(profile: Profile) -> list[Finding]:
    uses = [use for use in profile.needs if use.target.id.startswith("service:")]
    if not uses:
        return []
    main = working(uses)
    running = [use for use in uses if use not in main]
    said = [*say_uses(profile, main, 10), *say_uses(profile, running, 3)]
    titles = neighbour_titles(profile, [use.target.id for use in main or uses])
    return [Finding(f"It depends on {listed(titles, 4)}", paragraph(said), _citations(main or uses))]


def _dependents_finding(profile: Profile) -> list[Finding]:
    uses = dependents(profile)
    if not uses:
        return []
    titles = [title for title in neighbour_titles(profile, [use.source.id for use in uses]) if title != profile.title]
    said = say_uses(profile, uses, 10)
    if profile.reach and profile.outside:
        said.append(
            f"If it fails, {out_of(profile.reach, profile.outside)} {'is' if profile.reach == 1 else 'are'} hit, directly or through others"
            if profile.outside > 1
            else "The only other service depends on it"
        )
    title = (
        f"{listed(titles, 4)} {'depends' if len(titles) == 1 else 'depend'} on it" if titles else "Others depend on it"
    )
    return [Finding(title, paragraph(said), _citations(uses))]


def _citations(uses: Sequence[Use]) -> tuple[Citation, ...]:
    return tuple(use.citation for use in uses)[:_CITED]


def _records_finding(profile: Profile) -> list[Finding]:
    records = [*profile.in_force, *profile.proposed]
    if not records:
        return []
    said = [_record_line(profile, record, "") for record in profile.in_force[:8]]
    said += [_record_line(profile, record, " and is not decided yet") for record in profile.proposed[:4]]
    counts = [f"{plural(len(profile.in_force), 'decision')} in force"] if profile.in_force else []
    counts += [f"{number(len(profile.proposed))} proposed"] if profile.proposed else []
    title = listed(counts)
    return [Finding(title[:1].upper() + title[1:], paragraph(said), _record_citations(records))]


def _record_line(profile: Profile, record: Record, ending: str) -> str:
    date = str(record.node.properties.get("date", ""))
    about = listed([profile.name(service) for service in record.services], 5)
    return f"{label(record.node)}{f', {date},' if date else ''} concerns {about}{ending}"


def _record_citations(records: Sequence[Record]) -> tuple[Citation, ...]:
    return tuple(record.citation for record in records)[:_CITED]


def _incident_finding(profile: Profile) -> list[Finding]:
    if not profile.incidents:
        return []
    said = [
        f"{titled(record)} concerned {listed([profile.name(s) for s in record.services], 5)}"
        for record in profile.incidents[:6]
    ]
    title = f"{plural(len(profile.incidents), 'incident')} on record"
    return [Finding(title[:1].upper() + title[1:], paragraph(said), _record_citations(profile.incidents))]


def _decision_finding(profile: Profile) -> list[Finding]:
    if profile.parts or not profile.decisions:
        return []
    names = {record.node.id: shown(record.node) for record in profile.in_force}
    titles = {record.node.id: str(record.node.properties.get("title", "")).lower() for record in profile.in_force}
    by_record: defaultdict[str, list[str]] = defaultdict(list)
    for decision in profile.decisions:
        text = encodable(str(decision.node.properties.get("text") or decision.node.name)).strip('"“” .')
        if text.lower() != titles.get(decision.services[0], ""):
            by_record[decision.services[0]].append(text)
    said = [f"{names[record]}: {'; '.join(texts[:3])}" for record, texts in list(by_record.items())[:6]]
    return [Finding("What was decided", paragraph(said), _record_citations(profile.decisions))] if said else []
