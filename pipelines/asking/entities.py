"""Finds the nodes that a question names: by id, name, alias, number or title; longest names first, none inside another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parsed_graph.errors import QueryError
from parsed_graph.node_names import Tier, lookup_names, route_key
from parsed_graph.queries.find import find_node
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.asking import words as vocabulary
from pipelines.asking.dated_incidents import dated_incidents
from pipelines.asking.mention import COMMUNITY, Mention
from pipelines.asking.plain_words import KIND_WORDS, NEVER_NAMES, SMALL, SOFT_KIND_WORDS
from pipelines.asking.products import named_products
from pipelines.asking.question import Word
from pipelines.asking.record_titles import titled_records

_LONGEST = 6
_RANKED = (
    NodeLabel.SERVICE, NodeLabel.TOPIC, NodeLabel.EVENT, NodeLabel.DATABASE, NodeLabel.TEAM, NodeLabel.ENDPOINT, NodeLabel.ADR,
    NodeLabel.INCIDENT, NodeLabel.ENTITY, NodeLabel.LIBRARY, NodeLabel.SUBSCRIPTION, NodeLabel.DOC,
)  # fmt: skip
_VERSIONED = frozenset({NodeLabel.EVENT, NodeLabel.LIBRARY})
_COMMON = frozenset({NodeLabel.ENDPOINT, NodeLabel.LIBRARY, NodeLabel.ENTITY, NodeLabel.SUBSCRIPTION, NodeLabel.DOC})
_NAME_MARKS = re.compile(r"\w[-_./@:]\w|[a-z][A-Z]|\d|\(")
_USES = frozenset(
    "use uses using used on of usa usam com utiliza utilizam import imports imported library biblioteca".split()
)
_COUNTING = frozenset("a an each every any which what no some many one all quais qual que um uma cada algum".split())
_SERVICE_WORDS = frozenset("service microservice api app server servico".split())
_METHODS = frozenset("get post put patch delete head options any query mutation".split())
_NUMBER_WORDS = frozenset("adr adrs decision decisions record decisao registro rfc".split())
_BETWEEN = frozenset("no number nr numero record n #".split())
_DIGITS = re.compile(r"#?0*(\d{1,5})$")
_LABELLED = re.compile(r"^(\w+)\((.+)\)$", re.S)
_LABELS = {label.lower(): label for label in NodeLabel}
_HOW = {Tier.NAME: "name", Tier.SPELLING: "spelling", Tier.ALIAS: "alias", Tier.PART: "part"}
_OF = frozenset("of in on at from do da de no na em by".split())
_COMMUNITY_WORDS = frozenset(
    "subsystem system domain area community cluster part side subsistema sistema dominio modulo comunidade".split()
)


def find_mentions(view: View, words: Sequence[Word]) -> list[Mention]:
    """Every node that is named, in the order of words."""
    found = [*_written_out(view, words)]
    for mention in (*dated_incidents(view, words), *titled_records(view, words)):
        if not any(mention.first < other.end and other.first < mention.end for other in found):
            found.append(mention)
    for candidates in (_routes(view, words), _named(view, words)):
        for mention in sorted(candidates, key=lambda m: (m.first - m.end, m.first)):
            if not any(mention.first < other.end and other.first < mention.end for other in found):
                found.append(mention)
    products = named_products(view, words, found)
    covered = {mention.first for mention in products}
    found = [
        mention for mention in found if not (mention.kind == NodeLabel.LIBRARY and mention.first in covered)
    ] + products
    found = _communities(view, words, _once(found))
    return _of_their_service(view, words, sorted(found, key=lambda mention: mention.first))


def _written_out(view: View, words: Sequence[Word]) -> Iterator[Mention]:
    """Nodes written as answers write them, `Service(orders)`, or by id."""
    for place, word in enumerate(words):
        if not (_LABELLED.match(word.text) or ":" in word.text):
            continue
        try:
            found = find_node(view, word.text)
        except QueryError:
            continue
        yield Mention(word.text, place, place + 1, found.node.label, (found.key,))


def _once(found: list[Mention]) -> list[Mention]:
    """Without names that only come close to a node which the question names outright: the `baskets` of `basket-api`."""
    outright = {key for mention in found if mention.how != "part" for key in mention.keys}
    kept: list[Mention] = []
    for mention in sorted(found, key=lambda each: (each.how == "part", each.first - each.end, each.first)):
        seen = {key for other in kept for key in other.keys}
        if mention.how != "part" or not (set(mention.keys) & (outright | seen)):
            kept.append(mention)
    return kept


# --- Endpoints ----------------------------------------------------------------------------------------


def _routes(view: View, words: Sequence[Word]) -> Iterator[Mention]:
    for place, word in enumerate(words):
        if not word.text.startswith("/") or len(word.text) < 2:
            continue
        has_method = place > 0 and words[place - 1].folded in _METHODS
        text = f"{words[place - 1].text} {word.text}" if has_method else word.text
        keys = _endpoints(view, text)
        if keys:
            yield Mention(text, place - has_method, place + 1, NodeLabel.ENDPOINT, keys, is_unclear=len(keys) > 1)


def _endpoints(view: View, text: str) -> tuple[int, ...]:
    known = view.named([route_key(text), text.lower()])
    exact = {key for _, _, key in known if view.node(key).label is NodeLabel.ENDPOINT}
    if exact:
        return tuple(sorted(exact))
    # A concrete path (`/orders/42`) is matched against every template.
    try:
        return (find_node(view, text, NodeLabel.ENDPOINT).key,)
    except QueryError:
        return ()


def _of_their_service(view: View, words: Sequence[Word], mentions: list[Mention]) -> list[Mention]:
    """`GET /health of orders`: an endpoint of several services is that of the one named beside it, which then names nothing else."""
    for place, mention in enumerate(mentions):
        if not mention.is_unclear or view.node(mention.key).label is not NodeLabel.ENDPOINT:
            continue
        for other in (mentions[place + 1 : place + 2] or []) + mentions[max(place - 1, 0) : place]:
            gap = words[min(mention.end, other.end) : max(mention.first, other.first)]
            if other.kind == NodeLabel.SERVICE and all(w.folded in SMALL or w.folded in KIND_WORDS for w in gap):
                service = view.node(other.key).id
                own = tuple(key for key in mention.keys if view.node(key).service == service)
                if own:
                    first, end = min(mention.first, other.first), max(mention.end, other.end)
                    whole = replace(mention, first=first, end=end, keys=own[:1], is_unclear=len(own) > 1)
                    return [*(m for m in mentions if m not in (mention, other)), whole]
    return mentions


# --- Names --------------------------------------------------------------------------------------------


def _named(view: View, words: Sequence[Word]) -> Iterator[Mention]:
    spans = {(first, end): _lookups(words[first:end]) for first, end in _spans(words)}
    wanted = sorted({name for names in spans.values() for name in names})
    carried: dict[str, list[tuple[int, int]]] = {}
    for name, tier, key in view.named(wanted) if wanted else ():
        carried.setdefault(name, []).append((tier, key))
    for (first, end), names in spans.items():
        tiers: dict[int, int] = {}
        for name, asked in names.items():
            for tier, key in carried.get(name, ()):
                label = view.node(key).label
                if (
                    label in _RANKED
                    and (asked != Tier.PART or label is NodeLabel.SERVICE)
                    and (tier != Tier.PART or label in (NodeLabel.SERVICE, NodeLabel.ENDPOINT))
                ):
                    closeness = max(tier, asked)
                    tiers[key] = min(tiers.get(key, closeness), closeness)
        if tiers:
            mention = _mention(view, words, first, end, tiers)
            if all(
                word.folded in KIND_WORDS and not word.is_quoted for word in words[first:end]
            ) and not _is_service_called_so(words, mention):
                continue
            if mention.kind not in _COMMON or _is_meant(words, mention):
                yield mention


def _is_service_called_so(words: Sequence[Word], mention: Mention) -> bool:
    """Whether a word that names a kind is the name of a service here: `user` where one has that very name, or `the user service`."""
    if mention.kind != NodeLabel.SERVICE:
        return False
    before = words[mention.first - 1].folded if mention.first else ""
    return mention.end - mention.first > 1 or (mention.how == "name" and before not in _COUNTING)


def _is_meant(words: Sequence[Word], mention: Mention) -> bool:
    """Whether a name that is often an ordinary word, as libraries, entities and operations have, is meant as one by how it is written."""
    written = words[mention.first : mention.end]
    before = words[mention.first - 1].folded if mention.first else ""
    return (
        _label_beside(words, mention.first, mention.end) == mention.kind
        or any(word.is_quoted or _NAME_MARKS.search(word.text) for word in written)
        or (mention.first > 0 and written[0].text[:1].isupper())
        or (mention.kind == NodeLabel.LIBRARY and before in _USES)
    )


def _spans(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    for first in range(len(words)):
        for end in range(first + 1, min(first + _LONGEST, len(words)) + 1):
            if _may_be_name(words[first:end]):
                yield first, end
            if words[end - 1].closes:
                break


def _may_be_name(words: Sequence[Word]) -> bool:
    first, last = words[0], words[-1]
    if len(words) == 1:
        is_plain = first.folded not in NEVER_NAMES or first.folded in SOFT_KIND_WORDS
        return first.is_quoted or _LABELLED.match(first.text) is not None or (is_plain and len(first.folded) > 1)
    if first.folded in SMALL or last.folded in SMALL:
        return False
    # "The user service" may be one that is called `user`.
    return not all(word.folded in NEVER_NAMES for word in words) or (len(words) == 2 and last.folded in _SERVICE_WORDS)


def _lookups(words: Sequence[Word]) -> dict[str, int]:
    text = " ".join(word.text for word in words)
    names = {name: int(tier) for name, tier in lookup_names(_LABELLED.sub(r"\2", text)).items() if len(name) > 1}
    if len(words) >= 2 and words[0].folded in _NUMBER_WORDS:
        digits = _DIGITS.match(words[-1].folded)
        if digits and all(word.folded in _BETWEEN or word.folded in _NUMBER_WORDS for word in words[1:-1]):
            names.setdefault(f"adr{int(digits[1])}", Tier.ALIAS)
    last = words[-1].folded
    if last.isalpha() and len(last) > 3 and last not in NEVER_NAMES:
        # Plural for singular and the other way round; a weaker match than any written out.
        turned = last[:-1] if last.endswith("s") and not last.endswith("ss") else f"{last}s"
        for name, tier in lookup_names(" ".join([*(word.folded for word in words[:-1]), turned])).items():
            names.setdefault(name, max(int(tier), Tier.PART))
    if len(words) >= 2 and words[-1].folded in ("service", "microservice", "api", "app", "server"):
        head = words[-2].folded
        turned = head[:-1] if head.endswith("s") and not head.endswith("ss") else f"{head}s"
        for name in lookup_names(" ".join([*(word.folded for word in words[:-2]), turned])):
            names.setdefault(name, Tier.PART)
    return names


def _mention(view: View, words: Sequence[Word], first: int, end: int, tiers: dict[int, int]) -> Mention:
    text = " ".join(word.text for word in words[first:end])
    wanted = _label_beside(words, first, end)
    fitting = {key: tier for key, tier in tiers.items() if view.node(key).label == wanted} or tiers
    services = {k: t for k, t in fitting.items() if t <= Tier.ALIAS and view.node(k).label is NodeLabel.SERVICE}
    chosen = services or fitting
    least = min(chosen.values())
    close = [key for key, tier in chosen.items() if tier == least]
    label = min((view.node(key).label for key in close), key=_RANKED.index)
    keys = tuple(sorted(key for key in close if view.node(key).label is label))
    others = tuple(sorted(key for key in tiers if key not in keys))
    is_clear = len(keys) == 1 or (label in _VERSIONED and len({view.node(key).name for key in keys}) == 1)
    return Mention(
        text,
        first,
        end,
        label,
        keys,
        _HOW[Tier(least)],
        others=others,
        is_unclear=not is_clear,
        name=view.node(keys[0]).name,
    )


def _label_beside(words: Sequence[Word], first: int, end: int) -> str:
    """The label that a word inside or next to a name says it has: `the topic orders`, `Order entity`, `Topic(orders)`."""
    labelled = _LABELLED.match(words[first].text)
    if labelled:
        return str(_LABELS.get(labelled[1].lower(), ""))
    beside = [words[place].folded for place in (end, first - 1, end - 1) if 0 <= place < len(words)]
    for word in beside:
        for label, pattern in vocabulary.KINDS.items():
            if word in KIND_WORDS and label not in ("System", COMMUNITY) and pattern.fullmatch(word):
                return label
    return ""


# --- Communities --------------------------------------------------------------------------------------


def _communities(view: View, words: Sequence[Word], found: list[Mention]) -> list[Mention]:
    """Turns `the orders subsystem` into a community, in place of what `orders` alone names."""
    for place, word in enumerate(words):
        singular = word.folded.removesuffix("s") if word.folded not in _COMMUNITY_WORDS else word.folded
        if singular not in _COMMUNITY_WORDS or any(m.first <= place < m.end for m in found):
            continue
        for first, end in _around(words, place):
            if any(m.first < end and first < m.end and not (first <= m.first and m.end <= end) for m in found):
                continue
            community = _community(view, " ".join(word.text for word in words[first:end]))
            if community:
                identity, title, name = community
                kept = [m for m in found if not (first <= m.first and m.end <= end)]
                return [
                    *kept,
                    Mention(title, min(first, place), max(end, place + 1), COMMUNITY, community=identity, name=name),
                ]
    return found


def _around(words: Sequence[Word], place: int) -> Iterator[tuple[int, int]]:
    """Spans before and behind a word for a community that may hold its name, the longer first."""
    for length in (3, 2, 1):
        if place - length >= 0 and words[place - length].folded not in SMALL:
            yield place - length, place
    start = place + 1
    while start < len(words) and words[start].folded in _OF | {"called", "named", "chamado", "the", "o", "a"}:
        start += 1
    for length in (3, 2, 1):
        if (
            start + length <= len(words)
            and words[start + length - 1].folded not in SMALL
            and words[start].folded not in SMALL
        ):
            yield start, start + length
    # "O subsistema de pedidos (orders)": its name may stand one word later.
    if start + 1 < len(words) and words[start + 1].folded not in NEVER_NAMES:
        yield start + 1, start + 2


def _community(view: View, text: str) -> tuple[str, str, str] | None:
    from community.read_communities import Communities

    try:
        listed = view.remember(("communities", 0), lambda: Communities(view)).match(text)
    except QueryError:
        return None
    return (listed.id, listed.title, listed.name or listed.title) if listed is not None else None
