"""What nodes can be counted and ranked by: the most consumers, more than two endpoints, services per team."""

import re
from dataclasses import dataclass

_NUMBERS = {word: number for number, words in enumerate((
    "no zero", "one a single um uma", "two dois duas", "three tres", "four quatro", "five cinco", "six seis", "seven sete", "eight oito", "nine nove", "ten dez",
)) for word in words.split()}  # fmt: skip
_NOUNS: dict[str, re.Pattern[str]] = {
    "consumers": re.compile(r"consumers?|subscribers?|listeners?|readers?|consumed|consumidores|assinantes"),
    "publishers": re.compile(r"publishers?|producers?|senders?|publicadores|produtores"),
    "callers": re.compile(r"callers?|called|clients?|invoked|chamad[oa]s?|clientes"),
    "dependents": re.compile(r"dependents?|dependants?|users?|used|depended|needed|popular|shared|critical|important|central|dependentes|usad[oa]s?|usuarios"),
    "dependencies": re.compile(r"dependenc(?:y|ies)|dependencias"),
    "endpoints": re.compile(r"endpoints?|routes?|operations?|apis?|rotas"),
    "topics": re.compile(r"topics?|queues?|events?|topicos?|filas?|eventos?"),
    "databases": re.compile(r"databases?|stores?|bancos?"),
    "decisions": re.compile(r"decisions?|adrs?|decisoes"),
    "incidents": re.compile(r"incidents?|post-?mortems?|outages?|incidentes?"),
    "services": re.compile(r"services?|microservices?|apps?|servicos?|microsservicos?"),
}  # fmt: skip
_MOST = re.compile(
    r"(?<![\w<:-])(?:most|highest number of|largest number of|greatest number of|biggest number of|mais|maior numero de) (?:of the )?(\w+)"
)
_FEWEST = re.compile(r"(?<![\w<:-])(?:fewest|least|lowest number of|smallest number of|menos|menor numero de) (\w+)")
_BOUND = re.compile(
    r"(?<![\w<:-])(more than|over|at least|fewer than|less than|at most|exactly|only|just|several|multiple|mais de|pelo menos|menos de|exatamente|apenas|varios|varias) ?(\d+|[a-z]+)? (\w+)"
)
_NONE = re.compile(
    r"(?<![\w<:-])(?:no|without(?: any| an?)?|lack(?:s|ing)?|sem(?: nenhum[a]?)?|nenhum[a]?|not have any|zero) (\w+)"
)
_ON_NOTHING = re.compile(
    r"(?:depends?|rel(?:y|ies)) (?:up)?on (?:nothing|no other|none)|dependem? de nada|no dependenc"
)
_BY_NOBODY = re.compile(
    r"(?:nobody|no ?one|nothing|no service) (?:else )?(?:depends?|rel(?:y|ies)|uses?|needs?)|ninguem (?:usa|depende|precisa)"
)
_LISTED_ELSEWHERE = frozenset({"consumers", "publishers", "callers", "decisions", "services"})
"""What lists filter by its lack themselves."""
_SHARED = re.compile(r"(?<![\w<:-])(?:shared|compartilhad[oa]s?)(?! by <)")
_PER = re.compile(
    r"(?<![\w<:-])(?:per|by|for each|in each|of each|each|por|em cada|de cada|cada) (team|owner|language|system|subsystem|domain|role|status|kind|broker|protocol|equipe|linguagem|sistema|service|servico)s?(?![\w>-])"
)
_FIELDS = {
    "team": "owner", "owner": "owner", "equipe": "owner", "language": "language", "linguagem": "language", "system": "system", "subsystem": "system", "sistema": "system",
    "domain": "domain", "role": "role", "status": "status", "kind": "kind", "broker": "broker", "protocol": "protocol", "service": "service", "servico": "service",
}  # fmt: skip
_SOME = {
    "several": ("more", 1),
    "multiple": ("more", 1),
    "varios": ("more", 1),
    "varias": ("more", 1),
}
_COMPARED = {
    "more than": ("more", 0), "over": ("more", 0), "mais de": ("more", 0), "at least": ("more", -1), "pelo menos": ("more", -1), "fewer than": ("fewer", 0), "less than": ("fewer", 0),
    "menos de": ("fewer", 0), "at most": ("fewer", 1), "exactly": ("exactly", 0), "exatamente": ("exactly", 0), "only": ("exactly", 0), "just": ("exactly", 0), "apenas": ("exactly", 0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measure:
    """`noun` is counted for each node; `how` is most, fewest, more (than `bound`), fewer or exactly; or `per`, by the property `noun`."""

    noun: str
    how: str
    bound: int = 0


def read_measure(text: str) -> Measure | None:
    """The measure that a question holds, None for none."""
    per = _PER.search(text)
    if per and re.search(r"how many|number of|count|quant[oa]s|numero de", text):
        return Measure(_FIELDS[per[1]], "per")
    bound = _bound(text) or _lack(text)
    if bound is not None:
        return bound
    for pattern, how in ((_MOST, "most"), (_FEWEST, "fewest")):
        found = pattern.search(text)
        noun = _noun(found[1]) if found else ""
        if noun:
            return Measure(noun, how)
    return Measure("dependents", "more", 1) if _SHARED.search(text) else None


def _lack(text: str) -> Measure | None:
    if _ON_NOTHING.search(text):
        return Measure("dependencies", "exactly", 0)
    if _BY_NOBODY.search(text):
        return Measure("dependents", "exactly", 0)
    nouns = [_noun(found[1]) for found in _NONE.finditer(text)]
    noun = next((noun for noun in nouns if noun and noun not in _LISTED_ELSEWHERE), "")
    return Measure(noun, "exactly", 0) if noun else None


def _bound(text: str) -> Measure | None:
    found = _BOUND.search(text)
    if found is None:
        return None
    word, number, noun = found[1], found[2] or "", _noun(found[3])
    if not noun:
        noun, number = _noun(number), ""
    if word in _SOME:
        return Measure(noun, *_SOME[word]) if noun else None
    value = int(number) if number.isdigit() else _NUMBERS.get(number, -1)
    how, more = _COMPARED[word]
    return Measure(noun, how, value + more) if noun and value >= 0 else None


def _noun(word: str) -> str:
    return next((noun for noun, pattern in _NOUNS.items() if word and pattern.fullmatch(word)), "")
