"""What a heading promises: the kind of section by its title, in English and Portuguese. Data first, one function below."""

import re
from enum import StrEnum
from functools import lru_cache

from pipelines.documents.document import Document


class SectionKind(StrEnum):
    """What a section is for. OTHER takes the kind of the section around it."""

    OTHER = "other"
    STATUS = "status"
    CONTEXT = "context"
    DECISION = "decision"
    RATIONALE = "rationale"
    CONSEQUENCES = "consequences"
    OPTIONS = "options"
    OUT_OF_SCOPE = "out-of-scope"
    REFERENCES = "references"
    PEOPLE = "people"
    EXAMPLE = "example"
    SUMMARY = "summary"
    IMPACT = "impact"
    CAUSE = "cause"
    CONTRIBUTING = "contributing"
    TIMELINE = "timeline"
    DETECTION = "detection"
    RESOLUTION = "resolution"
    ACTIONS = "actions"
    LESSONS = "lessons"


_K = SectionKind

_TITLES: tuple[tuple[SectionKind, str], ...] = (
    (_K.STATUS, r"status\b|estado\b|situa[cç][aã]o$|state$"),
    (
        _K.OUT_OF_SCOPE,
        r"(?:non|anti)[- ]?goals?|out[- ]of[- ]scope|not in scope|what (?:does )?this (?:does )?not|what does this not|exclu(?:ded|sions)"
        r"|not affected|unaffected|limitations? of this|fora d[eo] escopo|n[aã]o[- ]objetivos|n[aã]o afetad[oa]s?",
    ),
    (
        _K.OPTIONS,
        r"(?:other |alternative |possible |the |available |proxy |rejected |design |potential )?(?:options?|alternatives?)\b(?!.*\b(?:chosen|selected)\b)"
        r"|(?:considered|discarded|rejected|evaluated|dismissed|unchosen) |options? considered|.{0,40}\boptions?$|.{0,60}\b(?:alternatives|options) considered"
        r"|pros (?:and|&) cons of|pros/cons|comparison\b|evaluation of (?:the )?(?:options|alternatives)|why not\b|approach(?:es)? considered"
        r"|solutions? considered|considered solutions?|candidates?$|(?:alternative|option|approach) ?#?(?:\d|[a-e])\b"
        r"|op[cç](?:[aã]o|[oõ]es)\b|alternativas?\b|pr[oó]s e contras|.{0,40}\bconsideradas?$|comparativo|compara[cç][aã]o",
    ),
    (
        _K.DECISION,
        r"(?:the |our |final |proposed |architectur(?:e|al) |key |main |current )?decisions?\b(?! (?:drivers?|criteria|makers?|log|history|process|outcome:? context|record))"
        r"|decided\b|what(?:['\u2019]s| is| was| did we| we)? (?:proposed|decided?|agreed)|proposals?\b|proposed (?:solution|design|change|approach|architecture)"
        r"|(?:chosen|selected|recommended|our|target) (?:option|solution|approach|alternative|design|architecture)|outcome\b|recommendations?\b|solution\b"
        r"|resolution(?:s)?$|conclusions?\b|how$|what$|approach$|(?:high[- ]level |detailed |technical )?design$|specification|implementation(?: (?:details|notes|plan))?$|rules?$|policy$|guidelines?$"
        r"|decis(?:[aã]o|[oõ]es)\b(?! anterior)|propostas?\b|solu[cç][aã]o\b|resolu[cç][aã]o d[ao] decis|recomenda[cç][aã]o|conclus[aã]o|implementa[cç][aã]o|resultado da decis",
    ),
    (
        _K.RATIONALE,
        r"rationale|reason(?:s|ing)?\b|justification|arguments?$|why (?:we|this|did)\b|justificativa|motivos?$|raz[oõ]es|argumentos?$",
    ),
    (
        _K.CONTEXT,
        r"context\b|background|problem\b|issue\b|motivation|introduction|intro$|overview of the problem|current (?:state|situation|design|architecture|process)|status quo"
        r"|forces$|(?:decision )?drivers?\b|requirements?\b|constraints?$|assumptions?$|goals?$|objectives?$|why$|needs?$|use cases?$|evaluation criteria|decision criteria"
        r"|contexto\b|problema\b|motiva[cç][aã]o|introdu[cç][aã]o|cen[aá]rio|situa[cç][aã]o atual|requisitos?|restri[cç][oõ]es|premissas|objetivos?$|for[cç]as$|direcionadores|vetores",
    ),
    (
        _K.DETECTION,
        r"detect(?:ion|ed)\b|identifi(?:ed|cation)\b|how (?:was|did|were) .{0,30}(?:detect|notic|discover|find|found)|discovery$|alert(?:ing|s)?$|noticed$"
        r"|detec[cç][aã]o|como (?:foi )?(?:detectad|descobert|identificad)|identifica[cç][aã]o",
    ),
    (
        _K.TIMELINE,
        r"time ?line|key (?:events|times|timings)|chronology|sequence of events|events?$|log$|linha do tempo|cronologia",
    ),
    (
        _K.CONTRIBUTING,
        r"contribut(?:ing|ory)|aggravating|mitigating factors|fatores (?:contribuintes|agravantes)|causas contribuintes",
    ),
    (
        _K.CAUSE,
        r"root[- ]causes?|(?:the |immediate |proximate |underlying )?causes?\b|trigger\b|analysis|what (?:went wrong|caused|broke)|fault\b|(?:five|5) whys|diagnosis|failure$|technical details?"
        r"|causas?\b|causa[- ]raiz|gatilho|an[aá]lise|diagn[oó]stico|(?:cinco|5) porqu[eê]s|falha$",
    ),
    (
        _K.IMPACT,
        r"(?:user|customer|business|service|overall|client|the )?[ /-]?impacts?\b|impacted|affected\b|services? (?:affected|impacted)|systems? (?:affected|impacted)|blast radius|scope of (?:impact|the incident)|symptoms?\b|effects?$|damage"
        r"|impactos?\b|servi[cç]os? (?:afetad|impactad)|sistemas? (?:afetad|impactad)|sintomas?|efeitos?$|abrang[eê]ncia",
    ),
    (
        _K.ACTIONS,
        r"(?:review |future |corrective |preventi?ve |preventative |remedial |follow[- ]?up |recommended |open )?action(?:s| items?| points?| plan)?\b|follow[- ]?ups?\b|next steps?|to[- ]?dos?\b|prevention"
        r"|corrective|prevent(?:ive|ative|ing)|improvements?|remediation|future (?:work|steps)|tasks?$|tickets?$|further (?:work|steps|actions)|how (?:do|can|will) we prevent|work ?items?$|long[- ]term fix"
        r"|a[cç][oõ]es\b|a[cç][aã]o corretiva|pr[oó]ximos passos|plano de a[cç][aã]o|preven[cç][aã]o|melhorias|pend[eê]ncias|itens de a[cç][aã]o",
    ),
    (
        _K.RESOLUTION,
        r"resol(?:ution|ved|ving)\b|recovery|mitigations?\b|(?:the |short[- ]term |immediate )?fix(?:es)?\b|workarounds?|repair|response\b|restor(?:e|ation)|how (?:was|did|we) .{0,30}(?:fix|resolv|mitigat|solv)"
        r"|resolu[cç][aã]o|recupera[cç][aã]o|mitiga[cç][aã]o|corre[cç][aã]o|solu[cç][aã]o de contorno|resposta|restaura[cç][aã]o",
    ),
    (
        _K.LESSONS,
        r"lessons?\b|learn(?:ing|ed|t|ings)\b|what (?:went|worked|did(?:n['\u2019]t)? )|where we (?:got|were) lucky|went (?:well|badly|wrong)|retrospective|reflections?|discussion\b|li[cç][oõ]es|aprendizad|o que (?:deu|funcionou|foi)|onde tivemos sorte",
    ),
    (
        _K.CONSEQUENCES,
        r"(?:positive|negative|neutral|good|bad|expected)?\s?consequences?\b|implications?\b|trade[- ]?offs?|drawbacks?\b|benefits?\b|risks?\b|challenges?$|(?:positive|negative|neutral)s?$|advantages?\b|disadvantages?\b|disadvantes"
        r"|pros$|cons$|upsides?$|downsides?$|side[- ]effects?|outcomes?$|costs?$|effects? on|what becomes|migration(?: plan| path| strategy)?$|compatibility|security (?:considerations|implications)|validation$|confirmation$"
        r"|consequ[eê]ncias?\b|implica[cç][oõ]es|vantagens|desvantagens|benef[ií]cios|riscos?\b|positiv[ao]s?$|negativ[ao]s?$|neutr[ao]s?$|pr[oó]s$|contras$|desafios$|confirma[cç][aã]o$",
    ),
    (
        _K.PEOPLE,
        r"attend(?:ees|ance)|atendees|participants?|people\b|authors?\b|deciders?\b|decision[- ]makers?|stakeholders?|review(?:s|ers?|ed by)?$|approv(?:als?|ers?)|sign[- ]?off|contacts?$|roles?$|consulted|informed|stats$|statistics$"
        r"|owners?$|on[- ]?call|participantes|autores?|envolvidos|decisores|revisores|aprova[cç][oõ]es|equipe$",
    ),
    (
        _K.REFERENCES,
        r"(?:useful |related |external |more |further |additional |supporting |see |other )*(?:references?|links?|documents?|documentation|docs|reading|resources|information|info|material|notes?|artifacts|decisions|adrs)$"
        r"|see also|appendi(?:x|ces)|glossary|change ?log|changelog|history|revision|version history|sources?$|footnotes?|related\b|bibliography|definitions?$|terminology|tags?$|metadata$|table of contents|contents$"
        r"|refer[eê]ncias?|links? [uú]teis|anexos?|ap[eê]ndices?|gloss[aá]rio|hist[oó]rico|notas?$|ver tamb[eé]m|documentos relacionados|mais informa[cç][oõ]es",
    ),
    (
        _K.EXAMPLE,
        r"(?:practical |worked )?examples?\b|sample\b|demo\b|proof of concept|poc$|spike\b|prototype\b|exemplos?\b|prova de conceito",
    ),
    (
        _K.SUMMARY,
        r"(?:issue |executive |incident )?summary\b|tl;?dr|overview|abstract|synopsis|description|what happened|incident$|in short|resumo|sum[aá]rio|vis[aã]o geral|descri[cç][aã]o|o que (?:aconteceu|ocorreu)|incidente$",
    ),
)
_COMPILED = tuple((kind, re.compile(rf"(?:{pattern})", re.I)) for kind, pattern in _TITLES)
_NUMBERING = re.compile(r"^(?:[^\w]+|\d{1,2}(?:\.\d{1,2})*[.):]?\s+|step \d+\W+|[a-z]\)\s)+", re.I)

_LABEL_KINDS = frozenset(
    {
        _K.CONTEXT, _K.DECISION, _K.RATIONALE, _K.CONSEQUENCES, _K.OPTIONS, _K.IMPACT, _K.CAUSE, _K.CONTRIBUTING,
        _K.TIMELINE, _K.DETECTION, _K.RESOLUTION, _K.ACTIONS, _K.LESSONS, _K.REFERENCES, _K.SUMMARY,
    }
)  # fmt: skip


# "Resolution", "Solution" and "What" open the decision of a record, but the repair or the story of an incident.
_INCIDENT_FIRST = frozenset({_K.RESOLUTION, _K.SUMMARY, _K.LESSONS, _K.TIMELINE, _K.CAUSE, _K.CONTRIBUTING, _K.ACTIONS})
_FOR_INCIDENT = tuple(sorted(_COMPILED, key=lambda pair: pair[0] not in _INCIDENT_FIRST))


@lru_cache(maxsize=4096)
def section_kind(title: str, incident: bool = False) -> SectionKind:
    """The kind that a title names at its start (numbering and emoji apart), OTHER where it names none."""
    bare = _NUMBERING.sub("", title.replace("*", "").replace("_", " ")).strip(" :.-\u2013—#")
    for kind, pattern in _FOR_INCIDENT if incident else _COMPILED:
        if pattern.match(bare):
            return kind
    return SectionKind.OTHER


def document_kinds(document: Document, incident: bool = False) -> tuple[SectionKind, ...]:
    """The kind of each section, enclosing sections considered: what stands under a rejected option stays an option."""
    kinds: list[SectionKind] = []
    title = title_section(document)
    for index, section in enumerate(document.sections):
        own = SectionKind.OTHER if index == title else section_kind(section.title, incident)
        outer = kinds[section.parent] if section.parent >= 0 else SectionKind.OTHER
        kinds.append(_inherit(own, outer, section.is_label))
    return tuple(kinds)


def title_section(document: Document) -> int:
    """The index of the section whose heading is the document's title, -1 where there is none."""
    if len(document.sections) < 2:
        return -1
    first = document.sections[1]
    alone = all(section.level > first.level or section.is_label for section in document.sections[2:])
    return 1 if not first.is_label and (alone or section_kind(first.title) is SectionKind.OTHER) else -1


_STICKY = frozenset({_K.OPTIONS, _K.OUT_OF_SCOPE, _K.REFERENCES, _K.PEOPLE, _K.EXAMPLE})


def _inherit(own: SectionKind, outer: SectionKind, is_label: bool) -> SectionKind:
    if own is SectionKind.OTHER or (outer in _STICKY and (own is not SectionKind.DECISION or is_label)):
        return outer if outer is not SectionKind.OTHER else own
    return own


def is_known_label(text: str) -> bool:
    """Whether a bare `Label:` line is the title of a section rather than the start of a list."""
    words = text.split()
    return len(words) <= 4 and section_kind(text) in _LABEL_KINDS
