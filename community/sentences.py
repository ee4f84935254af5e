"""Sentences about a community, each out of its profile: what it is made of, offers, tells, stores, needs and is bound by."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from community.phrases import say_uses, working
from community.profile import Channel, Interface, Profile, Record, Store, Use, shown
from community.wording import listed, number, plural, product, sentence
from parsed_graph.model import Node
from parsed_graph.schema import Role
from parsed_graph.snapshot.encodable import encodable


def made_of(profile: Profile) -> str:
    """Its services by name."""
    names = [shown(node) for node in profile.services]
    if len(names) == 1:
        return f"{profile.title} is one service, {names[0]}{_as_what(profile.services[0])}"
    if names:
        return f"{profile.title} is made up of {plural(len(names), 'service')}: {listed(names, 12)}"
    others = [f"{shown(node)}{_as_what(node)}" for node in profile.support]
    others += [f"{shown(store.node)}{store_kind(store)}" for store in profile.stores]
    if len(others) == 1:
        return f"{profile.title} is {others[0]}"
    return f"{profile.title} is made up of {'; '.join(others[:8])}" if others else ""


_ROLES = {
    Role.GATEWAY: "a gateway",
    Role.CONFIG: "a configuration server",
    Role.DISCOVERY: "a service registry",
    Role.AUTH: "an authorisation server",
    Role.MONITORING: "a monitoring tool",
    Role.BROKER: "a message broker",
    Role.PROXY: "a proxy",
    Role.LOAD_GENERATOR: "a load generator",
    Role.EXTERNAL: "an outside system",
}


def _as_what(service: Node) -> str:
    role = str(service.properties.get("role", ""))
    return f", {_ROLES[Role(role)]}" if role in _ROLES else ""


def owned(profile: Profile) -> str:
    """Which teams own it."""
    owners = owners_of(profile.services or profile.support)
    nobody = owners.pop("", [])
    if not owners:
        return ""
    if len(owners) == 1 and not nobody:
        team = next(iter(owners))
        return f"It belongs to {team}" if len(profile.services) < 2 else f"All of it belongs to {team}"
    if len(owners) > 3:
        return f"It is shared by {plural(len(owners), 'team')}, among them {listed(list(owners)[:3])}"
    phrases = [f"{team} owns {listed(names, 4)}" for team, names in owners.items()]
    return listed(phrases)


def owners_of(services: Iterable[Node]) -> dict[str, list[str]]:
    """Service names by team, the team with most services first."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for node in services:
        found[str(node.properties.get("owner", ""))].append(shown(node))
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def centre(profile: Profile) -> str:
    """The service that most of the others are linked to, where there is one among four and more."""
    near = neighbours(profile)
    if len(profile.services) < 4 or not near:
        return ""
    best = min(near, key=lambda node: (-len(near[node]), node))
    others = len(profile.services) - 1
    if len(near[best]) * 2 < others:
        return ""
    most = "all" if len(near[best]) == others else number(len(near[best]))
    return f"At its centre is {profile.name(best)}, which is linked to {most} of the other {number(others)}"


def neighbours(profile: Profile) -> dict[str, set[str]]:
    """The services of a community that each of them works with."""
    ids = {node.id for node in profile.services}
    near: defaultdict[str, set[str]] = defaultdict(set)
    for use in working(profile.inside):
        if use.source.id in ids and use.target.id in ids:
            near[use.source.id].add(use.target.id)
            near[use.target.id].add(use.source.id)
    return near


def offered(profile: Profile) -> str:
    """Its endpoints, and who calls them from outside."""
    if not profile.interfaces:
        return ""
    called = [interface for interface in profile.interfaces if interface.callers]
    count = plural(len(profile.interfaces), endpoint_word(profile.interfaces))
    if not called:
        return f"It exposes {count} that no other service is seen to call"
    callers = list(dict.fromkeys(profile.name(caller) for interface in called for caller in interface.callers))
    among = listed([f"{shown(i.endpoint)} ({shown(i.service)})" for i in called[:3]])
    verb = "calls" if len(callers) == 1 else "call"
    if len(called) == len(profile.interfaces):
        return (
            f"{listed(callers, 4)} {verb} its {count}: {among}"
            if len(called) <= 3
            else (f"{listed(callers, 4)} {verb} all of its {count}, among them {among}")
        )
    joint = ", among them " if len(called) > 3 else ": "
    return f"It exposes {count}, of which {listed(callers, 4)} {verb} {number(len(called))}{joint}{among}"


def endpoint_word(interfaces: Sequence[Interface]) -> str:
    """What its endpoints are called: by their protocol, where they share one."""
    protocols = {str(interface.endpoint.properties.get("protocol", "")) for interface in interfaces}
    return {"http": "HTTP endpoint", "grpc": "gRPC method", "graphql": "GraphQL field"}.get(
        protocols.pop() if len(protocols) == 1 else "", "endpoint"
    )


def told(profile: Profile) -> str:
    """What is published, and what is read of others."""
    said = [publishing(profile, channel) for channel in profile.published[:3]]
    left = len(profile.published) - 3
    if left > 0:
        said.append(f"there are {plural(left, 'more topic', 'more topics')}" if left > 1 else "there is one more topic")
    heard = reading(profile)
    first = "; ".join(said)
    return f"{sentence(first)} {heard}" if first and heard else first or heard


def publishing(profile: Profile, channel: Channel) -> str:
    """Who publishes what on a topic, and who reads it."""
    here = {node.id for node in (*profile.services, *profile.support)}
    publishers = [profile.name(node) for node in channel.publishers if node in here]
    events = [shown(event) for event in channel.events]
    verb = "publishes" if len(publishers) == 1 else "publish"
    what = f"{listed(events, 3)} on {shown(channel.node)}" if events else shown(channel.node)
    readers = [profile.name(node) for node in channel.readers]
    read = f", which {listed(readers, 5)} {'reads' if len(readers) == 1 else 'read'}" if readers else ""
    return f"{listed(publishers, 3)} {verb} {what}{read}"


def reading(profile: Profile) -> str:
    """The topics of others that it listens to."""
    if not profile.consumed:
        return ""
    phrases = []
    for channel in profile.consumed[:4]:
        publishers = [profile.name(node) for node in channel.publishers]
        phrases.append(f"{shown(channel.node)} from {listed(publishers, 3)}" if publishers else shown(channel.node))
    left = len(profile.consumed) - 4
    if left > 0:
        phrases.append(plural(left, "more topic", "more topics"))
    return f"It listens to {listed(phrases)}"


def stored(profile: Profile) -> str:
    """Where its data is, and with whom it is shared."""
    stores = [store for store in profile.stores if store.users]
    if not stores:
        return ""
    named = listed([f"{shown(store.node)}{store_kind(store)}" for store in stores], 6)
    alone = len(stores) > 1 and len({u for s in stores for u in s.users}) == len(stores) == len(profile.services)
    if alone and all(len(store.users) == 1 and not store.others for store in stores):
        text = f"Each service keeps a database of its own: {named}"
    elif len(stores) == 1:
        users = [profile.name(user) for user in stores[0].users]
        text = f"{listed(users, 4)} {'keeps its' if len(users) == 1 else 'keep their'} data in {named}"
    else:
        text = f"Its data is in {named}"
    shared = [store for store in stores if store.others]
    if shared:
        others = list(dict.fromkeys(profile.name(other) for store in shared for other in store.others))
        both = listed([shown(store.node) for store in shared], 3)
        text += f"; {both} {'is' if len(shared) == 1 else 'are'} shared with {listed(others, 4)}"
    return text


def store_kind(store: Store) -> str:
    """The product in brackets, where the name does not say it."""
    kind = str(store.node.properties.get("kind", ""))
    return f" ({product(kind)})" if kind and kind.lower() not in store.node.name.lower() else ""


def leaning_on(profile: Profile) -> str:
    """What it needs of others: other communities by title, then outside systems."""
    own = {node.id for node in profile.services}
    needs = [use for use in working(profile.needs) if use.source.id in own]
    outside = [use for use in needs if use.target.properties.get("role") == Role.EXTERNAL]
    inner = [use for use in needs if use not in outside and use.target.id.startswith("service:")]
    external = [node for node in profile.support if node.properties.get("role") == Role.EXTERNAL]
    text = ""
    if inner:
        titles = neighbour_titles(profile, [use.target.id for use in inner])
        text = f"To do its work it needs {listed(titles, 5)}: {'; '.join(say_uses(profile, inner))}"
    systems = list(dict.fromkeys([shown(use.target) for use in outside] + [shown(node) for node in external]))
    if systems:
        noun = "the outside system" if len(systems) == 1 else "the outside systems"
        text = f"{sentence(text) + ' ' if text else ''}It reaches {noun} {listed(systems, 4)}"
    return text


def neighbour_titles(profile: Profile, nodes: Iterable[str]) -> list[str]:
    """Titles of the communities that some nodes are in, the most frequent first."""
    counts = Counter(profile.home.get(node, "") or profile.name(node) for node in nodes)
    return sorted(counts, key=lambda title: (-counts[title], title))


def dependents(profile: Profile) -> list[Use]:
    """Services outside that need it for their work; of infrastructure, in any way."""
    uses = profile.needed_by if not profile.services else working(profile.needed_by)
    return [use for use in uses if use.source.id.startswith("service:")]


def leant_on(profile: Profile) -> str:
    """Which communities depend on it, and how far a failure goes."""
    uses = dependents(profile)
    if not uses:
        return "Nothing else is seen to depend on it" if profile.services else ""
    titles = [title for title in neighbour_titles(profile, [use.source.id for use in uses]) if title != profile.title]
    verb = "depends" if len(titles) == 1 else "depend"
    text = f"{listed(titles, 5)} {verb} on it" if titles else "Others depend on it"
    share = ""
    if profile.reach and profile.outside > 1:
        verb = "is" if profile.reach == 1 else "are"
        share = f": if it fails, {out_of(profile.reach, profile.outside)} {verb} hit"
    return text + share


def out_of(some: int, everything: int) -> str:
    """Some of all other services."""
    if some == everything:
        return "the only other service" if everything == 1 else f"all {number(everything)} other services"
    return f"{number(some)} of the {number(everything)} other services"


def bound(profile: Profile) -> str:
    """Decisions in force, open ones, incidents."""
    said = []
    if profile.in_force:
        labels = _labels(profile.in_force)
        count = "one decision binds it" if len(labels) == 1 else f"{number(len(labels))} decisions bind it"
        said.append(f"{count}: {listed(labels, 4)}")
    if profile.proposed:
        labels = _labels(profile.proposed)
        said.append(f"{listed(labels, 2)} {'is' if len(labels) == 1 else 'are'} proposed and still open")
    if profile.incidents:
        latest = titled(profile.incidents[0])
        many = f"{number(len(profile.incidents))} incidents are on record, the latest {latest}"
        said.append(f"one incident is on record, {latest}" if len(profile.incidents) == 1 else many)
    return ". ".join(text[:1].upper() + text[1:] for text in said)


def _labels(records: Sequence[Record]) -> list[str]:
    """Records by label and title: `ADR-0005 (One database per service)`."""
    return [label(record.node) for record in records]


def label(node: Node) -> str:
    """A record by label and title: `ADR-0005 (One database per service)`."""
    title = encodable(str(node.properties.get("title", "")))
    return f"{shown(node)} ({title})" if title and title != node.name else f"“{shown(node)}”"


def titled(record: Record) -> str:
    """A postmortem by title, with severity and date."""
    title = encodable(str(record.node.properties.get("title", "")) or record.node.name)
    details = [str(record.node.properties.get(name, "")) for name in ("severity", "date")]
    known = ", ".join(detail for detail in details if detail)
    return f"“{title}”{f' ({known})' if known else ''}"
