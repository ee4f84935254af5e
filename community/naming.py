"""Titles of communities: the declared system, the word that its services share, or its hub; unique, and kept while they fit."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from community.community import Community
from community.group_kind import GroupKind
from community.hierarchy import ABOVE, MIDDLE, PART, TOP, Group
from parsed_graph.model import Node
from parsed_graph.name_words import split_words
from parsed_graph.schema import NodeLabel, Role

_FIXED = {
    GroupKind.SHARED: "Shared infrastructure",
    GroupKind.UNLINKED: "Unconnected services",
    GroupKind.WHOLE: "The whole estate",
}
_GENERIC = frozenset(
    """service services server svc api app application microservice web ms db database data store mongo mysql postgres
    redis topic queue event events kafka rabbitmq the and of client backend frontend core common main test demo v""".split()
)
_SHARED_EVERYWHERE = 0.6
"""A word in so many service names is the company's or the product's, and tells nothing apart."""
_COVERAGE, _OWN = 0.3, 0.6
_NEARLY_HUB = 0.8
_SUFFIX = re.compile(r"(?<=...)(?:microservice|service|server|api|svc)$")
_UPPER = frozenset("ui api sso iam crm erp sms pdf cms bff ml ai http ftp sftp wms oms pms vat id".split())
_JOINING = frozenset({"area", "other"})
_TURN = (MIDDLE, ABOVE, TOP, PART)


def name_communities(
    groups: Sequence[Group],
    ids: Sequence[str],
    nodes: Mapping[str, Node],
    degrees: Mapping[str, int],
    before: Iterable[Community] = (),
) -> list[str]:
    """A title for each group, in order. A title of the last run stays while its words are still among the members' names."""
    words = _Words(nodes)
    last = {community.id: community for community in before}
    titles: dict[int, str] = {}
    taken: set[str] = set()
    for place, (group, identity) in enumerate(zip(groups, ids, strict=True)):
        old = last.get(identity)
        if old is not None and old.kind is group.kind and _still_fits(old.title, group, words):
            titles[place] = old.title
            taken.add(old.title.lower())
    # The partition itself is named first: what lies above is called after it, what lies below must not take its words.
    for place, group in sorted(enumerate(groups), key=lambda item: (_TURN.index(item[1].tier), item[0])):
        if place not in titles:
            below = [titles[at] for at, other in enumerate(groups) if other.parent == group.key and at in titles]
            title = _called_after(below) if group.tier == ABOVE and not group.name else _title(group, words, degrees)
            titles[place] = _unique(title, group, words, degrees, taken)
            taken.add(titles[place].lower())
    return [titles[place] for place in range(len(groups))]


class _Words:
    """The words of each node's name that tell it from others, and how many services carry each."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self.nodes = nodes
        services = [node for node in nodes.values() if node.label is NodeLabel.SERVICE]
        counts = Counter(word for node in services for word in {_stem(word) for word in _parts(node.name)})
        everywhere = {word for word, count in counts.items() if count > max(2, _SHARED_EVERYWHERE * len(services))}
        self._dull = everywhere | _GENERIC
        self._of = {node.id: [word for word in _parts(node.name) if self._tells(word)] for node in nodes.values()}
        self.services = Counter(word for node in services for word in self.stems(node.id))

    def of(self, node: str) -> list[str]:
        """The telling words of a node in the order of its name."""
        return self._of[node]

    def stems(self, node: str) -> set[str]:
        """The same without their plural endings."""
        return {_stem(word) for word in self._of[node]}

    def _tells(self, word: str) -> bool:
        return len(word) > 1 and not word.isdigit() and word not in self._dull and _stem(word) not in self._dull


def _parts(name: str) -> list[str]:
    """The words of a name, without the ending that only says it is a service."""
    return [_SUFFIX.sub("", word) for word in split_words(name)]


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _still_fits(title: str, group: Group, words: _Words) -> bool:
    if group.kind is not GroupKind.LINKED:
        return True
    wanted = {_stem(word) for word in split_words(title) if not word.isdigit()} - _JOINING - _GENERIC
    here = {_stem(word) for node in group.members for word in _parts(_shown(words.nodes[node]))}
    return bool(wanted) and wanted <= here


def _title(group: Group, words: _Words, degrees: Mapping[str, int]) -> str:
    services = _by_weight(group, words, degrees)
    if group.kind in _FIXED and not (group.kind is GroupKind.UNLINKED and len(services) == 1):
        return _FIXED[group.kind]
    if group.name:
        return readable(group.name)
    if not services:
        return readable(words.nodes[group.members[0]].name)
    if len(services) == 1:
        return _called(services[0], words)
    word = _shared_word(group, services, words)
    if word:
        return readable(word)
    if len(services) == 2:
        return f"{_called(services[0], words)} & {_lower_first(_called(services[1], words))}"
    most = degrees.get(services[0].id, 0)
    hubs = [node for node in services if degrees.get(node.id, 0) >= _NEARLY_HUB * most]
    return f"{min((_called(hub, words) for hub in hubs), key=len)} area"


def _called_after(titles: Sequence[str]) -> str:
    """What groups other communities is called after the first two of them."""
    first = ", ".join(titles[:2])
    return f"{first} & others" if len(titles) > 2 else " & ".join(titles)


def _by_weight(group: Group, words: _Words, degrees: Mapping[str, int]) -> list[Node]:
    """The services that a community is there for, the best connected first."""
    found = [words.nodes[node] for node in group.members if words.nodes[node].label is NodeLabel.SERVICE]
    own = [node for node in found if node.properties.get("role", Role.APPLICATION) in (Role.APPLICATION, Role.GATEWAY)]
    return sorted(own or found, key=lambda node: (-degrees.get(node.id, 0), node.id))


def _shared_word(group: Group, services: Sequence[Node], words: _Words) -> str:
    """The word that covers most of the services, and of topics, stores and entities, and is rare elsewhere; "" where none does."""
    others = [node for node in group.members if words.nodes[node].label is not NodeLabel.SERVICE]
    in_services = Counter(stem for node in services for stem in words.stems(node.id))
    in_others = Counter(stem for node in others for stem in words.stems(node))
    scores: dict[str, float] = {}
    for stem, count in in_services.items():
        coverage = 0.6 * count / len(services) + (0.4 * in_others[stem] / len(others) if others else 0.0)
        own = count / words.services[stem]
        if coverage >= _COVERAGE and own >= _OWN and (count > 1 or in_others[stem] > 1):
            scores[stem] = coverage * own
    if not scores:
        return ""
    best = min(scores, key=lambda stem: (-scores[stem], stem))
    forms = Counter(word for node in services for word in words.of(node.id) if _stem(word) == best)
    return min(forms, key=lambda form: (-forms[form], form))


def _called(service: Node, words: _Words) -> str:
    title = str(service.properties.get("title", "")).removesuffix(" service")
    return title or readable("-".join(words.of(service.id)) or service.name)


def _shown(node: Node) -> str:
    return f"{node.name} {node.properties.get('title', '')}"


def _unique(title: str, group: Group, words: _Words, degrees: Mapping[str, int], taken: set[str]) -> str:
    if title.lower() not in taken:
        return title
    for service in _by_weight(group, words, degrees):
        longer = f"{title} ({_called(service, words)})"
        if _called(service, words).lower() != title.lower() and longer.lower() not in taken:
            return longer
    return next(f"{title} {number}" for number in range(2, len(taken) + 3) if f"{title} {number}".lower() not in taken)


def readable(name: str) -> str:
    """A name as a title: `order-management` is Order management, `IAM` stays IAM, `ts-ui` is Ts UI."""
    if " " in name:
        return name[:1].upper() + name[1:]
    if len(name) > 1 and name.isupper():
        return name
    words = [word.upper() if word in _UPPER else word for word in split_words(name)]
    joined = " ".join(words) or name
    return joined[:1].upper() + joined[1:]


def _lower_first(text: str) -> str:
    first, space, rest = text.partition(" ")
    return text if first.isupper() and len(first) > 1 else f"{first.lower()}{space}{rest}"
