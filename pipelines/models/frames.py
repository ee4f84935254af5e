"""Phrases around a name in a decision record that say it is only spoken of: left alone, not chosen, compared with, remembered.

A frame is a pattern over one clause in lower case in which `§` stands for the name, its article and the noun behind it.
Frames are for records alone: in a postmortem the same words tell what broke.
"""

import re
from dataclasses import dataclass

_AND = r"(?:,? (?:and|or|nor|e|ou)|,|/)"
_OTHER = r"(?:the |our |[oa]s? )?[`\"'*]?[\w-]+[`\"'*]?(?: [\w-]+)?"
_S = rf"(?:{_OTHER}{_AND} ){{0,5}}(?:the |our |[oa]s? )?§(?:{_AND} {_OTHER}){{0,5}}"
"""The name, alone or in a list."""
_BE = r"(?:is|are|was|were|will be|be|being|stays?|remains?|has been|have been)"
_NOT = r"(?:not|n['\u2019]t|never|no longer)"
_DONE_WITH = r"(?:reject|dismiss|discard|refus|scrapp|abandon|veto)(?:s|es|ed|al)?|dropped|ruled out|turned down|voted down|set aside|thrown (?:away|out)|given up"
_IDEA = r"(?:alternatives?|options?|variants?|possibility|ideas?|proposals?|suggestions?|plans?|thought)"
_WORDS = r"(?:[\w'\u2019-]+ ){0,4}"


@dataclass(frozen=True, slots=True)
class Frame:
    """`factor` is what the weight of the name is multiplied by."""

    name: str
    factor: float
    pattern: re.Pattern[str]


def _frame(name: str, factor: float, *patterns: str) -> Frame:
    return Frame(name, factor, re.compile("|".join(patterns)))


FRAMES = (
    _frame("cleared", 0.15,
        rf"\b(?:leav(?:e|es|ing)|left|keep(?:s|ing)?|kept) {_S} (?:\w+ )?(?:alone|as (?:it|they|is)\b|out\b|untouched|unchanged|unaffected|in peace|aside)",
        rf"\b(?:no|without|zero|hardly any) {_WORDS}(?:changes?|work|actions?|adjustments?|effort|migrations?|modifications?|updates?|consequences?|impact|effects?|bearing|influence|relevance|need|requirements?|obligations?)\b[^.;:§]{{0,32}}\b(?:in|to|for|on|at|from|by|of) {_S}",
        rf"{_S} ?: ?(?:no (?:\w+ )?(?:changes?|impact|actions?|work|effect)|none\b|nothing|unchanged|unaffected|not (?:affected|applicable)|n/a)",
        rf"\b(?:behaviou?r|set-?up|state|contract|interface|design|format|rules?)s? (?:of|in|for|at) {_S} {_BE} (?:\w+ )?(?:preserved|kept|retained|unchanged|untouched)",
        rf"\b(?:unaffected|unchanged|untouched|excluded|exempt|out of scope|not (?:affected|concerned|involved)),? (?:and )?(?:as|so) (?:is|are|do|does|will be) {_S}",
        rf"\b(?:nothing|none of (?:this|it|that)) {_WORDS}(?:in|to|for|on|at|of|about) {_S}",
        r"§[^.;:]{0,60}?\b(?:can|may|could|might|(?:is|are) free to) (?:\w+ )?(?:ignore|skip|disregard|forget)\b",
        rf"{_S} (?:team )?{_BE}(?: \w+ly)?(?: (?:left|kept|declared|considered|explicitly))*(?: \w+ly)? (?:(?:fine|good) as (?:it|they)|exempt(?:ed)?(?! from (?!this|it\b|that\b|them\b|the (?:rules?|decision|policy|requirement|record|new)))|excluded|unaffected|untouched|unchanged|unconcerned|out of (?:the )?(?:scope|picture|question)|outside|spared|ignored|left (?:out|alone|as|untouched)|as (?:it|they) (?:is|are|was|were)|no part|none of|free (?:of|from) (?:this|it))",
        rf"{_S} (?:stays?|remains?|goes on|carr(?:y|ies) on|continues?) (?:\w+ ){{0,2}}(?:as\b|unchanged|untouched|unaffected|the same|where|outside|out\b|on (?:its|the) (?:own|current|old|existing)|with (?:its|the) (?:own|current|old|existing))",
        rf"{_S}(?:,? which)?(?: (?:may|can|will|shall|should))? (?:keeps?|retains?) (?:its|their|the) (?:own|current|existing|old|present) (?:\w+ )?(?:rules?|ways?|conventions?|formats?|approach|behaviou?r|settings?|practices?|process|solution|mechanism|pace|schedule|polic(?:y|ies)|implementation|setup|patterns?|version|design|arrangements?|logic|scheme|names?)\b",
        rf"{_S} {_BE}(?: \w+ly)? {_NOT} (?:\w+ )?(?:affected|concerned|covered|bound|subject|part\b|in scope|included|involved|touched|meant|addressed|required|obliged|impacted|changed|targeted|relevant|within)",
        rf"{_S} (?:(?:(?:does|do|did|will|would|need)(?: not|n['\u2019]t)|won['\u2019]t) (?:\w+ )?(?:change\b|notice|see any|fall under|take part|participate|(?:need|have|require)(?: to)?(?: be)? ?(?:any ?(?:change|thing|action|work)|chang|adapt|act\b|do any|migrat|upgrad|updat|follow|touch|redeploy|releas)|be (?:affected|changed|touched|impacted|included|migrated|involved))|(?:already complies and )?(?:needs?|requires?|sees?|ha(?:s|ve)|notices?) (?:nothing|no (?:\w+ )?(?:changes?|work|actions?|adjustments?|effort|migrations?|updates?|modifications?|adaptations?|attention|releases?|part|role|stake)\b))",
        rf"\bnot (?:applicable|relevant|binding|intended|meant|valid|aimed|mandatory) (?:to|for|in|on|at) {_S}",
        rf"\b(?:for|in|on) {_S},? (?:nothing|no (?:changes?|work|actions?)|there (?:is|are|will be) (?:no|nothing)|(?:everything|all) (?:stays|remains)|this (?:does not|changes nothing))",
        rf"\b(?:para|em|n[oa]s?) {_S},? (?:nada|nenhuma?) ",
        rf"\b(?:does|do|did|will|should|shall|must|would|is|are){_NOT.replace('(?:', '(?: ?', 1)} (?:\w+ )?(?:appl(?:y|icable)|extend|matter|relevant|concern|cover|bind|include|reach|touch|affect|meant|intended|valid|hold|aimed|addressed|binding)(?: (?:to|for|in|on|at))? {_S}",
        rf"\b(?:exclud(?:e|es|ed|ing)|exempt(?:s|ed|ing)?|with the exception of|the (?:only )?exceptions? (?:is|are)|(?:all|everyone|everything|everybody|anyone) (?:but|except)|save for|besides|no need to \w+|except) {_S}|\bnor (?:does|do|is|are|will) {_S}",
        rf"\b(?:checked|reviewed|looked at|examined|verified|went through) {_S} (?:and|but) (?:\w+ )?(?:found|saw|concluded|decided|it|there)",
        rf"{_S} {_BE} (?:[\w-]+ ){{1,3}}and (?:cleared|exonerated|acquitted|found (?:to be )?(?:healthy|fine|innocent))|{_S} {_BE} (?:cleared|exonerated|acquitted)\b",
        rf"§[^.;]{{0,80}}\band (?:is|are|was|were) {_NOT} (?:\w+ )?(?:part|affected|concerned|in scope|covered|subject|involved|included)\b",
        rf"\b(?:different|other|separate|special) (?:\w+ )?(?:rules?|records?|decisions?|adrs?|polic\w+|standards?|documents?)\b[^.;§]{{0,30}}\b(?:to|for|in|at|on|about) {_S}",
        rf"{_S} (?:ha(?:s|ve) (?:its|their) own|{_BE} (?:governed|covered|handled|treated|decided|described|addressed|regulated|dealt with|discussed) (?:\w+ )?(?:an?(?:other)?|its own|separate|different)) (?:\w+ )?(?:records?|adrs?|decisions?|rules?|documents?|polic\w+|proposals?|rfcs?)\b",
        rf"\bfor {_S},? (?:see|refer|consult)\b|\b(?:is|are|was) not (?:about|a matter of) {_S}|\bstatus quo (?:\w+ ){{0,3}}(?:for|in|at|of) {_S}",
        rf"\b(?:nada|nenhum[a]?|sem) {_WORDS}(?:mudan[cç]as?|muda|altera\w+|impacto|efeito|ajustes?|trabalho|necess[aá]ri[oa]s?)\b[^.;:§]{{0,32}}\b(?:em|n[oa]s?|para|ao?s?|d[eoa]s?|com) {_S}",
        rf"{_S} (?:(?:tamb[eé]m )?n[aã]o (?:(?:é|s[aã]o|ser[aá]|ser[aã]o|foi|foram|est[aá]) (?:\w+ )?(?:afetad|alterad|inclu[ií]d|abrangid|atingid|cobert|obrigad|parte|no escopo|sujeit)|precisam? (?:mudar|de nada|fazer)|muda|entra|participa|sofre)|ficam? (?:como|de fora|fora|inalterad|igua)|(?:permanec|segu|continu)em? (?:como|inalterad|igua)|continuam? (?:como|inalterad|igua)|podem? (?:\w+ )?ignorar|est(?:á|ão) (?:\w+ )?(?:fora|isent|exclu[ií]d)|(?:, que )?mant[eé]m (?:suas?|seus?) (?:pr[oó]pri|regra))",
        rf"\b(?:n[aã]o (?:se )?(?:aplica|afeta|vale|alcan[cç]a|inclui|abrange|atinge|diz respeito)(?: (?:ao?s?|para|em|n[oa]s?))?|exceto|salvo|menos|com exce[cç][aã]o d[eoa]s?|deixamos) {_S}"),
    _frame("rejected", 0.2,
        r"\b(?:had we|if we had|were we to|if we (?:chose|picked|used|moved|put|let|asked))\b[^.;:§]{0,50}§",
        rf"\b{_IDEA} (?:of|to|for|with|that|about|was|is|were|would|could)\b[^.;§]{{0,60}}§[^.;]{{0,70}}(?:{_DONE_WITH}|nobody|no one|too (?:slow|late|costly|expensive|risky)|did not|was not|lost)",
        rf"(?<!chosen )(?<!selected )(?<!preferred )(?<!accepted )(?<!recommended )(?<!best )(?<!winning )\b{_IDEA} (?:would|could|might|was|had been|were|included?|involved)\b[^.;:§]{{0,40}}§",
        rf"\b(?:dropped|reject(?:ed|ing)|dismissed|abandoned|discarded|gave up(?: on)?|buried|shelved|turned down|against) (?:the|any|an?) (?:\w+ )?{_IDEA}\b[^.;:§]{{0,40}}§",
        rf"\bhad {_S} been\b|{_S} (?:lost (?:out|against|to)|came second|fell short|was not (?:chosen|picked|selected|taken|preferred))\b",
        rf"§[^.;:]{{0,30}}\b(?:considered|discussed|evaluated|proposed|suggested|weighed|debated|examined|looked at|tried|named|mentioned)\b[^.;:]{{0,60}}(?:{_DONE_WITH})",
        rf"\b(?:instead of|rather than|in place of|in lieu of)(?: [\w'\u2019-]+){{0,5}} {_S}",
        rf"\b(?:putting|moving|placing|building|adding|extending|using|letting|hosting|keeping|delegating|routing|waiting|merging|folding|having|asking|reusing|implementing|doing|giving|leaving)\b[^.;:§]{{0,40}}§[^.;:]{{0,60}}\b(?:would\b|could have|might have|(?:was|were) (?:{_DONE_WITH})|(?:no|not an) option|seemed|felt|looked (?:too|like))",
        r"\b(?:did not|didn['\u2019]t|do not|don['\u2019]t|will not|won['\u2019]t|chose not to|decided not to|refused to|declined to) (?:put|move|place|build|extend|choose|pick|ask|wait|add|delegate|merge|host|follow|copy|adopt|go|do it|do this|do so|route|reuse|use|rely on|involve)\b[^.;:§]{0,40}§",
        rf"\b(?:(?:decided|voted|argued|spoke|decision|spoken|advised) against|reject(?:ed|ing|s)?|dismiss(?:ed|ing)?|ruled out|turned down|toyed with|weighed|debated|consider(?:ed|ing)|evaluated|looked (?:at|into)|thought (?:about|of)) (?:(?!(?:and|but|so|then)\b)[\w'\u2019-]+ ){{0,6}}{_S}",
        rf"\b\w+ing\b[^.;:§]{{0,40}}§[^.;:]{{0,60}}\b(?:(?:was|were|is|been|got) (?:\w+ )?(?:{_DONE_WITH})|not (?:be )?worth|does not pay|(?:no|not an) option)",
        r"§ (?:was|were|had been) (?:also |briefly |initially |once |only )?(?:considered|discussed|evaluated|debated|weighed|examined|looked at|proposed|suggested)\b(?![^.;]*\b(?:chosen|selected|picked|accepted|won)\b)",
        r"\bwould(?: not|n['\u2019]t)? have (?!to )(?:\w+ ){1,8}§",
        r"§[^.;:]{0,40}\bwould(?: not|n['\u2019]t)? have\b",
        r"\b(?:alternativa|op[cç][aã]o|ideia|proposta|possibilidade|sugest[aã]o)\b[^.;:§]{0,50}\b(?:seria|era|foi|de|em)\b[^.;:§]{0,40}§[^.;:]{0,60}(?:descart|rejeit|recus|ningu[eé]m|abandon|n[aã]o)|\b(?:alternativa|op[cç][aã]o|ideia|possibilidade) (?:seria|era|foi)\b[^.;:§]{0,40}§",
        r"§[^.;:]{0,80}\b(?:(?:foi|foram) (?:descartad|rejeitad|recusad|abandonad|preterid|cogitad|avaliad\w+ e)\w*|teriam? \w+|exigiria|custaria|n[aã]o (?:era|é|foi|seria) (?:uma )?op[cç][aã]o)",
        r"\b(?:descart|rejeit|avali|consider|cogit|recus)(?:amos|ou|aram|ad[oa]s?|ar)\b[^.;:§]{0,40}§",
        r"\b(?:em (?:vez|lugar) de|ao inv[eé]s de|no lugar de)\b[^.;:§]{0,30}§|\b(?:se|caso) (?:\w+ ){0,3}(?:tiv[eé]ssemos|fosse|us[aá]ssemos|coloc[aá]ssemos)\b[^.;:§]{0,40}§"),
    _frame("peer", 0.25,
        rf"\b(?:do|does|did|doing|done|go|went|work|solve|solved|follow|copy|repeat|it|this|that|same) (?:it |this |that )?(?:in )?(?:exactly |just )?the way (?:that )?{_S}",
        rf"\b(?:as|like) {_S} (?:does|did|do|has done|have done|already|before us)\b",
        rf"\bwhat (?:works?|worked|is (?:right|good|enough)|fits|suits|holds|suffices|applies) (?:for|in|at|to) {_S}|\bwhat (?:suits|fits|helps|serves) {_S}",
        rf"{_S} (?:\w+ )?(?:solves?|solved|handles?|handled|does|did|took|takes|went|goes|chose|has|had|uses?|follows?) (?:[\w-]+ ){{0,5}}(?:differently|its own way|their own way|other reasons|(?:a different|another|a similar|an? other) (?:approach|route|path|way|solution|pattern|one)|(?:a |some)(?:thing )?similar\b|the same (?:exercise|thing|step|move|path|journey|road|problem|question)|already)\b",
        rf"{_S} (?:ha(?:s|ve|d) )?(?:already|long since) (?:compl|conform|follow|do(?:es|ne)\b|did\b|solved|has\b|had\b|used|adopted|implemented|moved|migrated|introduced|satisf|meets?)",
        rf"{_S} (?:has |had )?(?:already )?solved\b",
        r"§[^.;]{0,20}\b(?:by|in) (?:comparison|contrast)\b|\b(?:by|in) (?:comparison|contrast),[^.;§]{0,20}§",
        rf"\b(?:compare|contrast) (?:this |it |that )?(?:with|to) {_S}",
        r"§[^.;]{0,40}\b(?:counter-?example|(?:a different|another) (?:story|matter|case|topic))\b",
        r"§ (?:is|are|was|were) (?:\w+ )?(?:mentioned|named|cited|listed|quoted) (?:here )?(?:only|merely|just|solely)\b",
        rf"{_S} went through\b",
        rf"\b(?:approach|solution|set-?up|mechanism|pattern|technique|model|scheme|way|method|route)s? (?:\w+ )?(?:taken|used|chosen|found|followed|adopted|known|seen|applied) (?:\w+ )?(?:by|in|at|from) {_S}",
        rf"\b(?:comparable|similar|equivalent|analogous) (?:[\w-]+ ){{1,4}}(?:in|at|for|around|with|by|on|of|to) {_S}",
        r"§[^.;]{0,60}\bfor (?:comparison|reference|illustration)\b|\b(?:for|by way of) (?:comparison|reference|illustration),[^.;§]{0,30}§",
        rf"\b(?:inspir(?:ed|ation)|borrow(?:ed|s|ing)?|modelled|stolen|learn(?:t|ed)|lessons?)\b[^.;:§]{{0,50}}\b(?:from|by|on|after|of|about|in|how) {_WORDS}{_S}",
        rf"\b(?:como|igual ao?s?|do jeito que|assim como|tal como|conforme) {_S} (?:j[aá] )?(?:faz|fez|fazem|fizeram|tem)\b",
        rf"\bo que (?:serve|vale|funciona|basta|cabe) (?:para|em|n[oa]s?) {_S}",
        rf"\b(?:inspirad[oa]s?|j[aá] (?:é |s[aã]o |foi )?(?:usad|adotad|feit|aplicad)[oa]s?) (?:em|n[oa]s?|por|pel[oa]s?) {_S}",
        rf"\b(?:diferente(?:mente)?|distint[oa]) d[eoa]s? {_S}|\bao contr[aá]rio d[eoa]s? {_S}|\b(?:n[aã]o fazemos|fazer) (?:\w+ )?como {_S}"),
    _frame("told", 0.35,
        r"\b(?:came up|come up|arose|surfaced|was raised|originated|emerged|was (?:first )?(?:discussed|mentioned)|heard|we (?:learn(?:t|ed)|know|remember)|comes? from|c[ao]me out of)\b[^.;:§]{0,50}§",
        r"§[^.;]{0,60}\b(?:made us (?:\w+ )?(?:think|notice|look|aware|realise|realize|curious|ask)|taught us|showed us|prompted (?:us|this))\b",
        rf"\b(?:earlier|previous|first|past|failed|old|former|prior|abandoned|similar) (?:attempts?|tries|try|prototypes?|experiments?|efforts?|spikes?) (?:\w+ )?(?:in|at|by|of|with|for|on|from) {_S}",
        rf"\b(?:prototype|spike|proof of concept|experiment)s? (?:\w+ )?(?:in|at|with|for|by|of|on) {_S}",
        rf"\b(?:dashboards?|graphs?|charts?|documentation|docs|wiki|handbook|retrospectives?|reviews?|blog(?: posts?)?|articles?|talks?|slides|minutes|discussions?) (?:\w+ )?(?:of|from|about|by|for|on|in|at) {_S}",
        rf"\b(?:record|adr|decision|document|article|post|discussion|talk|question|debate)s? (?:about|on|of|over|for) {_S}(?! (?:must|will|shall|ha(?:s|ve) to|needs?|should|is to|are to))(?= |[.,;:]|$)(?=.{{0,40}}(?:topic|subject|matter|$|[.]))",
        rf"\b(?:teams?|people|colleagues?|developers?|engineers?|folks|somebody|someone|those|squads?|experts?) (?:\w+ )?(?:behind|of|from|at|in|around|who (?:\w+ ){{1,3}}(?:on|for|with|at|in)|working (?:on|for|with|at|in)) {_S}(?! (?:must|will|shall|ha(?:s|ve) to|needs?|should|gets?|own))",
        r"§[^.;]{0,80}\b(?:not (?:the|our) (?:topic|subject|concern|question)|has (?:long )?since been|(?:is|are) long (?:gone|over|fixed|resolved)|years ago|long ago|in the past|a story of its own|thrown away|came to nothing|unrelated|turned out (?:to be )?(?:innocent|fine|unrelated|not))\b",
        r"\b(?:historically|formerly|in the past|years ago|long ago|no passado|antigamente|anteriormente|h[aá] (?:\w+ ){1,2}(?:anos|meses))\b[^.;:§]{0,60}§",
        rf"\b(?:surgiu|surgiram|nasceu|apareceu|aprendemos|soubemos|discutimos|notamos|ouvimos|vem|veio)\b[^.;:§]{{0,50}}\b(?:em|n[oa]s?|d[eoa]s?|com|sobre|por|pel[oa]s?) {_S}|\b(?:discutimos|lembramos) {_S}",
        rf"\b(?:pain[eé](?:l|is)|gr[aá]ficos?|documenta[cç][aã]o|revis(?:[aã]o|[oõ]es)|retrospectivas?|prot[oó]tipos?|tentativas?(?: \w+)?|artigos?|experimentos?|registros?|conversas?) (?:\w+ )?(?:d[eoa]s?|em|n[oa]s?|com|sobre|para) {_S}",
        rf"\b(?:times?|equipes?|pessoas|colegas|gente) (?:\w+ )?(?:d[eoa]s?|por tr[aá]s d[eoa]s?|em|n[oa]s?|que \w+ (?:em|n[oa]s?|com)) {_S}(?! (?:deve|precisa|ter[aá]|vai|passa))",
        r"§[^.;]{0,80}\b(?:n[aã]o (?:é|s[aã]o|era) o (?:assunto|tema)|j[aá] (?:foi )?(?:resolvid|corrigid)|jogad[oa]s? fora|abandonad[oa]s?|anos atr[aá]s)"),
)  # fmt: skip


_ARTICLE = re.compile(r"[\s`\"'“\u2018*(\[]*(?:\b(?:the|our|[oa]s?) )?[`\"'“\u2018*]*$")
_SERVICE_NOUN = re.compile(
    r"^[`\"'”\u2019*)\]]*(?: (?:micro)?(?:services?|apps?|applications?|systems?|components?|apis?|domain|backend|codebase)\b)?[`\"'”\u2019*)]*"
)
_ASIDE = re.compile(
    r", (?:on the other hand|by contrast|however|meanwhile|in turn|though|for (?:its|their) part|por outro lado|por[eé]m),"
)
_NOUN_BEFORE = re.compile(
    r"\b(?:the |o |a )?(?:(?:micros?)?servi[cç]o|aplica[cç][aã]o|sistema|m[oó]dulo|componente|service|system)s? $"
)


def frames_around(before: str, after: str) -> list[Frame]:
    """The frames in which a name stands, given the lower-case words on both sides of it."""
    left = _NOUN_BEFORE.sub("", _ARTICLE.sub(" ", before, count=1))
    after = _ASIDE.sub("", after)
    clause = f"{_ARTICLE.sub('', left, count=1)} §{_SERVICE_NOUN.sub('', after)}"
    return [frame for frame in FRAMES if frame.pattern.search(clause)]
