"""Where a text speaks of a whole domain: "all services of the payments domain", "o domínio de pagamentos"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipelines.documents.aliases import plural
from pipelines.documents.ordinary_words import singular


@dataclass(frozen=True, slots=True)
class DomainSpan:
    """`text[start:end]` means all of `members`: the name with the words that make it a domain, "all services of the" included."""

    members: tuple[int, ...]
    start: int
    end: int


_NOUN = (
    r"(?:(?:product |business )?(?:(?:sub)?domain|area)s?|bounded[ -]contexts?|subsystems?|(?:micro)?services"
    r"|(?:team|squad|tribe|group|department)['\u2019]?s['\u2019]? (?:micro)?services|landscape|vertical)\b"
)
"""After these the singular of a domain's name means it, too: "the payment domain"."""
_LOOSE_NOUN = r"(?:systems?|contexts?|applications|apps|components)\b"
_SHARED_NOUN = re.compile(
    r"(?:,? (?:and|or|e|ou)|,|/| &) ?(?:the )?[\w-]+(?:(?:,? (?:and|or|e|ou)|,|/| &) ?(?:the )?[\w-]+){0,3} (?:(?:sub)?domains|areas|subsystems|contexts|systems)\b"
)
"""The noun after a list of names: "the payments and identity domains"."""
_NOUN_BEFORE = re.compile(
    r"(?:\b(?:(?:sub)?dom[ií]nio|(?:sub)?sistema|[aá]rea|contexto(?: delimitado)?|(?:micros?)?servi[cç]os|aplica[cç][oõ]es) (?:d[eoa]s? )?"
    r"|\b(?:(?:sub)?domain|area|bounded context|subsystem|(?:micro)?services|applications|everything|anything|all|(?:every|each|any) (?:micro)?service) (?:of|in|within|under|inside|across|called|named) )(?:the )?[\"'“\u2018]?$"
)
_LEAD = re.compile(
    r"(?:\b(?:all|every|each|any|both|none|most)(?: of)? )?(?:\b(?:the|our|these|those) )?(?:\b(?:whole|entire|complete|full) )?"
    r"(?:\b(?:everything|anything|everyone|anyone|all|(?:every |any |each )?(?:(?:micro)?services?|applications?|apps?|components?|parts?|members?))"
    r" (?:that (?:is|are|belongs?) |which (?:is|are|belongs?) |belonging )?(?:in|of|from|within|under|across|inside|to) )?"
    r"(?:\b(?:the|our) )?(?:\b(?:whole|entire|complete|full) )?[\"'“\u2018]?$"
)
_PORTUGUESE_LEAD = re.compile(
    r"(?:\b(?:tod[oa]s?|tudo|cada|qualquer|nenhum)(?: um)? )?(?:\b(?:[oa]s?|noss[oa]s?) )?(?:(?:\b(?:servi[cç]os?|sistemas?|aplica[cç][oõ]es|componentes?) |(?<=tudo ))"
    r"(?:\b(?:que (?:é|s[aã]o|pertencem?) )?(?:[dn][oa]s?|de|em|a[o]?s?) )?)?(?:\btodo )?(?:\b[oa]s? )?$"
)


_EXPRESS = re.compile(r"\b(?:(?:sub)?(?:domain|dom[ií]nio)s?|bounded[ -]contexts?|contexto delimitado)\b", re.I)


def find_domains(text: str, systems: Mapping[str, Sequence[int]], *, declared: bool = True) -> Iterator[DomainSpan]:
    """Each place that means a system or domain as a whole. A bare name is none: "payments" may be anything.

    Of one that nobody declared, only what calls it a domain expressly.
    """
    lower = text.lower()
    if len(lower) != len(text):
        return
    for name, members in systems.items():
        if name[: 3 if len(name) > 5 else 2] not in lower:
            continue
        for found in _name(name).finditer(lower):
            noun = _noun_end(lower, found.end(), exact=bool(found["exact"]))
            before = _NOUN_BEFORE.search(lower, max(0, found.start() - 40), found.start())
            if noun or before:
                start = before.start() if before else found.start()
                end = noun or found.end()
                if declared or _EXPRESS.search(lower, start, end):
                    yield DomainSpan(tuple(members), _lead_start(lower, start), end)


@lru_cache(maxsize=1024)
def _name(name: str) -> re.Pattern[str]:
    """The name in any joining of its words, the last one in either number."""
    words = re.findall(r"[^\W_]+", name) or [name]
    one = singular(words[-1])
    exact, other = words[-1], plural(one) if one == words[-1] else one
    stem = r"[ _-]".join(map(re.escape, words[:-1]))
    return re.compile(
        rf"(?<![^\W_])(?<![^\W_][-_]){stem}{'[ _-]' if stem else ''}(?:(?P<exact>{re.escape(exact)})|{re.escape(other)})(?![^\W_])"
    )


def _noun_end(lower: str, end: int, *, exact: bool) -> int:
    noun = re.compile(rf"[\"'”\u2019]?[ -]{{1,2}}(?:{_NOUN}{f'|{_LOOSE_NOUN}' if exact else ''})").match(lower, end)
    shared = _SHARED_NOUN.match(lower, end) if exact else None
    return noun.end() if noun else end if shared else 0


def _lead_start(lower: str, start: int) -> int:
    window = max(0, start - 80)
    for lead in (_LEAD, _PORTUGUESE_LEAD):
        found = lead.search(lower, window, start)
        if found and found.start() < start:
            return found.start() + len(found[0]) - len(found[0].lstrip())
    return start
