"""The decisions of a document, by rule: modal and imperative sentences where decisions stand, made short, with a category."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipelines.documents.document import Block, BlockKind, Document
from pipelines.documents.inline import plain
from pipelines.documents.section_kinds import SectionKind, document_kinds, title_section
from pipelines.documents.sentences import split_sentences
from pipelines.models.decision_categories import categorise

MAX_DECISIONS = 8
MAX_TEXT = 240
MAX_SENTENCE = 1_500

_K = SectionKind
_VERBS = (
    "accept adapt add adopt aggregate agree align allow alter amend annotate append apply archive assert assign automate avoid back backfill block build bump cache call capture centralise centralize change check"
    " choose clean combine commit compress configure connect consider consolidate consume containerise continue convert copy create cut decommission decouple default define delegate delete deny deploy deprecate"
    " describe design develop disable disband discontinue document drop duplicate embed emit enable encapsulate encrypt enforce ensure enrich establish evaluate evict expand explore export expose extend extract"
    " fail favour favor fetch fix fork format freeze generate give group grant handle harden hash host identify implement import improve include increase index ingest inject install instrument integrate introduce"
    " investigate invoke isolate keep leave leverage limit link load lock log maintain make manage mandate mark mask measure merge migrate minimise minimize mirror model modify monitor mount move name normalise"
    " notify offer omit only open optimise optimize orchestrate organise package partition pass persist pick pin place prefer prefix prepare prevent prioritise proceed process propagate protect provide provision proxy"
    " publish pull push put query queue raise read rebuild record recreate redact redirect reduce refactor register reject rely release remove rename render replace replicate report require rescope reset resolve"
    " restart restore restrict retain retire retry return reuse re-use revert rewrite roll rotate route run save scale schedule secure segregate select self-host send separate serve set setup share shift ship shut sign"
    " simplify skip spike split standardise standardize start stop store stream structure substitute support suspend switch sync synchronise tag take target terminate test throttle trace track transform treat trigger trim"
    " trust try tune turn unify update upgrade upload use utilise utilize validate verify version visualise wrap write"
).split()
_VERBS_PT = (
    "adicionar adotar alterar aplicar aumentar automatizar centralizar configurar criar definir desacoplar desativar documentar eliminar empregar enviar evitar executar expor extrair garantir gravar habilitar implantar"
    " implementar incluir introduzir isolar limitar manter migrar modificar monitorar mover padronizar persistir publicar reduzir refatorar registrar remover reverter revisar separar seguir substituir usar utilizar validar versionar"
).split()
_IMPERATIVE = re.compile(rf"(?:{'|'.join(map(re.escape, (*_VERBS, *_VERBS_PT)))})\b(?!['\u2019]s)", re.I)
_GERUND = re.compile(
    r"[a-z]{3,}(?:ing|ed)\b|(?:implementation|creation|removal|migration|introduction|adoption|use|version lock)\b",
    re.I,
)

_MODAL = re.compile(
    r"\b(?:we|the team|teams?|it|[a-z][\w-]{1,40})(?:['\u2019]ll| will| shall| must| should| are going to| have decided| has decided| decided| have chosen| chose| choose| propose| recommend| agreed?| opted| want to| need to| favou?r| treat| provide)\b"
    r"|\b(?:it (?:was|is|has been) (?:decided|agreed|proposed|recommended)|decided (?:to|on|against|that)|decision (?:is|was|has been|made)?\s?(?:made )?to|chosen option|selected option|option \w+ (?:was|is) (?:chosen|selected))"
    r"|\b(?:will|shall|must|should|is to|are to|needs? to|has to|have to) (?:not )?(?:be )?\w+"
    r"|\b(?:decidimos|decidiu-se|foi decidido|optamos|escolhemos|vamos|iremos|adotamos|propomos|recomendamos|dever[aá]o?|devem?|ser[aá]o?)\b|\b\w{3,30}(?:aremos|eremos|iremos)\b",
    re.I,
)
_STRONG = re.compile(
    r"\b(?:we|the team)(?:['\u2019]ll| will| shall| have decided| decided| chose| have chosen| propose| agreed| opted| are going to)\b|\bit (?:was|has been) decided|\bdecided (?:to|on)|chosen option|decidimos|foi decidido|optamos|adotaremos|utilizaremos|usaremos",
    re.I,
)
_ASIDE = re.compile(
    r"^\W*(?:we (?:found|had|have seen|were|are aware|did|thought|think|believe|expect|know|don['\u2019]t|do not)\b|see|note|nb|for (?:more|further|full|example|details)|this (?:means|is because|was because|would|could|should|may|might)|however|because|if|when|although|currently|at the moment|unfortunately|veja|nota|por exemplo|isso significa)\b",
    re.I,
)

_UNIVERSAL = re.compile(
    r"(?:each|every|all|any|no|none of|only|cada|tod[oa]s?|nenhum[a]?|apenas|somente)\b|[^.;:]{3,60}\b(?:never|always|nunca|sempre|no longer)\b",
    re.I,
)
"""A rule in the present tense: "every caller sets a deadline"."""

_OPENERS = (
    r"(?:(?:as (?:mentioned|a result|such)[^,]{0,80},|therefore,?|so,|hence,?|thus,?|instead,|also,?|additionally,?|finally,?|in addition,?|to (?:overcome|address|mitigate|solve|achieve) this,|for now,?|initially,?|going forward,?"
    r"|after [^,]{3,80},|following [^,]{3,80},|due to [^,]{3,90},|decision:|portanto,?|assim,?)\s+)*(?:(?:and|but|e)\s+)?"
)
_DECIDED = r"(?:decided|agreed|chosen|chose|choose|opted|proposed?|recommend(?:ed)?|favou?r(?:ed)?|going|decidimos|optamos|escolhemos)(?:\s+(?:to (?:go|move ahead) (?:with|for)|to take the (?:following )?approach (?:of|to)|to|that (?:we (?:should|will)|the)|on|for|upon|by default|por|pel[oa]))?\s+"
_LEADS = re.compile(
    rf"^{_OPENERS}(?:(?:we|the (?:\w+ ){{0,2}}team|it|n[oó]s)(?:['\u2019]ll)?\s+(?:(?:have|has|had|was|is|are|been|also|therefore|now|then|collectively)\s+)*{_DECIDED}"
    r"|(?:we|the (?:\w+ ){0,2}team)(?:['\u2019]ll|\s+(?:will|would|shall|must|should|can|need to|needs to|want to|intend to|plan to))\s+(?:(?:also|therefore|now|then|first|initially|eventually|be able to|have to|only)\s+)*"
    rf"|(?:the )?decision (?:(?:is|was|has been) )?(?:made )?to\s+|(?:chosen|selected|preferred|recommended) options?:?\s*(?:is|was)?\s*|{_DECIDED}|(?:vamos|iremos)\s+)?",
    re.I,
)
_TAILS = re.compile(
    r"(?:,? (?:because|since|so that|so as to|as (?:this|it|they|the|we|a result)\b|which (?:will|is|was|allows|means|makes|can|has)|in order to|to (?:ensure|allow|enable|avoid|make it|give|retain|comply|provide|help|support|reduce|mitigate)\b|allowing|ensuring|making|meaning|giving|due to|given that|where (?:they|it|the)\b|while|although|unless|until|if"
    r"|porque|pois|para que|uma vez que|a fim de|de modo)\b| ?\((?:[^()]{12,}|currently[^()]*)\)|[.;:]\s|\s[\u2013—-]\s).*",
    re.I | re.S,
)


@dataclass(frozen=True, slots=True)
class DecisionFinding:
    """A decision in short, its category, and the sentence it stands in."""

    text: str
    category: str
    evidence: str
    line: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    evidence: str
    line: int
    score: float
    order: int


def find_decisions(document: Document, *, incident: bool) -> list[DecisionFinding]:
    """At most MAX_DECISIONS, in the order of the document; the title comes first where it says what was decided."""
    kinds = document_kinds(document, incident)
    title = _title(document)
    candidates = list(_incident_candidates(document, kinds) if incident else _record_candidates(document, kinds))
    best = sorted(candidates, key=lambda c: (-c.score, c.order))[:MAX_DECISIONS]
    best = [c for place, c in enumerate(best) if c.score >= 1.0 or place < 3]
    findings: list[DecisionFinding] = []
    seen: list[set[str]] = []
    for candidate in sorted(best, key=lambda c: c.order):
        words = {word.lower().rstrip("s") for word in re.findall(r"[^\W_]{3,}", candidate.text)}
        if words and all(len(words & other) < 0.75 * min(len(words), len(other)) for other in seen):
            seen.append(words)
            category = categorise(candidate.text, title)
            findings.append(DecisionFinding(candidate.text, category, candidate.evidence, candidate.line))
    return findings


def _title(document: Document) -> str:
    index = title_section(document)
    return document.heading(index).text if index > 0 else ""


def _record_candidates(document: Document, kinds: tuple[SectionKind, ...]) -> Iterator[_Candidate]:
    yield from _title_candidate(document, kinds)
    order = 1
    for index, section in enumerate(document.sections):
        name, colon, said = section.title.partition(":")
        if (
            kinds[index] is _K.DECISION
            and colon
            and len(said.split()) > 2
            and not section.is_label
            and len(name.split()) < 4
        ):
            yield _Candidate(said.strip(), section.title, section.line, 3.0, order)
    fallback: _Candidate | None = None
    for index, block in enumerate(document.blocks):
        kind = kinds[block.section]
        if kind not in (_K.DECISION, _K.CONSEQUENCES, _K.RATIONALE) or block.kind in (BlockKind.CODE, BlockKind.QUOTE):
            continue
        for sentence, line in _sentences(document, index):
            order += 1
            score = _score(sentence, block, document, kind)
            if score > 0:
                yield from _shortened(sentence, line, score, order)
            elif fallback is None and kind is _K.DECISION and not _ASIDE.match(sentence):
                fallback = next(_shortened(sentence, line, 0.5, order), None)
    if fallback:
        yield fallback


def _title_candidate(document: Document, kinds: tuple[SectionKind, ...]) -> Iterator[_Candidate]:
    index = title_section(document)
    if index <= 0 or _K.DECISION not in kinds:
        return
    text = document.heading(index).text
    bare = re.sub(r"^\W*(?:ADR[\s#:-]*)?\d{0,5}[.):\s-]*", "", text, flags=re.I).strip()
    if len(bare.split()) >= 2 and (_IMPERATIVE.match(bare) or _GERUND.match(bare) or len(bare.split()) >= 4):
        yield _Candidate(bare[:MAX_TEXT], text.strip(), document.sections[index].line, 2.0, 0)


def _score(sentence: str, block: Block, document: Document, kind: SectionKind) -> float:
    """How much a sentence decides, 0 for not at all."""
    sentence = sentence[:MAX_SENTENCE]
    if len(sentence) < 12 or (_ASIDE.match(sentence) and not _STRONG.search(sentence)):
        return 0.0
    bare = re.sub(r"^[\W\d_]+", "", sentence)
    leads = document.blocks[block.lead].text if block.lead >= 0 else ""
    below_modal = block.kind is BlockKind.ITEM and bool(_MODAL.search(leads))
    score = 0.0
    if _IMPERATIVE.match(bare):
        score = 1.6 if block.kind is not BlockKind.ITEM or below_modal else 1.1
    elif _STRONG.search(sentence):
        score = 2.0
    elif _MODAL.search(sentence) or _UNIVERSAL.match(bare):
        score = 1.0
    elif below_modal:
        score = 0.8
    if kind is not _K.DECISION:
        score = score * 0.5 if _STRONG.search(sentence) else 0.0
    return score


def _incident_candidates(document: Document, kinds: tuple[SectionKind, ...]) -> Iterator[_Candidate]:
    weights = {
        _K.ACTIONS: 2.0,
        _K.RESOLUTION: 1.2,
        _K.DECISION: 1.2,
        _K.LESSONS: 0.6,
        _K.SUMMARY: 0.4,
        _K.TIMELINE: 0.3,
    }
    for index, block in enumerate(document.blocks):
        weight = weights.get(kinds[block.section], 0.0)
        if not weight or block.kind is BlockKind.CODE or (block.kind is BlockKind.ROW and not block.header):
            continue
        for position, (sentence, line) in enumerate(_sentences(document, index)):
            bare = re.sub(r"^[\W\d_]+", "", sentence)
            acts = bool(_IMPERATIVE.match(bare) or _MODAL.search(sentence) or _DONE.search(sentence))
            if kinds[block.section] is _K.ACTIONS and position == 0 and len(bare.split()) >= 3:
                acts = True
            if acts and len(sentence) >= 12:
                yield from _shortened(
                    sentence, line, weight + (0.3 if _IMPERATIVE.match(bare) else 0.0), index * 10 + position + 1
                )


_DONE = re.compile(
    r"\b(?:roll(?:ed|ing)? ?back|rollback|revert\w*|restart\w*|re-?creat\w*|redeploy\w*|upgrad\w*|downgrad\w*|increas\w*|decreas\w*|rais(?:ed|ing)|set(?:ting)?|disabl\w*|enabl\w*|delet\w*|replac\w*|scal(?:ed|ing) (?:up|down)|modified|appl(?:ied|ying)|add(?:ed|ing)"
    r"|implement\w*|reiniciad\w*|revertid\w*|aumentad\w*|aplicad\w*)\b",
    re.I,
)


def _sentences(document: Document, index: int) -> Iterator[tuple[str, int]]:
    block = document.blocks[index]
    text = document.plain(index).text
    if block.kind is BlockKind.ROW and block.cells:
        text = max((plain(cell, document.definitions).text for cell in block.cells), key=len)
    for sentence in split_sentences(text):
        yield " ".join(text[sentence.start : sentence.end].split()), block.line + text.count("\n", 0, sentence.start)


def _shortened(sentence: str, line: int, score: float, order: int) -> Iterator[_Candidate]:
    bare = re.sub(r"^[^\w\"'“(`]+", "", sentence)
    bare = re.sub(r"^(?:decision|action|resolution|fix|resolution and recovery)\s*:\s*", "", bare, flags=re.I)
    short = _LEADS.sub("", bare, count=1).strip() or bare
    quoted = re.match(r"[\"\u201c]([^\"\u201c\u201d]{3,200})[\"\u201d]", short)
    cut = quoted[1] if quoted else _TAILS.sub("", short).strip(" ,.;:")
    if len(cut.split()) < 2:
        cut = short.strip(" ,.;:")
    cut = re.sub(r"(?:[\s,]+(?:because|which|that|and|as|by|to|for|with|porque|que))+$", "", cut, flags=re.I)
    cut = re.sub(r"^to (?=\w)", "", cut)
    opens_list = bare.endswith(":") and len(cut.split()) < 4
    if len(cut.split()) >= 2 and not opens_list:
        yield _Candidate(cut[:1].upper() + cut[1:MAX_TEXT], sentence, line, score, order)
