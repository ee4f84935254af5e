"""The paragraph of communities that are not told as one: those made of parts, shared infrastructure, what nothing links."""

from collections import Counter, defaultdict

from community.group_kind import GroupKind
from community.phrases import working
from community.profile import Profile, shown
from community.sentences import (
    bound,
    leaning_on,
    leant_on,
    owners_of,
)
from community.wording import listed, number, paragraph, plural


def of_parts(profile: Profile) -> str:
    """A community that is divided: its parts, what flows between them, where requests come in, what is leant on most."""
    parts = [f"{part.title} ({plural(part.services, 'service')})" for part in profile.parts if part.services]
    empty = [part.title for part in profile.parts if not part.services]
    count = plural(len(profile.services), "service")
    everything = f"{profile.title} has {count} in {plural(len(profile.parts), 'part')}: {listed([*parts, *empty], 12)}"
    return paragraph(
        [
            everything,
            _flows(profile),
            _entries(profile),
            _busiest(profile),
            _inventory(profile),
            leaning_on(profile),
            leant_on(profile) if profile.kind is not GroupKind.WHOLE else "",
            bound(profile),
        ]
    )


def _flows(profile: Profile) -> str:
    """Which part depends on which."""
    flows: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for use in working(profile.inside):
        source, target = profile.home.get(use.source.id, ""), profile.home.get(use.target.id, "")
        if source and target and source != target:
            flows[source][target] += 1
    if not flows:
        return ""
    order = sorted(flows, key=lambda title: (-flows[title].total(), title))[:4]
    phrases = [
        f"{source} {'depends ' if place == 0 else ''}on {listed(sorted(flows[source], key=lambda t: (-flows[source][t], t)), 4)}"
        for place, source in enumerate(order)
    ]
    return "; ".join(phrases)


def _entries(profile: Profile) -> str:
    """Where requests come in: services that depend on others and that no service depends on."""
    own = {node.id for node in profile.services}
    needed = {use.target.id for use in (*working(profile.inside), *working(profile.needed_by)) if use.source.id in own}
    needing = {use.source.id for use in working(profile.inside)}
    exposing = {interface.service.id for interface in profile.interfaces}
    entries = [shown(node) for node in profile.services if node.id in needing & exposing - needed]
    if not entries:
        return ""
    return f"Requests come in through {listed(entries, 4)}, which nothing else here calls"


def _busiest(profile: Profile) -> str:
    if len(profile.services) < 4:
        return ""
    counts: defaultdict[str, set[str]] = defaultdict(set)
    for use in (*working(profile.inside), *working(profile.needed_by)):
        if use.source.id != use.target.id and use.target.id.startswith("service:"):
            counts[use.target.id].add(use.source.id)
    own = {node.id for node in profile.services}
    best = sorted((node for node in counts if node in own), key=lambda node: (-len(counts[node]), node))[:3]
    if not best or len(counts[best[0]]) < 3:
        return ""
    said = [f"{profile.name(node)} ({number(len(counts[node]))})" for node in best]
    return f"The most services depend on {listed(said)}"


def _inventory(profile: Profile) -> str:
    counts = [
        (len(profile.interfaces), "endpoint"),
        (len(profile.published), "topic"),
        (sum(bool(store.users) for store in profile.stores), "store"),
    ]
    said = [plural(count, noun) for count, noun in counts if count]
    owners = [team for team in owners_of(profile.services) if team]
    text = f"Together they have {listed(said)}" if said else ""
    if owners:
        text += f"{'; ' if text else 'They have '}{plural(len(owners), 'team')} {'owns' if len(owners) == 1 else 'own'} them"
    return text


def of_shared(profile: Profile) -> str:
    """Infrastructure: each piece with how many use it."""
    things = [*profile.services, *profile.support, *(store.node for store in profile.stores)]
    users: defaultdict[str, set[str]] = defaultdict(set)
    for use in (*profile.inside, *profile.needed_by):
        users[use.target.id].add(use.source.id)
    ranked = sorted(things, key=lambda node: (-len(users[node.id]), node.id))
    used = [f"{shown(node)}, with {plural(len(users[node.id]), 'user')}" for node in ranked if users[node.id]]
    idle = [shown(node) for node in ranked if not users[node.id]]
    said = []
    if used:
        left = [f"and {number(len(used) - 10)} more"] if len(used) > 10 else []
        opening = f"{profile.title} is what several parts of the estate stand on and none of them owns"
        said.append(f"{opening}: {'; '.join([*used[:10], *left])}")
    if idle:
        verb = "runs" if len(idle) == 1 else "run"
        said.append(
            f"{listed(idle, 8)} {verb} beside the services; none of them is seen to use {'it' if len(idle) == 1 else 'them'}"
        )
    return paragraph([*said, bound(profile)])


def of_unlinked(profile: Profile) -> str:
    """What nothing links: that it is so, and what that may mean."""
    things = [*profile.services, *profile.support, *(store.node for store in profile.stores)]
    names = [shown(node) for node in things]
    if len(names) == 1:
        opening = f"Nothing in code, configuration or catalogue links {names[0]} to the rest of the estate"
    else:
        opening = f"Nothing in code, configuration or catalogue links these {number(len(names))} to the rest of the estate: {listed(names, 12)}"
    hint = "That may mean it is not in use, or that it is reached in a way that was not recognised"
    if len(names) > 1:
        hint = "They may not be in use, or be reached in a way that was not recognised"
    return paragraph([opening, hint, bound(profile)])
