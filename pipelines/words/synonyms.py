"""Words that people and texts use for the same thing, in the language of services, shops and operations."""

_GROUPS = """
account profile user | add create insert new register | again repeat retry retries | alert alarm page notify | amount sum total price |
authenticate login sign-in password | authorise authorize permission allow access | basket cart | batch bulk |
begin start launch boot initial | break fail failure error crash outage down | browser client frontend page storage |
buy purchase order checkout | cache cached ttl | calculate compute calculation | cancel cancelled void abort | carrier courier shipper |
change modify update edit | charge payment pay bill capture | check verify validate validation assess | choose select pick |
client customer buyer shopper visitor user | close shut stop | collect gather aggregate | compare match | configuration config settings options |
confirm acknowledge accept | connect connection | consume read receive listen subscribe handle | convert conversion exchange | count counter counted |
country region | currency money | delay latency slow lag wait | delete remove erase drop clear | deliver delivery ship shipping dispatch |
deploy deployment release rollout install | detect find recognise | discount rebate promotion offer bundle | distribute spread balance |
duplicate twice idempotent idempotency once | email mail message | enough sufficient available stock | event message | evict drop expire |
expire expiry timeout deadline | fallback degraded default circuit | fetch get load retrieve query | first initial seed start | fraud risk suspicious |
free release return | function method handler | generate create produce | grow increase scale | hold reserve reservation | image picture photo |
inventory stock warehouse | invoice bill receipt | job task worker | keep store save persist hold | key secret credential token | label tag |
leave exit quit | limit cap bound throttle maximum | list search browse | load traffic simulate | log logging trace | lost missing gone |
merge join combine | metric measure monitor monitoring | migrate migration move | name title | network connection | night nightly scheduled |
notify notification mail alert | order purchase | owner team oncall | package parcel shipment box | password secret hash | pay payment charge |
picture image | place create submit | price cost quote rate | progress status state listener | publish send emit produce | queue topic broker |
quick fast | rate rating review score | recommend recommendation suggest | refund reimburse return | refuse reject deny decline | region zone |
reject refuse invalid | remind reminder notification | replay again reprocess | request call | resemble similar similarity | reset clear |
retry again backoff | roll revert undo | rule rules validator condition policy | run start execute launch | same equal duplicate |
schedule cron timer periodic | schema contract format version | search find lookup | secure security protect | send publish emit dispatch |
session cookie login | settle settled paid | sign signature hmac signed | simulate simulated generator load behaviour | sort rank order |
store save persist database repository | stuck blocked lag stop | sum total add | switch toggle flag enable | tax vat | team owner | test check |
tracking number shipment | turn enable toggle | twice duplicate idempotent | user account customer | validate rule check | vendor supplier |
verify check validate signature | visible public expose | warehouse stock storage | webhook callback notification | write save store
"""
_LEAST = 3


def _read() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for group in _GROUPS.split("|"):
        words = group.split()
        for word in words:
            found.setdefault(word, {}).update(dict.fromkeys(other for other in words if other != word))
    return {word: tuple(others) for word, others in found.items()}


_OTHERS = _read()
WORDS = tuple(sorted(_OTHERS))
"""Every word that has synonyms."""


def synonyms(word: str) -> tuple[str, ...]:
    """Other words for a folded English word or a plain form of it (`counted` as `count`), none where none is known."""
    for ending in ("", "s", "es", "d", "ed", "ing", "ned", "ning"):
        stem = word.removesuffix(ending)
        if len(stem) >= _LEAST and (stem != word or not ending):
            for plain in (stem, f"{stem}e"):
                if plain in _OTHERS:
                    return _OTHERS[plain]
    return ()
