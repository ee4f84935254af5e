"""Words that a report may use although no fact holds them: they name nothing."""

import re

NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty""".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "dozen": 12}  # fmt: skip

MONTHS = frozenset("january february march april may june july august september october november december".split())

ACRONYMS = frozenset(
    """ADR ADRs API APIs HTTP HTTPS REST gRPC GraphQL SQL NoSQL JSON XML YAML AMQP TCP URL URLs CODEOWNERS SLA SLO UI ID IDs
    CRUD CPU TTL RPC DNS TLS I SEV SEV1 SEV2 SEV3 SEV4 CI CD""".split()
)

COMPOUND = re.compile(
    r"(?:non|re|pre|post|cross|multi|single|double|high|low|long|short|real|well|self|co|inter|intra|sub|up|down|one|two|three|four"
    r"|half|full|part|semi|first|second|third|read|write|on|off|in|out|over|under|cut|event|message|request|response|publish|pub"
    r"|point|end|time|run|set|back|follow|fan|stand|day|round|start|shut|ever|much|most|best|least|far|near|close|loosely|tightly"
    r"|closely|highly|domain|data|service|business|customer|user|third|side|team|community|cache|queue|network|server|client)"
    r"(?:-[a-z]+)+"
    r"|[a-z]+(?:-[a-z]+)*-(?:based|driven|only|wide|facing|related|specific|level|side|in|out|up|off|on|to|of|by|free|like|time|way"
    r"|bound|heavy|light|aware|oriented|backed|owned|shared|sourced|consuming|critical|sensitive|ready|side|style|term|grained"
    r"|coupled|linked|connected|term|scale|party)"
)
"""Ordinary compounds: `read-only`, `event-driven`, `end-to-end`."""

_DETERMINERS = """a an the this that these those each every all any no some both either neither another other others its their
our his her such which what whose same own only one single more most many several few various certain them us me you it else""".split()
_ADJECTIVES = """external internal outside inside upstream downstream central core shared common main important critical
dependent independent separate different remaining following new old whole entire single individual owning responsible
consuming publishing calling called depending affected involved relevant related adjacent neighbouring neighboring surrounding
underlying supporting small large big busy busiest known unknown declared other key primary secondary closely linked
relational dedicated private public local global business backend frontend web application infrastructure platform software
source target member hub""".split()
_JOINING = """and or but nor so yet of to in on at by for from with without within through over under between among around
about after before during since until than then when where while because if though although as also too not never always often
directly indirectly only just even mostly mainly largely together alone apart here there now once again well""".split()
_VERBAL = """is are was were be been being has have had do does did can could may might must shall should will would need
needs keep keeps hold holds own owns call calls read reads write writes publish publishes consume consumes use uses used
make makes made take takes give gives get gets go goes come comes run runs serve serves handle handles provide provides
offer offers expose exposes store stores depend depends rely relies sit sits stand stands follow follows include includes
contain contains connect connects link links send sends receive receives listen listens""".split()
_NOUNS = """service services system systems subsystem subsystems community communities group groups part parts estate team
teams owner owners topic topics event events message messages queue queues database databases data store stores cache caches
endpoint endpoints interface interfaces api apis method methods call calls caller callers consumer consumers publisher publishers
reader readers writer writers user users dependency dependencies dependent dependents neighbour neighbours record records decision
decisions incident incidents failure failures outage change changes request requests traffic work flow flows path paths centre
center heart role rating reason fact facts figure figures number numbers rest thing things nothing everything something anything
nobody somebody anybody everyone anyone everybody library libraries code configuration catalogue catalog entity entities schema
version versions contract contracts broker brokers gateway gateways store kind kinds language languages call-out responsibility
ownership domain process processes operation operations action actions result results way ways place places point points side
sides line lines border borders name names list lists step steps""".split()

NOT_NAMES = frozenset([*_DETERMINERS, *_ADJECTIVES, *_JOINING, *_VERBAL, *_NOUNS])
"""Words that name nothing before `service` or after `calls`."""

SUBJECTS = frozenset(
    [
        *NOT_NAMES,
        *"they he she we i who there here this these those none neither nobody".split(),
        *"directly usually normally typically mainly mostly currently already still now".split(),
    ]
)
"""Words that may stand before `calls` or `is`."""
