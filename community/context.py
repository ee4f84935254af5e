"""The facts that a report is written from: one sentence each with where it was read, most important first, within a budget."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from community.community import Citation
from community.group_kind import GroupKind
from community.phrases import say_uses, working
from community.profile import Interface, Profile, Record, Use, is_plumbing, shown
from community.sentences import endpoint_word, label, neighbours, publishing, store_kind, titled
from community.template import rate
from community.wording import listed, sentence
from parsed_graph.model import Node
from parsed_graph.snapshot.encodable import encodable

CountTokens = Callable[[str], int]
_FIRST = 12
"""Facts of one sort that go before the rest of every sort, so that no long list takes all the room."""
_CATCH_ALL = (GroupKind.SHARED, GroupKind.UNLINKED)
_WHAT = {
    GroupKind.SYSTEM: "a system that the catalogue declares",
    GroupKind.DOMAIN: "a domain that the catalogue declares",
    GroupKind.LINKED: "services that are closely linked",
    GroupKind.SHARED: "infrastructure that several parts use",
    GroupKind.UNLINKED: "what nothing links to the rest",
    GroupKind.WHOLE: "all services there are",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence that is true, and what it rests on."""

    text: str
    citations: tuple[Citation, ...] = ()


def gather_facts(profile: Profile) -> list[Fact]:
    """Every fact of a profile: what it is, parts, services, interfaces, messages, stores, neighbours, people, records."""
    sorts = [
        list(_counts(profile)),
        [Fact(f"Part {p.title} ({p.services} services): {p.summary}", (Citation(p.id, ""),)) for p in profile.parts],
        list(_services(profile)),
        list(_exposed(profile)),
        [_interface(profile, i) for i in profile.interfaces if not is_plumbing(i.endpoint)],
        [Fact(sentence(publishing(profile, c)), (c.citation,)) for c in profile.published],
        [_read(profile, c.node, c.publishers, c.citation) for c in profile.consumed],
        list(_stores(profile)),
        list(_uses(profile, profile.needs)),
        list(_uses(profile, profile.needed_by)),
        [_record(profile, record, "is in force and concerns") for record in profile.in_force],
        [_record(profile, record, "is proposed, still open, and concerns") for record in profile.proposed],
        [_incident(profile, record) for record in profile.incidents],
        list(_decisions(profile)),
        list(_uses(profile, profile.inside)),
    ]
    first = [fact for facts in sorts for fact in facts[:_FIRST]]
    return [*first, *(fact for facts in sorts for fact in facts[_FIRST:])]


def fit_facts(facts: Sequence[Fact], budget: int, count_tokens: CountTokens) -> list[Fact]:
    """The facts that fit into a number of tokens, in order; a fact that is too long does not keep a later one out."""
    kept: list[Fact] = []
    left = budget
    for fact in facts:
        size = count_tokens(fact.text) + 4
        if size <= left:
            kept.append(fact)
            left -= size
    return kept


def render_facts(facts: Iterable[Fact]) -> str:
    """Facts as numbered lines, from 1."""
    return "\n".join(f"[F{number}] {fact.text}" for number, fact in enumerate(facts, 1))


def _counts(profile: Profile) -> Iterator[Fact]:
    yield Fact(f"{profile.title} is {_WHAT[profile.kind]}.")
    kept = [store for store in profile.stores if store.users]
    things = len(profile.services) + len(profile.support) + len(profile.stores)
    counts = [
        (len(_people(profile)), "services"),
        (len(profile.parts), "parts"),
        (len(profile.published), "topics published"),
        (len(profile.consumed), "topics read from others"),
        (len(kept), "stores"),
        (len({str(node.properties.get("owner", "")) for node in _people(profile)} - {""}), "teams that own it"),
        (len(profile.in_force), "decisions in force"),
        (len(profile.proposed), "decisions proposed"),
        (len(profile.incidents), "incidents"),
        (things if profile.kind in _CATCH_ALL else 0, "things in all"),
    ]
    yield Fact("Counts: " + "; ".join(f"{count} {noun}" for count, noun in counts if count) + ".")
    rating, reason = rate(profile)
    yield Fact(f"Rating {rating:g} of 10: {reason} {profile.reach} of {profile.outside} other services.")


def _people(profile: Profile) -> tuple[Node, ...]:
    return profile.services or profile.support


def _services(profile: Profile) -> Iterator[Fact]:
    near = neighbours(profile)
    everyone = [*profile.inside, *profile.needed_by]
    users, working_users = _users(everyone), _users(working(everyone))
    for node in (*profile.services, *profile.support):
        counts = dict.fromkeys(filter(None, [len(users[node.id]), len(working_users[node.id])]))
        details = [f"{count} {'user' if count == 1 else 'users'}" for count in counts]
        if near.get(node.id):
            details.append(f"linked to {len(near[node.id])} of the other {len(profile.services) - 1} here")
        yield _service(node, details)


def _users(uses: Iterable[Use]) -> defaultdict[str, set[str]]:
    """Who uses each node, itself left out."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for use in uses:
        if use.source.id != use.target.id:
            found[use.target.id].add(use.source.id)
    return found


def _service(node: Node, counts: Sequence[str]) -> Fact:
    names = ("title", "role", "language", "runtime", "owner", "oncall", "description")
    known = [(name, encodable(str(node.properties[name]))) for name in names if node.properties.get(name)]
    details = [*(f"{'on call' if name == 'oncall' else name} {value}" for name, value in known), *counts]
    repo, path = str(node.properties.get("repo", "")), str(node.properties.get("path", ""))
    place = encodable(f"{repo}:{path}" if repo and path else path)
    return Fact(f"Service {shown(node)}{': ' if details else ''}{', '.join(details)}.", (Citation(node.id, place),))


def _exposed(profile: Profile) -> Iterator[Fact]:
    """How many endpoints there are, in all and by service, and how many are called from outside."""
    if not profile.interfaces:
        return
    by_service: defaultdict[str, list[Interface]] = defaultdict(list)
    for interface in profile.interfaces:
        by_service[shown(interface.service)].append(interface)
    called = sum(bool(interface.callers) for interface in profile.interfaces)
    words = dict.fromkeys([endpoint_word(profile.interfaces), "endpoint"])
    counts = ", ".join(f"{len(profile.interfaces)} {word}s" for word in words)
    yield Fact(f"It exposes {counts}; {called} of them are called from outside.")
    for name, interfaces in by_service.items():
        yield Fact(f"{name} exposes {len(interfaces)} {endpoint_word(interfaces)}s.")


def _interface(profile: Profile, interface: Interface) -> Fact:
    callers = [profile.name(caller) for caller in interface.callers]
    by = f", which {listed(callers, 8)} {'calls' if len(callers) == 1 else 'call'} from outside" if callers else ""
    return Fact(f"{shown(interface.service)} exposes {shown(interface.endpoint)}{by}.", (interface.citation,))


def _read(profile: Profile, topic: Node, publishers: Sequence[str], citation: Citation) -> Fact:
    names = [profile.name(node) for node in publishers]
    return Fact(f"It listens to {shown(topic)}{f' from {listed(names, 4)}' if names else ''}.", (citation,))


def _stores(profile: Profile) -> Iterator[Fact]:
    for store in profile.stores:
        users = listed([profile.name(user) for user in store.users], 8)
        others = listed([profile.name(other) for other in store.others], 8)
        text = f"{users or 'nobody here'} stores data in {shown(store.node)}{store_kind(store)}"
        count = len({*store.users, *store.others})
        shared = f"; {count} users" if count > 1 else ""
        yield Fact(f"{text}{f'; from outside {others} too' if others else ''}{shared}.", (store.citation,))
    for service, names in sorted(profile.entities.items()):
        yield Fact(f"{profile.name(service)} defines the entities {listed(names, 12)}.", (Citation(service, ""),))


def _uses(profile: Profile, uses: Sequence[Use]) -> Iterator[Fact]:
    for use in uses:
        for phrase in say_uses(profile, [use]):
            titles = [profile.home.get(end, "") for end in (use.source.id, use.target.id)]
            where = f" ({titles[0]} to {titles[1]})" if all(titles) and titles[0] != titles[1] else ""
            yield Fact(f"{phrase}{where}.", (use.citation,))


def _record(profile: Profile, record: Record, what: str) -> Fact:
    date = str(record.node.properties.get("date", ""))
    about = listed([profile.name(service) for service in record.services], 8)
    return Fact(f"{label(record.node)}{f', {date},' if date else ''} {what} {about}.", (record.citation,))


def _incident(profile: Profile, record: Record) -> Fact:
    about = listed([profile.name(service) for service in record.services], 8)
    return Fact(f"Incident {titled(record)} concerned {about}.", (record.citation,))


def _decisions(profile: Profile) -> Iterator[Fact]:
    names = {record.node.id: shown(record.node) for record in profile.in_force}
    for decision in islice(profile.decisions, 200):
        text = encodable(str(decision.node.properties.get("text") or decision.node.name))
        yield Fact(f"{names[decision.services[0]]} decided: {sentence(text)}", (decision.citation,))
