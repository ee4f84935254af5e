"""The status of a decision record, normalised from whatever word, emoji or language its author used."""

import re

_WORDS: tuple[tuple[str, str], ...] = (
    ("superseded", r"supers?[ec]*ded|superse[cd]+ed|replaced|obsoleted by|substitu[ií]d[oa]|supersedid[oa]"),
    ("deprecated", r"deprecated|obsolete|retired|outdated|no longer (?:valid|relevant|in force)|sunset|descontinuad[oa]|obsolet[oa]|depreciad[oa]|deprecad[oa]"),
    ("rejected", r"reject(?:ed)?|declined|refused|withdrawn|abandoned|cancell?ed|not (?:accepted|approved)|dropped|won['\u2019]?t do|rejeitad[oa]|recusad[oa]|cancelad[oa]"),
    ("draft", r"draft|wip|work in progress|rascunho|em elabora[cç][aã]o"),
    ("proposed", r"propos(?:ed|al)|provisional|in (?:review|consideration|discussion)|under (?:review|discussion|consideration)|review|pending|in discussion|rfc|open|tbd|in progress|on hold|deferred|postponed|parked"
     r"|experimental|trial|propost[oa]|adiad[oa]|em (?:an[aá]lise|discuss[aã]o|revis[aã]o)|pendente"),
    ("accepted", r"accept(?:ed)?|approved|adopted|agreed|decided|final(?:ised|ized)?|implemented|done|active|in force|in use|enacted|ratified|complete[d]?|implementable|current|valid"
     r"|aceit[oa]|aprovad[oa]|adotad[oa]|implementad[oa]|vigente|ativ[oa]|decidid[oa]|conclu[ií]d[oa]"),
)  # fmt: skip
_STATUS = re.compile("|".join(f"(?P<{name}>\\b(?:{words})\\b)" for name, words in _WORDS), re.I)
_EMOJI = {"✅": "accepted", "✔": "accepted", "🟢": "accepted", "👍": "accepted", "❌": "rejected", "⛔": "rejected", "🔴": "rejected",
          "🤔": "proposed", "💡": "proposed", "🟡": "proposed", "🚧": "draft", "⌛": "superseded", "🗑": "deprecated"}  # fmt: skip
_STRENGTH = ("superseded", "deprecated", "rejected")
FORMER = frozenset(_STRENGTH)
"""Statuses of records that bind nobody any more."""


def normalise_status(lines: list[str]) -> str:
    """draft, proposed, accepted, rejected, deprecated, superseded or unknown, from the lines of a status field.

    "Accepted", then "Superseded by …" is superseded. A template's row of choices says nothing.
    """
    found: list[str] = []
    for line in lines:
        names = [match.lastgroup or "" for match in _STATUS.finditer(line[:500])]
        if len(set(names)) >= 3 and re.search(r"[|/,]", line):
            continue
        found += names[:1] if not set(names) & set(_STRENGTH) else [name for name in names if name in _STRENGTH][:1]
        if not names:
            found += [status for mark, status in _EMOJI.items() if mark in line][:1]
    for strong in _STRENGTH:
        if strong in found:
            return strong
    return found[-1] if found else "unknown"
