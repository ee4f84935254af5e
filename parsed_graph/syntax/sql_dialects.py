"""Where a SQL script is cut short, in whichever dialect it is written: no file says which one that is.

Dialects differ in what a backslash in a text, `#`, `//` and square brackets mean, so a script counts as cut only where each of
three readings finds something that is never closed. A template is not judged: what it opens shows when it is filled in.
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Incomplete
from parsed_graph.syntax.unclosed import CODE, ENDLESS, TEMPLATED, Layout, layout, unclosed

_TAG = r"\$(?:[A-Za-z_]\w{0,30})?\$"
_DOLLARS = rf"({_TAG}).*?\1 | (?P<dollar>{_TAG}) |"
_LINES = r"(?:\#|//)[^\n]* |"
_NAMES = r"\[[^\]\n]*\] |"
_SCRIPT = r"""
    --[^\n]* | (?P<comment>/\*) | ^\\[^\n]* | ^(?:REM|REMARK|PROMPT|DELIMITER|rem|remark|prompt|delimiter)\b[^\n]*
    | (?P<copy>^COPY\b[^;\n]*\b(?:FROM|from)\s+(?:STDIN|stdin)\b[^;\n]*;)
    | (?P<escaped>\b[eE]') | (?P<text>') | (?P<name>") | (?P<back>`)
    | (?P<open>\() | (?P<close>\)) | (?P<broken>; | ^[ \t]*(?:GO|go)[ \t]*$)
"""
"""Commands of psql, mysql and SQL*Plus are no SQL; after `COPY … FROM stdin` come rows as they are. No statement ends in brackets."""
_ENDS = {
    "comment": r"(?P<close>\*/)",
    "copy": r"(?P<close>^\\\.)",
    "escaped": r"\\. | (?P<close>')",
    "text": "(?P<close>')",
    "name": '(?P<close>")',
    "back": "(?P<close>`)",
    "dollar": ENDLESS,
}
_BACKSLASHED = _ENDS | {"text": _ENDS["escaped"], "name": r"""\\. | (?P<close>")"""}


def _reading(code: str, ends: dict[str, str]) -> Layout:
    return layout(**ends, **{CODE: code + _SCRIPT})


_READINGS = (_reading(_DOLLARS, _ENDS), _reading(_DOLLARS + _LINES, _BACKSLASHED), _reading(_DOLLARS + _NAMES, _ENDS))
_DELIMITED = (_reading(_LINES, _BACKSLASHED),)
_DELIMITER = re.compile(r"^[ \t]*delimiter[ \t]", re.M | re.I)
"""MySQL's client alone knows the command; a dollar then is no quote."""


def unclosed_sql(path: str, text: str) -> Iterator[Incomplete]:
    """The fact that a script is cut short, if it is in every reading."""
    if TEMPLATED.search(text):
        return
    found: list[Incomplete] = []
    for reading in _DELIMITED if _DELIMITER.search(text) else _READINGS:
        opening = list(unclosed(path, text, reading))
        if not opening:
            return
        found += opening
    # Backticks and escaped quotes are MySQL's.
    yield found[-1] if len(found) == 1 else found["`" in text or "\\'" in text]
