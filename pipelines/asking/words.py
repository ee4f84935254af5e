"""The vocabulary of questions about an estate, English and Portuguese, each word with its inflections.

Patterns are read over a folded text: small letters, no accents, one blank between words, each node that was found
written as `<0:service>` with its place and label.
"""

import re

NODE = r"<\d+:[a-z]+>"


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w<:-])(?:{'|'.join(alternatives)})(?![\w>-])")


# --- What one node does to another ---------------------------------------------------------------------

CONSUME = _words(
    r"consum(?:e|es|ed|ing)", r"subscrib(?:e|es|ed|ing)(?: to| on)?", r"listen(?:s|ed|ing)?(?: to| on| for)?", r"reads?(?: from| off)?",
    r"reading(?: from)?", r"receiv(?:e|es|ed|ing)", r"react(?:s|ed|ing)?(?: to| on)?", r"process(?:es|ed|ing)?", r"handl(?:e|es|ed|ing)",
    r"pick(?:s|ed|ing)? up", r"ingest(?:s|ed|ing)?", r"poll(?:s|ed|ing)?", r"pull(?:s|ed|ing)?(?: from)?", r"interested in", r"watch(?:es|ed|ing)?",
    r"triggered by", r"notified (?:by|of|about)", r"informed (?:by|of|about)", r"told (?:by|of|about)", r"gets? it", r"delivered(?: to)?", r"entregue(?: a| para)?", r"drain(?:s|ed|ing)?", r"tak(?:e|es|ing) from", r"tail(?:s|ed|ing)?", r"hooked (?:up )?to", r"tuned (?:in )?to", r"gets? (?:messages?|events?|notified|informed|told)(?: from| of| about| when| by)?",
    r"consom(?:e|em)", r"consuma(?:m)?", r"leia(?:m)?", r"receba(?:m)?", r"consum(?:ir|id[oa]s?|indo)", r"assin(?:a|am|ar|ad[oa]s?|ando)", r"inscrit[oa]s?(?: em| no| na)?", r"inscrev(?:e|em|er)",
    r"escut(?:a|am|ar|ad[oa]s?|ando)", r"ouv(?:e|em|ir|indo)", r"le", r"leem", r"ler", r"lid[oa]s?", r"lendo", r"receb(?:e|em|er|id[oa]s?|endo)",
    r"reag(?:e|em|ir)", r"trat(?:a|am|ar|ad[oa]s?|ando)", r"process(?:a|am|ar|ad[oa]s?|ando)",
)  # fmt: skip
PUBLISH = _words(
    r"publish(?:es|ed|ing)?(?: to| on| into)?", r"produc(?:e|es|ed|ing)", r"emit(?:s|ted|ting)?", r"sends?(?: out| to| into)?", r"sent(?: out| to)?",
    r"sending(?: out| to)?", r"writ(?:e|es|ing)(?: to| into| on)?", r"wrote(?: to)?", r"written(?: to)", r"post(?:s|ed|ing)?(?: to| on)", r"fir(?:e|es|ed|ing)(?: off)?",
    r"rais(?:e|es|ed|ing)", r"broadcast(?:s|ed|ing)?", r"push(?:es|ed|ing)?(?: to| into| on)?", r"generat(?:e|es|ed|ing)", r"announc(?:e|es|ed|ing)",
    r"dispatch(?:es|ed|ing)?(?: to)?", r"puts?(?: out)?", r"feed(?:s|ing)?", r"fed", r"fill(?:s|ed|ing)?", r"originat(?:e|es|ed|ing)", r"emits?",
    r"public(?:a|am|ar|ad[oa]s?|ando)", r"publique(?:m)?", r"produz(?:em|ir|id[oa]s?|indo)?", r"emit(?:e|em|ir|id[oa]s?|indo)", r"envi(?:a|am|ar|ad[oa]s?|ando)",
    r"mand(?:a|am|ar|ad[oa]s?|ando)", r"escrev(?:e|em|er|endo)", r"escrit[oa]s? por", r"ger(?:a|am|ar|ad[oa]s?|ando)", r"dispar(?:a|am|ar|ad[oa]s?|ando)",
)  # fmt: skip
CALL = _words(
    r"call(?:s|ed|ing)?(?: into| out to)?", r"reach(?:es|ed|ing)? out(?: to)?", r"trigger(?:s|ed|ing)?", r"go(?:es)? to", r"invok(?:e|es|ed|ing)", r"hit(?:s|ting)?", r"quer(?:y|ies|ied|ying)", r"request(?:s|ed|ing)?(?: from)?",
    r"mak(?:e|es|ing) (?:a |any )?(?:http |grpc |rest )?(?:calls?|requests?)(?: to| against)?", r"send(?:s|ing)? (?:a |any )?(?:http |grpc |rest )?requests?(?: to)?",
    r"(?:http |grpc )?(?:requests?|calls?|traffic) (?:go|goes|flow|flows|sent|made)(?: to)?", r"access(?:es|ed|ing)?", r"fetch(?:es|ed|ing)?(?: from)?",
    r"contact(?:s|ed|ing)?", r"ask(?:s|ed|ing)?", r"go(?:es)? through", r"rout(?:e|es|ed|ing) to", r"forward(?:s|ed|ing)?(?: to)?", r"prox(?:y|ies|ied)(?: to)?",
    r"cham(?:a|am|ar|e|em|ad[oa]s?|ando)", r"chamadas? (?:d[eoa]|para|entre)", r"invoc(?:a|am|ar|ad[oa]s?|ando)", r"requisit(?:a|am|ar|ad[oa]s?)", r"consult(?:a|am|ar|ad[oa]s?|ando)",
    r"acess(?:a|am|ar|ad[oa]s?|ando)", r"acion(?:a|am|ad[oa]s?)", r"faz(?:em)? (?:chamadas?|requisic(?:ao|oes))(?: a| ao| para)?", r"busc(?:a|am|ar)(?: de| em)",
)  # fmt: skip
TALK = _words(
    r"(?:communication|interaction|traffic|connection|link|dependency|calls?)s?(?: \w+)? between", r"comunicacao entre",
    r"talk(?:s|ed|ing)?(?: to| with)?", r"speak(?:s|ing)?(?: to| with)?", r"communicat(?:e|es|ed|ing)(?: with| to)?", r"interact(?:s|ed|ing)?(?: with)?",
    r"exchang(?:e|es|ed|ing)(?: data| messages)?(?: with)?", r"integrat(?:e|es|ed|ing)(?: with)?", r"connect(?:s|ed|ing)?(?: to| with)?", r"integrated",
    r"linked(?: to| with)?", r"fal(?:a|am|ar|ando)(?: com)?", r"convers(?:a|am|ar|ando)(?: com)?", r"comunic(?:a|am|ar|ando)(?: com)?", r"intera(?:ge|gem|gir)(?: com)?",
    r"conect(?:a|am|ad[oa]s?)(?: a| ao| com)?", r"integr(?:a|am|ad[oa]s?)(?: com| a| ao)?",
)  # fmt: skip
DEPEND = _words(
    r"depend(?:s|ed|ing)?(?: up)?(?: on)?", r"dependent (?:up)?on", r"rel(?:y|ies|ied|ying)(?: up)?(?: on)?", r"reliant on", r"needs?", r"needed", r"needing",
    r"requir(?:e|es|ed|ing)", r"lean(?:s|ed|ing)? on", r"buil[dt](?:s|ing)? (?:on top of|on|upon)", r"count(?:s|ing)? on", r"coupled (?:to|with)", r"tied to",
    r"(?:cannot|can not|could not) (?:run|work|live|function|do) without", r"depend(?:e|em|er|a|am|ente|entes|endo)(?: de| do| da)?", r"precis(?:a|am|ar|ando)(?: de| do| da)?",
    r"necessit(?:a|am|ar)(?: de| do| da)?", r"requer(?:em)?", r"exig(?:e|em)", r"confi(?:a|am) em",
)  # fmt: skip
USE = _words(
    r"register(?:s|ed|ing)? (?:with|at|in)", r"report(?:s|ed|ing)? to", r"(?:load|get|read|fetch|pull|obtain|take)(?:s|ed|ing)? (?:its |their |any |some |any\w+ |some\w+ |the )?(?:\w+ )?from", r"registra(?:m)?(?: se)? (?:no|na|em)",
    r"us(?:e|es|ed|ing)", r"utili[sz](?:e|es|ed|ing)", r"mak(?:e|es|ing) use of", r"employ(?:s|ed|ing)?", r"shar(?:e|es|ed|ing)", r"has access to", r"have access to",
    r"consult(?:s|ed|ing)?", r"us(?:a|am|ar|ad[oa]s?|ando)", r"utiliz(?:a|am|ar|ad[oa]s?|ando)", r"faz(?:em)? uso d[eoa]", r"compartilh(?:a|am|ar|ad[oa]s?)", r"tem acesso a[o]?",
)  # fmt: skip
STORE = _words(
    r"stor(?:e|es|ed|ing)", r"persist(?:s|ed|ing)?(?: to| in)?", r"sav(?:e|es|ed|ing)", r"keep(?:s|ing)?", r"kept", r"hold(?:s|ing)?", r"held", r"backed by",
    r"armazen(?:a|am|ar|ad[oa]s?)", r"guard(?:a|am|ar|ad[oa]s?)", r"persist(?:e|em|ir|id[oa]s?)", r"grav(?:a|am|ar|ad[oa]s?)", r"salv(?:a|am|ar|o|os)",
)  # fmt: skip
EXPOSE = _words(
    r"expos(?:e|es|ed|ing)", r"offer(?:s|ed|ing)?", r"provid(?:e|es|ed|ing)", r"serv(?:e|es|ed|ing)", r"implement(?:s|ed|ing)?", r"host(?:s|ed|ing)?", r"publish(?:es|ed)?",
    r"expoe(?:m)?", r"exp(?:or|ost[oa]s?)", r"oferec(?:e|em|id[oa]s?)", r"fornec(?:e|em|id[oa]s?)", r"disponibiliz(?:a|am|ad[oa]s?)", r"implement(?:a|am|ad[oa]s?)",
    r"have", r"has", r"tem", r"possu(?:i|em)",
)  # fmt: skip
DEFINE = _words(
    r"defin(?:e|es|ed|ing)", r"own(?:s|ed|ing)?", r"model(?:s|led)?", r"has", r"have", r"manag(?:e|es|ed|ing)", r"declar(?:e|es|ed)", r"contain(?:s|ed)?", r"map(?:s|ped)?",
    r"defin(?:em|id[oa]s?)", r"tem", r"possu(?:i|em)", r"gerenci(?:a|am|ad[oa]s?)", r"persist(?:s|ed|e|em|id[oa]s?)?", r"stor(?:e|es|ed)", r"armazen(?:a|am|ad[oa]s?)",
)  # fmt: skip

CONSUMERS = _words(r"consumers?", r"subscribers?", r"listeners?", r"readers?", r"receivers?", r"recipients?", r"handlers?", r"subscriptions?(?: to| on)", r"end up",
                   r"consumidor(?:es|a|as)?", r"assinantes?", r"ouvintes?", r"leitores?", r"destinatarios?")  # fmt: skip
PUBLISHERS = _words(r"producers?", r"publishers?", r"emitters?", r"senders?", r"writers?", r"sources?", r"come from", r"comes from", r"originates? (?:from|in)",
                    r"produtor(?:es|a|as)?", r"publicador(?:es)?", r"emissor(?:es)?", r"remetentes?", r"ve(?:m|em)")  # fmt: skip
CALLERS = _words(
    r"callers?",
    r"clients?",
    r"invokers?",
    r"requesters?",
    r"incoming (?:calls|requests)",
    r"chamador(?:es)?",
    r"clientes?",
    r"called from where",
)
CALLEES = _words(
    r"calls? (?:does|do|did) (?:the )?<\d+:[a-z]+>(?: \w+)? (?:make|issue|perform|send)",
    r"callees?",
    r"outgoing (?:calls|requests)",
    r"outbound (?:calls|requests)",
)
DEPENDENTS = _words(
    r"dependents",
    r"dependants",
    r"users",
    r"downstreams?",
    r"inbound dependenc(?:y|ies)",
    r"reverse dependenc(?:y|ies)",
    r"usuarios",
    r"dependentes",
)
DEPENDENCIES = _words(
    r"dependenc(?:y|ies)",
    r"upstreams?",
    r"prerequisites?",
    r"(?:must|has to|have to|needs to) be (?:running|up|available|there|in place)(?: for| before)?",
    r"requirements?",
    r"outbound dependenc(?:y|ies)",
    r"dependencias?",
    r"requisitos?",
)

OWN = _words(
    r"own(?:s|ed|er|ers|ership)?", r"maintain(?:s|ed|ers?|ing)?", r"responsib(?:le|ility)(?: for)?", r"in charge(?: of)?", r"look(?:s|ing)? after", r"tak(?:e|es|ing) care of",
    r"belong(?:s|ing)?(?: to)?", r"accountable(?: for)?", r"approv(?:e|es|ed|er|ers)", r"signs? off(?: on)?", r"review(?:s|er|ers)?", r"steward(?:s|ed)?", r"whose", r"answer(?:s|able)? for", r"behind", r"runs", r"build(?:s)? and runs?",
    r"looked after(?: by)?", r"maintained by", r"(?:teams?|squads?) (?:of|for|behind)", r"developed by", r"operated by", r"don[oa]s?(?: d[eoa])?", r"responsave(?:l|is)(?: por| pel[oa])?", r"cuid(?:a|am|ar)(?: d[eoa]s?)?",
    r"mant(?:em|ido|ida|idos|idas)", r"pertenc(?:e|em|er)(?: a[o]?)?", r"proprietari[oa]s?", r"encarregad[oa]s?(?: d[eoa])?", r"responde(?:m)? por", r"pel[oa] qual",
)  # fmt: skip
ON_CALL = _words(
    r"(?:should|must|needs? to|has to) be (?:contacted|called|paged|informed|notified|alerted|told|asked)(?: about| regarding| for| when| if)?",
    r"contacts? (?:for|of|person|details|point)", r"point of contact", r"contato (?:d[eoa]|para)",
    r"on[- ]call", r"pag(?:e|ed|er|ing)", r"escalat(?:e|ed|ion)", r"wake(?: up)?", r"(?:do|should|can|must|would) (?:i|we|you|one) (?:call|ring|phone|contact|ask|reach|alert|notify|inform|talk to|turn to|ping|bother)",
    r"(?:to|whom to|who to) (?:call|ring|phone|contact|ask|alert|notify|inform|talk to|ping)", r"plantao", r"plantonistas?", r"sobreaviso",
    r"(?:devo|posso|preciso|eu|a gente|devemos) (?:aciono|aciona|acionar|ligar|ligo|avisar|aviso|chamar|chamo|perguntar|falar|contatar)", r"escal(?:ar|ono|o)",
)  # fmt: skip

# --- What goes wrong ------------------------------------------------------------------------------------

FAIL = _words(
    r"fail(?:s|ed|ing|ure|ures)?", r"(?:go|goes|going|went|is|are|be|being|was|gets?|taken?|takes?|brought|falls?|comes?|shuts?|shut|bring|brings) (?:\w+ )?(?:down|offline|dark|away|bust)",
    r"down", r"offline", r"outages?(?: of| in| at)?", r"die(?:s|d)?", r"dying", r"dead", r"crash(?:es|ed|ing)?", r"unavailab(?:le|ility)", r"disappear(?:s|ed)?", r"vanish(?:es|ed)?",
    r"(?:switch|turn|shut|switched|turned|switching|turning) (?:\S+ )?(?:off|down)", r"los(?:e|es|ing|t|s)(?: of)?", r"without", r"blast radius", r"knocked out", r"knock(?:s)? out",
    r"(?:stop|stops|stopped|stopping|quit|quits)(?: to)? (?:work|working|answer|answering|respond|responding|function|functioning|run|running)",
    r"break(?:s|ing|age)?", r"broke(?:n)?", r"remov(?:e|es|ed|ing|al)", r"delet(?:e|es|ed|ing)", r"decommission(?:s|ed|ing)?", r"retir(?:e|ed|ing)", r"kill(?:s|ed|ing)?",
    r"unreachable", r"not (?:reachable|available|responding|answering|there|up)", r"degrad(?:e|es|ed)", r"hang(?:s)?", r"explod(?:e|es)", r"blow(?:s|n)? up",
    r"misbehav(?:e|es|ing)", r"burn(?:s)?", r"times? out", r"stop", r"stops", r"falls? over", r"chang(?:e|es|ed|ing)(?: (?:in|to|of))?", r"disrupted", r"disruption(?: of| in)?", r"goes",
    r"ca[ií]r?", r"cai(?:a|u)?", r"cair(?:em)?", r"falh(?:a|as|e|ar|asse)", r"quebr(?:a|am|ar|e)", r"para(?:m)? (?:de \w+|se|quando|caso)", r"par(?:ar|ou|e|asse|aria)", r"(?:sai|sair|saia|fica|ficar|ficasse|estiver|for|fosse)(?: \w+)? (?:do ar|fora do ar|indisponivel|desligad[oa]|removid[oa]|offline)",
    r"fora do ar", r"indisponi(?:vel|veis|bilidade)", r"morr(?:e|er|eu)", r"sumir", r"some", r"sem", r"desligar(?:mos|em)?", r"remover(?:mos|em)?", r"queda(?: d[eoa])?", r"raio de (?:explosao|impacto|alcance)", r"derrub(?:a|ar|ada|ado)", r"mud(?:ar|armos|anca|ancas)",
)  # fmt: skip
SUFFER = _words(
    r"how (?:critical|important|essential|central)", r"surviv(?:e|es|ed)", r"unaffected", r"sobreviv(?:e|em|er|eria|eriam)",
    r"affect(?:s|ed|ing)?", r"impact(?:s|ed|ing)?", r"hit", r"suffer(?:s|ed|ing)?", r"hurt(?:s)?", r"harmed", r"notic(?:e|es)", r"feels?(?: it)?", r"in trouble", r"concerned", r"touch(?:es|ed)?",
    r"consequences?", r"breaks?", r"stops? working", r"what happens", r"happens", r"fall(?:s)? over", r"pulled down", r"dragged down", r"blast radius", r"knock-on", r"ripple(?:s)?", r"casualt(?:y|ies)", r"at risk", r"exposed to",
    r"afet(?:a|am|ar|ad[oa]s?)", r"impact(?:o|os|a|am|ad[oa]s?)", r"atingid[oa]s?", r"sofr(?:e|em|er|eria|eriam)", r"sent(?:e|em|ir|iria|iriam)", r"quebr(?:a|am|aria|ariam)", r"para(?:m)? (?:de \w+|se|quando|caso)", r"par(?:aria|ariam|ar)(?: de \w+)?", r"acontec(?:e|er|eria)", r"prejudicad[oa]s?", r"consequencias?",
)  # fmt: skip

# --- Ways through the estate ---------------------------------------------------------------------------

PATH = _words(
    r"paths?", r"routes?", r"trac(?:e|es|ing)", r"chains?", r"flows?", r"flowing", r"hops?", r"ways?", r"reach(?:es|ed|ing)?", r"get(?:s)?(?: \w+)? from", r"gets? to", r"journey", r"travel(?:s|led)?",
    r"through (?:which|what)", r"via (?:which|what)", r"pass(?:es|ed)?(?: through)?", r"between", r"connection(?:s)?", r"connected", r"connects?", r"linked", r"links?", r"lead(?:s)?(?: from| to)?", r"end(?:s)? up", r"walk", r"follow",
    r"caminhos?", r"rotas?", r"trajetos?", r"percursos?", r"cadeias?", r"fluxos?", r"cheg(?:a|am|ar|ue|ando)(?: (?:a|ao|em|ate))?", r"alcanc(?:a|am|ar)", r"pass(?:a|am|ar)", r"entre", r"ligad[oa]s?", r"conectad[oa]s?", r"conexao", r"por onde", r"saltos?", r"atraves de (?:que|quais)",
)  # fmt: skip
INDIRECT = _words(
    r"indirect(?:ly)?",
    r"transitive(?:ly)?",
    r"eventually",
    r"in the end",
    r"somehow",
    r"indiret(?:o|a|amente)",
    r"transitiv(?:o|amente)",
    r"in any way",
    r"at all",
)
DIRECT = _words(r"direct(?:ly)?", r"straight", r"diretamente", r"diret[oa]")

# --- Decisions and incidents ---------------------------------------------------------------------------

DECISION = _words(
    r"architectur\w+ (?:rules?|constraints?|guidelines?)",
    r"rules? (?:appl|bind|govern|constrain)\w*",
    r"regras de arquitetura",
    r"decisions?",
    r"adrs?",
    r"(?:decision|architecture) records?",
    r"decided",
    r"decisao",
    r"decisoes",
    r"registros? de decis\w+",
    r"decidid[oa]s?",
    r"proposals?",
    r"propostas?",
    r"constraints?",
    r"rulings?",
)
GOVERN = _words(
    r"govern(?:s|ed|ing)?", r"bind(?:s|ing)?", r"bound(?: by)?", r"constrain(?:s|ed|ing|ts?)?", r"appl(?:y|ies|ied|icable)(?: to)?", r"concern(?:s|ed|ing)?", r"affect(?:s|ed|ing)?", r"impact(?:s|ed)?", r"touch(?:es|ed)?", r"cover(?:s|ed)?",
    r"follow(?:s|ed)?", r"comply", r"complies", r"obey(?:s)?", r"respect(?:s)?", r"subject to", r"covered by", r"regulat(?:e|es|ed)", r"about", r"over", r"relevant", r"restrict(?:s|ed)?", r"hit", r"under", r"break(?:s)?", r"violat(?:e|es|ed)",
    r"govern(?:a|am|ad[oa]s?)", r"reg(?:e|em|id[oa]s?)", r"aplic(?:a|am|ar|ad[oa]s?)", r"val(?:e|em)", r"afet(?:a|am|ad[oa]s?)", r"restring(?:e|em)", r"restrit[oa]s?", r"segu(?:e|em|ir)", r"sobre", r"concern(?:e|em|ente)", r"impact(?:a|am|ad[oa]s?)", r"atingid[oa]s?", r"sujeit[oa]s?",
)  # fmt: skip
SUPERSEDE = _words(r"supersed(?:e|es|ed|ing)", r"superced(?:e|es|ed)", r"replac(?:e|es|ed|ing|ement)", r"supplant(?:s|ed)?", r"obsolet(?:e|es|ed)", r"overr(?:ide|ides|ode|idden|ule|ules|uled)", r"success(?:or|ors)", r"predecessors?", r"(?:took|takes|take) (?:the|its) place",
                   r"substitu(?:i|iu|em|ir|id[oa]s?)", r"revog(?:a|ou|ad[oa]s?)", r"sucessor(?:a)?", r"came after", r"instead of")  # fmt: skip
AMEND = _words(
    r"amend(?:s|ed|ing|ments?)?",
    r"modif(?:y|ies|ied)",
    r"refin(?:e|es|ed)",
    r"extend(?:s|ed)?",
    r"emend(?:a|ou|ad[oa]s?)",
    r"alter(?:a|ou|ad[oa]s?)",
    r"complement(?:a|ou|s|ed)?",
)
INCIDENT = _words(
    r"incidents?",
    r"post-?mortems?",
    r"outages",
    r"coes?",
    r"failures",
    r"accidents?",
    r"incidentes?",
    r"panes?",
    r"pos-mortems?",
)

# --- What an answer consists of ------------------------------------------------------------------------

KINDS: dict[str, re.Pattern[str]] = {
    "Service": _words(r"services?", r"micro-?services?", r"apps?", r"applications?", r"components?", r"servicos?", r"microsservicos?", r"aplicac(?:ao|oes)", r"aplicativos?", r"componentes?",
                      r"(?:external|outside|third[- ]party|foreign) (?:systems?|parties|apis?|services?)", r"sistemas? extern[oa]s?", r"third parties", r"brokers?", r"gateways?", r"backends?", r"deployables?"),
    "Endpoint": _words(r"endpoints?", r"routes?", r"apis?", r"operations?", r"urls?", r"rpcs?", r"resources?", r"methods?", r"rotas?", r"operac(?:ao|oes)", r"metodos?", r"mutations?"),
    "Topic": _words(r"topics?", r"queues?", r"channels?", r"streams?", r"exchanges?", r"topicos?", r"filas?", r"canal", r"canais"),
    "Event": _words(r"events?", r"messages?", r"eventos?", r"mensage(?:m|ns)"),
    "Database": _words(r"databases?", r"dbs?", r"datastores?", r"data stores?", r"stores?", r"caches?", r"schemas?", r"bancos?(?: de dados)?", r"bases? de dados", r"storage"),
    "ADR": _words(r"adrs?", r"decisions?", r"decision records?", r"decisoes", r"decisao", r"proposals?", r"propostas?"),
    "Incident": _words(r"incidents?", r"post-?mortems?", r"outages", r"incidentes?", r"pos-mortems?"),
    "Team": _words(r"teams?", r"squads?", r"groups?", r"equipes?", r"times?", r"owners?", r"donos?"),
    "Entity": _words(r"entit(?:y|ies)", r"tables?", r"aggregates?", r"domain objects?", r"entidades?", r"tabelas?", r"agregad[oa]s?"),
    "Subscription": _words(r"subscriptions?", r"consumer groups?", r"inscric(?:ao|oes)", r"assinaturas?", r"grupos? de consumidores?"),
    "Library": _words(r"librar(?:y|ies)", r"packages?", r"frameworks?", r"bibliotecas?", r"pacotes?"),
    "Doc": _words(r"documents?", r"docs", r"documentation", r"runbooks?", r"readmes?", r"rfcs?", r"documentos?"),
    "System": _words(r"systems?", r"sub-?systems?", r"domains?", r"subsistemas?", r"sistemas?", r"dominios?"),
    "Language": _words(r"(?:programming )?languages?", r"linguagens?(?: de programacao)?"),
    "Community": _words(r"communit(?:y|ies)", r"clusters?", r"comunidades?"),
}  # fmt: skip
SUBSYSTEM = _words(
    r"sub-?systems?",
    r"domains?",
    r"areas?",
    r"communit(?:y|ies)",
    r"clusters?",
    r"systems?",
    r"modules?",
    r"bounded contexts?",
    r"parts?",
    r"side",
    r"landscape",
    r"subsistemas?",
    r"sistemas?",
    r"dominios?",
    r"partes?",
    r"comunidades?",
    r"modulos?",
)
WHOLE = _words(r"(?:whole|entire|overall|complete) (?:estate|system|architecture|platform|landscape|thing|picture|shop|application|app)", r"as a whole", r"estate", r"architecture", r"landscape", r"big picture", r"everything", r"hangs? together", r"fits? together",
               r"arquitetura", r"visao geral", r"sistema (?:como um )?todo", r"o todo", r"conjunto", r"high[- ]level", r"overall", r"structured?", r"(?:main|major|biggest|principal|important) (?:parts?|components?|building blocks|pieces|subsystems?|areas?)", r"made up of", r"estruturad[oa]", r"partes principais")  # fmt: skip
OVERVIEW = _words(
    r"overview",
    r"summary",
    r"summari[sz]e",
    r"describe",
    r"explain",
    r"introduc(?:e|tion)",
    r"tell",
    r"about",
    r"what (?:does|do) .* do",
    r"what is",
    r"what are",
    r"visao geral",
    r"resum(?:o|a|e)",
    r"descrev(?:a|e|er)",
    r"expli(?:que|ca|car)",
    r"o que faz(?:em)?",
    r"o que e",
    r"fale",
    r"sobre",
)

# --- How the question is put --------------------------------------------------------------------------

WH = re.compile(
    r"(?<![\w<:-])(?:who|whom|whose|what|which|where|how|why|when|quem|qual|quais|quant[oa]s?|onde|como|por ?que|porque|quando|cade|o que|que|a que|de que)(?![\w>-])"
)
COUNT = _words(r"how many", r"number of", r"count(?: of)?", r"quant[oa]s", r"numero de", r"how much")
LIST = _words(
    r"list",
    r"name",
    r"enumerate",
    r"show(?: me)?",
    r"give(?: me)?",
    r"all",
    r"every",
    r"each",
    r"display",
    r"liste",
    r"listar",
    r"mostre",
    r"mostrar",
    r"enumere",
    r"tod[oa]s",
    r"cada",
    r"quais",
    r"which",
    r"what",
    r"que",
    r"there",
    r"existem",
    r"ha",
)
POLAR = re.compile(
    r"^(?:so |and |but |then |e |mas )?(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|may|might|must|am|true or false|e verdade|existe|existem|ha|sera|tem|alguem|algum|alguma|e|esta|estao|foi|foram|sao|pode)(?![\w>-])"
)
TAG = _words(
    r"right",
    r"correct",
    r"true",
    r"is it not",
    r"does it not",
    r"is that so",
    r"certo",
    r"nao e",
    r"ne",
    r"correto",
    r"verdade",
)
ANYTHING = _words(
    r"any(?:thing|one|body)?",
    r"some(?:thing|one|body)",
    r"any (?:services?|consumers?|callers?|\w+)",
    r"algu(?:em|m|ma)",
    r"algum \w+",
    r"alguma \w+",
    r"alguma coisa",
    r"no ?one",
    r"nobody",
    r"nothing",
    r"none",
    r"ninguem",
    r"nada",
    r"nenhum(?: \w+)?",
)
NOBODY = _words(
    r"nobody",
    r"no ?one",
    r"nothing",
    r"none",
    r"ninguem",
    r"nada",
    r"nenhum[a]?",
    r"no (?!longer)[a-z-]+",
    r"without",
    r"sem",
    r"lack(?:s|ing)?",
    r"missing",
    r"un(?:owned|used|consumed|called)",
    r"never",
    r"nao te(?:m|em)",
)
NOT = _words(r"not", r"never", r"nao", r"nunca", r"no longer", r"neither")
WHY = re.compile(r"(?<![\w<:-])(?:why|por que|porque|reasons?|rationale|motivos?|razao)(?![\w>-])")
HAPPENED = _words(r"happened", r"what went wrong", r"root cause", r"aconteceu", r"houve", r"causa", r"went wrong")
ADVICE = _words(
    r"how (?:do|can|should|to|must) ?(?:i|we|you|one)?",
    r"what (?:should|can|must|do) (?:i|we|you|one)",
    r"steps?",
    r"o que (?:devo|fazer)",
    r"como (?:eu|devo|posso|fazer|faco|se)",
    r"procedure",
    r"procedimento",
    r"guide",
    r"instructions?",
)
POLITE = re.compile(
    r"^(?:(?:hi|hello|hey|ok|so|please|well|now|ola|oi|por favor|can you|could you|would you|will you|do you know|do we know|i would like to know|i want to know|i need to know|i wonder|i was wondering|"
    r"please tell me|tell me|let me know|help me understand|remind me|quickly|voce pode|voce sabe|poderia|pode|me diga|me dizer|diga|diga-me|me conte|gostaria de saber|quero saber|preciso saber|sabe dizer|sabe)\s+)+(?:if |whether |se )?"
)
SEVERITY = _words(r"sev-?\d", r"p[0-4]", r"severity \d", r"critical|major|minor")
LAYERS: dict[str, re.Pattern[str]] = {
    "parsed": _words(r"in (?:its|the|their) (?:source )?code", r"in code", r"em codigo", r"according to (?:the|its) code", r"by its code", r"codigo"),
    "observed": _words(r"in (?:the )?traces?", r"observed", r"in production", r"actually seen", r"measured", r"nos? traces?", r"observad[oa]s?", r"em producao", r"traffic shows"),
    "declared": _words(r"declared", r"by declaration", r"in the catalog(?:ue)?", r"declarad[oa]s?", r"on paper", r"em papel"),
}  # fmt: skip
FILLER = _words(
    r"to (?:work|run|function|live|start|operate)",
    r"para (?:funcionar|rodar)",
    r"lives?",
    r"sits?",
    r"in total",
    r"at the moment",
    r"over (?:http|grpc|rest|kafka)",
)
"""Phrases that add nothing."""
RUN_TIME = _words(r"(?:at )?run-?time", r"at run time", r"em (?:tempo de )?execucao", r"while running")
LANGUAGES: dict[str, re.Pattern[str]] = {
    "python": _words(r"python"), "java": _words(r"java"), "kotlin": _words(r"kotlin"), "go": _words(r"golang", r"in go", r"go (?:services?|microservices?|apps?|code)", r"em go", r"servicos go", r"is go", r"using go"),
    "typescript": _words(r"typescript", r"ts"), "javascript": _words(r"javascript", r"node(?:\.?js)?", r"js"), "csharp": _words(r"c#", r"csharp", r"c sharp", r"\.?net", r"dotnet", r"asp\.net"), "php": _words(r"php"),
    "ruby": _words(r"ruby", r"rails"), "rust": _words(r"rust"), "scala": _words(r"scala"),
}  # fmt: skip
STATUSES: dict[str, re.Pattern[str]] = {
    "accepted": _words(r"accepted", r"in force", r"in effect", r"adopted", r"approved", r"active", r"valid", r"binding", r"current(?:ly)?", r"aceit[oa]s?", r"em vigor", r"vigentes?", r"aprovad[oa]s?", r"valid[oa]s?", r"agreed"),
    "proposed": _words(r"proposed", r"proposals?", r"(?:still )?open", r"drafts?", r"pending", r"undecided", r"under discussion", r"not (?:yet )?decided", r"propost[oa]s?", r"abert[oa]s?", r"pendentes?", r"rascunhos?", r"em discussao"),
    "rejected": _words(r"rejected", r"declined", r"turned down", r"refused", r"dismissed", r"rejeitad[oa]s?", r"recusad[oa]s?", r"negad[oa]s?"),
    "deprecated": _words(r"deprecated", r"retired", r"depreciad[oa]s?", r"descontinuad[oa]s?", r"obsolet[oa]s?"),
    "superseded": _words(r"superseded", r"superceded", r"replaced", r"no longer (?:valid|in force|apply)", r"substituid[oa]s?", r"revogad[oa]s?"),
}  # fmt: skip
ROLES: dict[str, re.Pattern[str]] = {
    "external": _words(r"external", r"outside", r"third[- ]part(?:y|ies)", r"foreign", r"extern[oa]s?", r"de terceiros", r"terceiros", r"not ours"),
    "gateway": _words(r"gateways?"), "broker": _words(r"brokers?", r"message brokers?"), "config": _words(r"config(?:uration)? (?:servers?|services?)"),
    "discovery": _words(r"discovery(?: servers?| services?)?", r"registr(?:y|ies)"), "auth": _words(r"auth(?:entication|orization)? (?:servers?|services?)"),
    "monitoring": _words(r"monitoring(?: services?| tools?)?"), "proxy": _words(r"prox(?:y|ies)"), "load-generator": _words(r"load generators?"),
}  # fmt: skip
DOCUMENTS: dict[str, re.Pattern[str]] = {
    "runbook": _words(r"runbooks?"),
    "readme": _words(r"readmes?"),
    "rfc": _words(r"rfcs?"),
}
STORES: dict[str, re.Pattern[str]] = {
    "postgres": _words(r"postgres(?:ql)?", r"pg"), "mysql": _words(r"mysql"), "mariadb": _words(r"mariadb"), "mongo": _words(r"mongo(?:db)?"), "redis": _words(r"redis", r"valkey"), "sqlserver": _words(r"sql ?server", r"mssql"),
    "elasticsearch": _words(r"elastic(?:search)?"), "cassandra": _words(r"cassandra"), "oracle": _words(r"oracle"), "sqlite": _words(r"sqlite"), "memcached": _words(r"memcached?"), "dynamodb": _words(r"dynamo(?:db)?"),
}  # fmt: skip
BROKERS: dict[str, re.Pattern[str]] = {
    "kafka": _words(r"kafka"), "rabbitmq": _words(r"rabbit(?:mq)?", r"amqp"), "pubsub": _words(r"pub ?/?sub", r"pubsub"), "sqs": _words(r"sqs"), "sns": _words(r"sns"), "nats": _words(r"nats"), "kinesis": _words(r"kinesis"), "redis": _words(r"redis"),
}  # fmt: skip
PROTOCOLS: dict[str, re.Pattern[str]] = {
    "grpc": _words(r"grpc", r"rpc"),
    "graphql": _words(r"graphql"),
    "http": _words(r"http", r"rest(?:ful)?"),
}
