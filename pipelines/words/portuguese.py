"""Portuguese questions over English texts and over Portuguese ones: stems, and what the words of the field are in English.

A stem stands for every word that begins with it and has at most five letters more: `pedid` for pedido, pedidos.
"""

from pipelines.words.stop_words import ENGLISH, PORTUGUESE

_ENDING = 5
_LEAST_STEM = 4
_SUFFIXES = sorted(
    """amentos imentos amento imento acoes icoes acao icao adores idores ador idor adas idas ados idos ada ida ado ido
    mente ancia encia aveis iveis avel ivel oes ais eis ndo ram rao rem sse ria vam ava iam ia ar er ir am em es as os
    ou eu iu a e o s""".split(),
    key=len,
    reverse=True,
)
_GLOSSARY = """
abert open; acess access; acion trigger; acontec happen; adicion add; adquirent acquirer; agend schedule; ajust adjust;
alert alert alarm; alfandeg customs; alter change; ambient environment; anunci ad advert; apag delete remove clear;
aplicac application; aprov approve accept; aprovad approved accepted; armazem warehouse; armazen store storage;
arquiv file archive; arquitet architecture; assin sign signature subscription; assinatur signature subscription;
atras late lag delay; atrasad late lag behind; atualiz update refresh; aument increase; ausent missing; autentic authenticate login;
autoriz authorise authorize; avali rate review assess; aviso notice notification; banco database; bloque block lock; busc search find;
cach cache; cadastr register; caix box; calcul compute calculate; cancel cancel; camad layer; campo field; carreg load charge;
carrinh cart basket; cartao card; catalog catalog catalogue; caus cause; cham call; chav key; cheg arrive; client customer client;
cobr charge bill; cobranc charge; codig code; colet collect; compartilh share; compr buy purchase; comprador buyer customer;
comunic communicate; conect connect; configur configuration settings; confirm confirm; conserv keep; consult query; consum consume consumer;
consumid consumer; cont account count; contrat contract; convers conversion; conver convert; corrig fix; correi mail email;
credit credit; cri create; criad created; dado data; decid decide; decis decision; depend depend dependency; descart discard reject;
descont discount; desconect disconnect; desenvolv develop; deslig off disable shut; despach dispatch ship; destin destination target;
detect detect; devolu return refund; dinheir money; disponib availability available; domini domain; duplic duplicate twice; emiss issue;
embal pack parcel; encomend parcel order; endereco address; entreg delivery deliver ship; envi send ship dispatch; equip team;
erro error failure; escal scale; escolh choose; escrev write; escut listen; espac space; esper wait; esquem schema; estad state status;
estoqu stock inventory; evento event; evolu evolve; exclu delete exclude; execu run execute; exib show display; expir expire; export export;
extern external; falh failure fail fault; fatur invoice bill; fech close; fil queue; fornec supply provide;
fraud fraud; frent front; fret shipping freight; funcao function; funcion work; gateway gateway; ger generate manage; grav save write record;
guard store keep save; histor history; hospedag hosting; identid identity; imag image; implant deploy deployment; incident incident; inform inform;
inici start begin; instal install; instanc instance; integr integrate integration; interromp interrupt stop; invent inventory; item item;
le read; leitur read; lent slow; ler read; lib release free; libert free release; limit limit; limp clear clean; list list; lista list;
log log; loj shop store; manten keep maintain; marc mark brand; mensag message; moed currency coin; mud change move;
negoc business; nivel level; nome name; notific notification notify; noturn nightly night; novo new; obrig must require; ocorr occur happen; opcao option;
orcament budget quote; ordem order; pacot package parcel; pagament payment; pag pay payment page; pagin page; painel dashboard; par stop; parad stopped down outage;
parceir partner; pass step pass; passo step; pedid order request; perd lose loss; perfil profile; permis permission; permit allow; pesquis search;
piorar worse; planejad planned; plant plant; porta port; postmortem postmortem; prazo deadline period; prec price; preco price; precif pricing; preench fill; prefer prefer;
prev predict forecast; problem problem; process process; produc production; produt product; produz produce; propost proposal; proteg protect secure;
provedor provider; public publish public; qued outage down; quantid quantity amount; quebr break broken; rastre tracking trace; rastreament tracking;
recalcul recompute; receb receive; recomend recommend; recus refuse reject; red network; reduz reduce; reembols refund; regist record register log; regr rule;
reinici restart; rejeit reject; relat report; repet repeat retry; repositor repository; requis request; reserv reservation reserve; resposta response answer reply;
resum summary; retent retry; risc risk; rot route; rotin routine; saldo balance; salv save; seguranc security; selec select; senh password; serv service server; servic service;
servidor server; sess session; sincron synchronous; sistem system; sobrecarg overload; solicit request; som sum add; subsistem subsystem; substitu replace supersede;
suport support; tabel table; taref task job; tax rate tax fee; tel screen; temp time; tempor temporary; tent try attempt; terceir third; test test; time team; tir take remove;
topic topic; total total; trabalh work job; traduz translate; transac transaction; transport carrier transport; trat handle; troc exchange swap; usuari user; utiliz use;
valid validate valid; valor value amount; varej retail; vend sale sell; venc expire due; verific verify check; versao version; vers version; visit visit; vitrin storefront; volt return
"""
_ENGLISH_OF = {stem: tuple(words) for entry in _GLOSSARY.split(";") for stem, *words in (entry.split(),)}

_LEAST_TOLD = 6
"""Letters of a stem from which it hardly begins an English word that means something else."""
_PORTUGUESE_OF: dict[str, tuple[str, ...]] = {}
for _stem, _words in _ENGLISH_OF.items():
    for _word in _words if len(_stem) >= _LEAST_TOLD else ():
        _PORTUGUESE_OF[_word] = (*_PORTUGUESE_OF.get(_word, ()), _stem)


def is_portuguese(words: list[str]) -> bool:
    """Whether the words of a question, folded, are rather Portuguese than English, judged by those that every sentence has."""
    portuguese = sum(word in PORTUGUESE and word not in ENGLISH for word in words)
    return portuguese > sum(word in ENGLISH and word not in PORTUGUESE for word in words)


def in_english(word: str) -> tuple[str, ...]:
    """What a folded Portuguese word is in English, as far as the glossary goes."""
    for length in range(len(word), 1, -1):
        if length >= len(word) - _ENDING and word[:length] in _ENGLISH_OF:
            return _ENGLISH_OF[word[:length]]
    return ()


def in_portuguese(word: str) -> tuple[str, ...]:
    """Stems of what a folded English word, singular or plural, is in Portuguese; those alone that tell by themselves."""
    return _PORTUGUESE_OF.get(word) or _PORTUGUESE_OF.get(word.removesuffix("s"), ())


def portuguese_stem(word: str) -> str:
    """The beginning that a word shares with its other forms: `enviados` and `enviar` give `envi`."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _LEAST_STEM:
            return word.removesuffix(suffix)
    return word
