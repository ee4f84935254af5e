"""The names under which prose speaks of a service: written forms, shared prefix or generic suffix dropped, acronyms, heads."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from pipelines.documents.ordinary_words import GENERIC_PARTS, ROLE_NOUNS, TECHNOLOGIES, is_ordinary, singular

_PARTS = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VARIANTS: dict[str, tuple[str, ...]] = {
    "auth": ("authentication", "authorisation", "authorization"),
    "kube": ("kubernetes", "k8s"),
    "k8s": ("kubernetes",),
    "kubernetes": ("k8s",),
    "ui": ("user interface",),
    "db": ("database",),
    "config": ("configuration",),
    "infra": ("infrastructure",),
    "mgmt": ("management",),
    "notif": ("notification",),
    "svc": ("service",),
    "fe": ("frontend",),
    "catalog": ("catalogue",),
    "catalogue": ("catalog",),
    "frontend": ("front end",),
    "idp": ("identity provider",),
    "cms": ("content management system",),
    "crm": ("customer relationship management",),
}  # fmt: skip
_NO_ACRONYM = frozenset(
    """api cli aws css html http https sql dns tls ssl ssh url uri xml json yaml csv pdf gui ide sdk jvm jwt sso mfa iam vpc ec2 eks ecs
    rds sns sqs cdn cpu gpu ram orm mvc mvp adr rfc faq poc qa uat dev ops sre sla slo sli etl elt csi cni pvc crd tbd todo wip tba cet utc
    gmt bst est pst ist""".split()
)


# After these the rest of a name still means this service; after "ui" or "operator" it means the product around it.
_PLAIN_SUFFIXES = frozenset("service services svc srv app apps application server microservice ms api backend".split())

_MAIN = frozenset("web app application core main server service backend monolith website".split())
"""What is left of a name after its family's prefix where it is the family's main application."""


class Strength(IntEnum):
    """How surely a form means the service."""

    HEAD = 1
    """Only the role: "frontend"; needs a definite article. Where several services share it, `service` is SHARED."""
    SHORT = 2
    """A part of the name that only this service has."""
    RESPELT = 3
    """The whole name in another number or spelling: "ingress controllers" means `ingress-controller`, not one that ends so."""
    NAME = 4
    """The name itself, or an alias that someone gave."""


SHARED = -1
"""The service of a role word that several services end in: each document decides which one it means."""


@dataclass(frozen=True, slots=True)
class Alias:
    """One form. `key` is letters and digits only, lower case; `acronym` ones count only in capitals.

    `ordinary` forms are everyday language: one word, or a phrase of such words; `parts` are its words. A `product`
    form lost a suffix such as "ui" or "operator" and may as well name the product that those belong to.
    """

    key: str
    service: int
    strength: Strength
    ordinary: bool = False
    acronym: bool = False
    parts: tuple[str, ...] = ()
    product: bool = False


def squash(text: str) -> str:
    """Letters and digits only, lower case: the form in which spellings of one name are equal."""
    return "".join(character for character in text.lower() if character.isalnum())


def name_parts(name: str) -> tuple[str, ...]:
    """`orderService-v2` is (order, service, v2)."""
    words = _PARTS.findall(name.rpartition("/")[2] or name)
    return tuple(part.lower() for word in words for part in _CAMEL.split(word))


def make_aliases(names: Sequence[str], given: Sequence[Sequence[str]], hints: Iterable[str] = ()) -> list[Alias]:
    """All forms of all services; a form that two services would share is dropped, but a name always stays.

    `given` holds the aliases that someone wrote down, `hints` words that prefix names by custom (organisation, repository).
    """
    parts = [name_parts(name) for name in names]
    owners: defaultdict[str, dict[int, Alias]] = defaultdict(dict)

    def offer(alias: Alias) -> None:
        known = owners[alias.key].get(alias.service)
        if len(alias.key) >= 2 and (known is None or known.strength < alias.strength):
            owners[alias.key][alias.service] = alias

    for index, name in enumerate(names):
        for written in (name, *given[index]):
            offer(_alias(written, index, Strength.NAME))
    prefixes = _family_prefixes(parts, {part for hint in hints for part in name_parts(hint)})
    heads = Counter(words[-1] for words in parts if words)
    for index, words in enumerate(parts):
        for form in _derived(words, prefixes, heads):
            offer(_alias(form.text, index, form.strength, form.needs_context, form.acronym))
        for written in given[index]:
            for variant in _respelt(name_parts(written), swap=False):
                offer(_alias(variant, index, Strength.SHORT))
    aliases = [alias for choices in owners.values() if choices for alias in _unique(choices)]
    taken = {alias.key for alias in aliases}
    shared = (head for head, count in heads.items() if count > 1 and head in ROLE_NOUNS and head not in taken)
    return aliases + [_alias(head, SHARED, Strength.HEAD) for head in shared]


def _alias(form: str, service: int, strength: Strength, needs_context: bool = False, acronym: bool = False) -> Alias:
    words = re.findall(r"[^\W_]+", form.lower())
    # A written alias with its article ("the API") is matched with it, and so is no longer ordinary.
    plain = all(is_ordinary(word) for word in words) and (len(words) <= 1 or strength is not Strength.NAME)
    # "checkers" are people and things of many kinds before they are a part of `link-checker-api`.
    agent = strength is Strength.SHORT and len(words) == 1 and singular(words[0]).endswith(("er", "or"))
    ordinary = plain or needs_context or agent or strength is Strength.HEAD
    return Alias(squash(form), service, strength, ordinary, acronym, tuple(words), needs_context and not plain)


def _unique(choices: dict[int, Alias]) -> Iterator[Alias]:
    strongest = max(alias.strength for alias in choices.values())
    best = [alias for alias in choices.values() if alias.strength == strongest]
    if len(best) == 1 or strongest is Strength.NAME:
        yield best[0]


def _family_prefixes(parts: Sequence[tuple[str, ...]], hints: set[str]) -> set[tuple[str, ...]]:
    """First words, one or two, that several names share, or that the estate's own name gives."""
    firsts = Counter(words[:size] for words in parts for size in (1, 2) if len(words) > size)
    # Two names in a large estate that start alike ("customer-identity", "customer-experience") are no family.
    usual = max(2, min(3, len(parts) // 4))
    return {
        first
        for first, count in firsts.items()
        if count >= usual + len(first) - 1 or (first[0] in hints and len(first) == 1)
    }


@dataclass(frozen=True, slots=True)
class _Form:
    text: str
    strength: Strength = Strength.SHORT
    needs_context: bool = False
    acronym: bool = False


def _derived(words: tuple[str, ...], prefixes: set[tuple[str, ...]], heads: Counter[str]) -> Iterator[_Form]:
    if not words:
        return
    bodies = [words[size:] for size in (1, 2) if words[:size] in prefixes and len(words) > size]
    stems = dict.fromkeys((words, *bodies, *(words[start:] for start in range(1, len(words) - 1))), False)
    for stem in tuple(stems):
        if len(stem) > 1 and stem[-1] in GENERIC_PARTS and not set(stem[:-1]) <= TECHNOLOGIES:
            stems.setdefault(stem[:-1], stem[-1] not in _PLAIN_SUFFIXES)
    for stem, needs_context in sorted(stems.items()):
        if any(_is_telling(word) for word in stem):
            if stem != words:
                yield _Form(" ".join(stem), needs_context=needs_context)
            strength = Strength.RESPELT if stem == words and len(words) > 1 else Strength.SHORT
            for variant in _respelt(stem, swap=stem != words or not bodies):
                yield _Form(variant, strength, needs_context)
    if len(words) > 2:
        yield _Form(f"{words[0]} {words[-1]}")
    if bodies and len(bodies[0]) == 1 and bodies[0][0] in GENERIC_PARTS - ROLE_NOUNS:
        yield _Form(bodies[0][0], needs_context=True)
    if words[-1] == "web":
        yield from (_Form(f"web {noun}") for noun in ("app", "application", "service", "server"))
    if bodies and len(bodies[0]) == 1 and bodies[0][0] in _MAIN:
        yield from (_Form(f"{words[0]} {noun}") for noun in ("app", "application", "service", "web app"))
    if len(words) > 1 and words[-1] in ROLE_NOUNS and heads[words[-1]] == 1:
        for head in (words[-1], *_VARIANTS.get(words[-1], ())):
            yield _Form(head, Strength.HEAD)
    body = bodies[0] if bodies else words
    initials = "".join(word[0] for word in body)
    if len(body) >= 3 and initials not in _NO_ACRONYM and initials.isalpha():
        yield _Form(initials, acronym=True)


def _is_telling(word: str) -> bool:
    return word not in GENERIC_PARTS and len(word) > 1 and not word.isdigit()


def _respelt(words: tuple[str, ...], *, swap: bool) -> Iterator[str]:
    """Other spellings: abbreviations written out, the plural or singular, two words the other way round."""
    for position, word in enumerate(words):
        for variant in _VARIANTS.get(word, ()):
            if len(words) > 1:
                yield " ".join((*words[:position], variant, *words[position + 1 :]))
    if words and words[-1].isalpha() and len(words[-1]) > 2:
        one = singular(words[-1])
        yield " ".join((*words[:-1], one if one != words[-1] else plural(words[-1])))
    if swap and len(words) == 2 and all(_is_telling(word) for word in words):
        first, last = words[0], singular(words[1])
        yield f"{last} {first}"
        yield f"{last} {plural(first)}"


def plural(word: str) -> str:
    """The regular plural."""
    if word.endswith("y") and len(word) > 2 and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")
