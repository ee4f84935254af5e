"""Words around a name that say whether its service is affected: contrast, negation, clearing, examples, tools, history.

Each cue has a factor that the mention's weight is multiplied by. English and Portuguese stand side by side; a cue
before the name ends right at it, save for a few words in between, and a cue after it starts there.
"""

import re
from dataclasses import dataclass

from pipelines.models.frames import frames_around

_GAP = r"(?:[\w'\u2019`\"“”/+-]+[ ,]+){0,3}"
_ENUMERATION = (
    r"(?:(?:the |our |[oa]s? )?[\w'`-]+(?: [\w'`-]+)?(?:,| and| or| e| ou|/) ?(?:and |or )?){0,6}(?:the |our |[oa]s? )?"
)
"""Names before this one in the same list: what is said of the first is said of all."""
_LIST_GAP = r"[^.;:!?()]{0,80}"


@dataclass(frozen=True, slots=True)
class Cue:
    """One table row. `factor` below 1 speaks against being affected, above 1 for it."""

    name: str
    factor: float
    pattern: re.Pattern[str]


def _before(name: str, factor: float, words: str, gap: str = _GAP) -> Cue:
    return Cue(
        name,
        factor,
        re.compile(
            rf"(?:{words})[\s,:*_`\"'“(\[]*(?:the |our |an? |[oa]s? |d[oea]s? |using |its )?{gap}[\s`\"'“(\[*]*$"
        ),
    )


def _after(name: str, factor: float, words: str) -> Cue:
    return Cue(name, factor, re.compile(rf"^[\s`\"'”\u2019)\]*]*(?:{words})"))


BEFORE: tuple[Cue, ...] = (
    _before("contrast", 0.25, r"\b(?:unlike|rather than|instead of|as opposed to|in contrast (?:to|with)|contrary to|compared (?:to|with|against)|versus|\bvs\.?"
            r"|chos(?:e|en) \w+ over|preferred \w+ (?:over|to)|diverges? from|differs? from|different from|diferente(?:mente)? d[oea]s?|ao contr[aá]rio d[oea]s?|em vez d[eoa]s?|ao inv[eé]s d[eoa]s?|em compara[cç][aã]o (?:com|a))", _ENUMERATION + _GAP),
    Cue("cleared", 0.2, re.compile(r"\b(?:not|n[aã]o) (?:the |our |an? |[oa]s? |d[oea]s? )?[\s`\"'“(\[*]*$")),
    _before("peer", 0.25, r"\b(?:similar(?:ly)? to|the same (?:way )?as|same (?:approach|pattern|mechanism|way) (?:as|that|used (?:in|by)|in)|just like|as (?:is )?(?:already )?(?:done|used) (?:in|by)"
            r"|already (?:used|done|adopted) (?:in|by|at)|align(?:s|ed|ing)? with|mirror(?:s|ed|ing)|inspired by|modelled (?:on|after)|in line with|analogous to|consistent with|much like|assim como|semelhante a|da mesma forma que|igual a[o]?)", _LIST_GAP),
    _before("cleared", 0.15, r"\b(?:no (?:\w+ )?(?:impact|effect|changes?|evidence|problems?|issues?) (?:on|to|for|in|with|of|from)|(?:not|n['\u2019]t|never) (?:\w+ )?(?:affect|impact|change|touch|involve|require|include|apply to|related to|caused by|due to|because of)(?:s|ed|ing)?"
            r"|without (?:affecting|impacting|changing|touching|involving)|ruled out|unrelated to|nothing to do with|to do with|independent(?:ly)? (?:of|from)|except(?:ing)?(?: for)?\b|excluding|apart from|other than|aside from"
            r"|nothing (?:changes?|changed|happens?|happened|is changed) (?:for|to|in|with)|nada muda (?:para|n[oa]s?)|out of scope:?|sem (?:impacto|afetar|alterar)|n[aã]o (?:afeta|impacta|altera|envolve)|descartad[oa]s?|exceto|n[aã]o relacionad[oa] a)", _ENUMERATION + _GAP),
    _before("rejected", 0.25, r"\b(?:we (?:also )?(?:considered|looked (?:at|into)|evaluated|investigated|discussed)|(?:was|were) considered|ruled out|decided against|reject(?:ed|ing)|discard(?:ed|ing)|dismiss(?:ed|ing)|could have (?:used|been)"
            r"|an? (?:other )?alternative (?:would|is|was)|another option (?:would|is|was)|one option (?:would|is|was)|avaliamos|descartamos|consideramos|foi (?:descartad|rejeitad)[oa])", r"(?:(?!(?:and|but|so|then|mas)\b)[\w'\u2019`\"“”/+-]+[ ,]+){0,6}"),
    _before("example", 0.45, r"\b(?:e\.g\.,?|for example,?|for instance,?|such as|\blike|por exemplo,?|p\. ?ex\.,?|tais como|como por exemplo)", _LIST_GAP),
    _before("noticed", 0.3, r"\b(?:(?:notic(?:ed?|ing)|se(?:e|en|eing)|saw|observ(?:e[d]?|ing)|spot(?:ted)?|found|detect(?:ed)?|discover(?:ed)?|look(?:ing|ed)?|check(?:ing|ed)?|monitor(?:ed)?|visible|view(?:ed)?|report(?:ed)?|raised|alert(?:ed)?|notif(?:y|ied)|informed"
            r"|percebemos|observad[oa]|notad[oa]|visto|vist[oa]s|detectad[oa])|(?:the |an? )?(?:graphs?|dashboards?|alarms?|alerts?|emails?|charts?|logs?|metrics|alertas?|pain[eé](?:l|is))) (?:(?!(?:will|must|shall|should|can|is|are|was|were|be)\b)\w+ ){0,3}(?:in|on|by|via|through|from|at|using|no|na|nos|nas|pel[oa]|em|via)\b", r"(?:[\w'\u2019`-]+ ){0,3}"),
    _before("suspected", 0.4, r"\b(?:(?:could|might|may|can) (?:it|this|that) be|(?:pode|podia|poderia) ser|ser[aá] que (?:[ée]|foi)|suspect(?:ed|ing)?|suspicion (?:was|fell on)|(?:initially|first|wrongly|mistakenly) (?:thought|assumed|believed|blamed)|suspeit\w+)(?: that| it was| was)*", r"(?:[\w'\u2019`-]+ ){0,3}"),
    _before("thanks", 0.3, r"\b(?:according to|thanks to|with the help of|documentation (?:of|for|from)|as documented (?:in|by)|segundo\b|gra[cç]as a)"),
    _before("aside", 0.85, r"\((?![^()]*\))", r"[^()]{0,80}"),
    _before("history", 0.5, r"\b(?:previously|formerly|historically|originally|in the past,?|used to|thus far|so far|until (?:now|recently)|years ago,?|at the time,?|anteriormente|antigamente|no passado|at[eé] (?:agora|hoje))", _LIST_GAP),
    _before("future", 0.6, r"\b(?:in (?:the )?future,?|later,?|eventually|one day|at some point|futuramente|no futuro)", _LIST_GAP),
    _before("affected", 1.3, r"\b(?:affect(?:s|ed|ing)?|impact(?:s|ed|ing)?(?: (?:on|to))?|brought down|br(?:oke|eaks|oken)|crash(?:ed|es)|took down|outage (?:of|in|on)|downtime (?:of|in|on|for)|errors? (?:in|on|from)|failure (?:of|in)|changes? to|migrate[sd]?|replac(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|deprecat(?:e|es|ed|ing)"
            r"|adopt(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|applies to|afet(?:a|ou|ando|ad[oa]s?)|impact(?:a|ou|ad[oa]s?)|derrubou|queda d[oea]|indisponibilidade d[oea]|falha (?:n|d)[oea]|substitu(?:i|ir|iremos)|remover|migrar)", r"(?:[\w'\u2019`-]+ ){0,2}"),
)  # fmt: skip

AFTER: tuple[Cue, ...] = (
    _after("cleared", 0.15, r"(?:(?:,|and|or|e|ou)? ?(?:the )?[\w-]+ (?=and |or |e |ou |,)){0,3}(?:(?:,|and|or|e|ou) (?:the |our )?[\w-]+ ){0,3}(?:\w+ ){0,2}(?:(?:was|were|is|are|will|has|have|had|did|does|do)(?: \w+)?(?:n['\u2019]t| not|never)(?: be| been)? (?:the (?:root )?cause|affected|impacted|involved|changed|related|responsible|at fault|in scope|to blame|part of|touched|considered|concerned)"
           r"|(?:was|were|is|are|remain(?:s|ed)?|stay(?:s|ed)?|continue[sd]?)(?: \w+)? (?:unaffected|unchanged|untouched|healthy|operational|unimpacted|out of scope|as (?:it is|they are|is|before)|ruled out|cleared|exonerated)"
           r"|(?:was|were|is|are|looks?|seems?|appears?|still) (?:all |looking )?(?:fine|ok|okay|good|healthy|green)\b|still (?:works?|working|up|alive|serving|publish\w*|respond\w*)\b|unaffected|not affected|ha(?:s|d|ve) nothing to do|n[aã]o t(?:em|êm|inha|inham|eve) (?:nada a ver|rela[cç][aã]o|culpa)|n[aã]o tem a ver|(?:was|were|is|are) (?:working|running|operating) (?:fine|normally|as expected|correctly)|(?:behaved|worked|ran|performed|did (?:its|their) (?:work|job)|carried on|went on) (?:as (?:it|they) should|as (?:expected|designed|intended|usual)|fine|normally|correctly|throughout)|(?:do|does|did)(?: not|n['\u2019]t) (?:depend|rely|notice|care|suffer)|funcion\w+ (?:normalmente|corretamente)|will continue to|(?:will|shall|is going to)(?:n['\u2019]t| not) be \w+ed\b|n[aã]o (?:foi|foram|ser[aá]|ser[aã]o|é|s[aã]o) (?:a causa|afetad|impactad|alterad|envolvid)\w*|(?:permanec|continu)\w+ (?:inalterad|normal|funcionando)\w*)"),
    _after("people", 0.5, r"(?:(?!(?:and|or|nor|e|ou)\b)\w+ )?(?:teams?|developers?|engineers?|devs?|users?|staff|colleagues?|maintainers?|committers?|owners?|slack channel|community|support|service desk|customers?)\b"),
    _after("tool", 0.4, r"(?:(?!(?:and|or|nor|e|ou)\b)\w+ )?(?:dashboards?|alerts?|alarms?|alerting|graphs?|charts?|boards?|logs?(?! (?:the|an?|its|our|all|each|every|any|one|no)\b)|metrics|traces|emails?|notifications?|insights|(?:queries|query)(?! (?:the|an?|its|our|all|no)\b)|panels?)\b|(?:alerted|paged|notified|reported|phoned|rang|e-?mailed|complained|escalated|contacted us|called us|wrote to us|ligou|avisou|reclamou|showed|shows|indicated|flagged|fired|detected|told|mostrou|alertou|indicou|reportou)\b"),
    _after("docs", 0.3, r"(?:(?!(?:and|or|nor|e|ou)\b)\w+ )?(?:docs|documentation|website|blog|release notes|github issue|ticket|guide|documenta[cç][aã]o)\b"),
    _after("failed", 1.3, r"(?:\w+ ){0,2}(?:(?:was|were|is|are|became|went|goes|had|started|stopped|began|ficou|ficaram|estava|estavam|foi|parou)(?: \w+)? (?:down|unavailable|offline|degraded|slow|broken|failing|crash\w*|unreachable|unresponsive|overloaded|impacted|affected|timing out|returning|throttled|restarted|out of|respond\w*|errors?|indispon\w+|fora|lent[oa]s?|inst[aá]ve\w+)"
           r"|(?:crash|fail|expire|time[sd]? out|broke|hung|restart|degrad|falh|ca[ií])\w*|outage|downtime|disruption|failures?\b|errors?\b|indisponibilidade|queda)"),
    _after("changed", 1.2, r"(?:(?!(?:and|or|nor|e|ou)\b)\w+ )?(?:will|must|should|shall|needs? to|ha(?:s|ve) to|is (?:now|going)|dever[aá]o?|ter[aá]o?|precisa(?:r[aá])?|passa(?:r[aá])? a)\b"),
)  # fmt: skip

WITHIN: tuple[Cue, ...] = (
    Cue("rejected", 0.3, re.compile(r"\b(?:was rejected|were rejected|rejected (?:due|because|as)|not chosen|ruled out|decided against|would have (?:meant|required|had|needed)|foi (?:rejeitad|descartad)[oa])")),
    Cue("cleared", 0.15, re.compile(r"\b(?:neither|nem)\b[^.;:]{1,60}\b(?:nor|nem)\b[^.;:]{1,60}\b(?:affected|involved|impacted|changed|touched|the (?:root )?cause|afetad|impactad|alterad|envolvid|a causa)")),
    Cue("out-of-scope", 0.3, re.compile(r"\b(?:out(?:side)? (?:of )?(?:the )?scope|not in scope|future adrs?|separate adr|fora d[eo] escopo)\b")),
    Cue("history", 0.6, re.compile(r"\b(?:thus far|so far|until now|up to now|until recently|in the past|at[eé] agora|at[eé] ent[aã]o)\b")),
    Cue("prototype", 0.5, re.compile(r"\b(?:spike|prototype[ds]?|proof of concept|poc|demonstrat\w+|prot[oó]tipo)\b")),
)  # fmt: skip
"""Cues anywhere in the sentence."""

_CLAUSE = re.compile(
    r"[;]|\s[\u2013—-]{1,2}\s|,? (?:but|however|whereas|although|though|while|yet|mas|por[eé]m|embora|enquanto|contudo)\s"
)
_FRONTED = re.compile(
    r"\W*(?:instead of|rather than|unlike|contrary to|in contrast (?:to|with)|as opposed to|compared (?:to|with)|apart from|other than|without|em vez de|ao contr[aá]rio d[eoa]s?)\b[^,]*,\s+(?:the |our |[oa]s? )?[`\"'“*]*$"
)
"""A phrase in front of the sentence whose subject the name is: "Instead of polling, orders …"."""
_LISTED_ON = re.compile(r"[`\"'”*]*(?: service)?(?:,|,? (?:and|or|e|ou) (?:the )?[\w`-]+(?: service)?,)")
_WINDOW = 110


def weigh(sentence: str, start: int, end: int, *, incident: bool) -> tuple[float, tuple[str, ...]]:
    """The product of the factors of all cues about `sentence[start:end]`, and their names. Only the clause around it is read.

    In a record, the strongest frame counts beside them, unless a cue already says the same.
    """
    sentence = sentence.lower().replace("\n", " ")
    left = max(
        (m.end() for m in _CLAUSE.finditer(sentence, max(0, start - _WINDOW), start)), default=max(0, start - _WINDOW)
    )
    cut = _CLAUSE.search(sentence, end, end + _WINDOW)
    before = sentence[left:start]
    after = sentence[end : cut.start() if cut else end + _WINDOW]
    if _FRONTED.match(before) and not _LISTED_ON.match(after):
        before = ""
    factor, names = 1.0, []
    for cue in _found(before, after, sentence):
        if cue.name not in names and not (cue.name == "failed" and "cleared" in names):
            factor *= cue.factor
            names.append(cue.name)
    if "example" in names and "changed" in names:
        # "Consumers such as orders have to follow": one of those that are affected.
        factor = max(factor, 1.0)
    framed = [] if incident else frames_around(before, after)
    strongest = min(framed, key=lambda frame: frame.factor, default=None)
    if strongest is not None and strongest.factor < factor:
        return strongest.factor, (strongest.name, *names)
    return factor, tuple(names)


def _found(before: str, after: str, sentence: str) -> list[Cue]:
    found = [cue for cue in BEFORE if cue.pattern.search(before)]
    found += [cue for cue in AFTER if cue.pattern.match(after)]
    return found + [cue for cue in WITHIN if cue.pattern.search(sentence[:1500])]
