"""Dates in the forms that people write: ISO, day first with dots or slashes, month names in English and Portuguese."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator

from pipelines.documents.document import Field

_MONTH_NAMES = (
    ("january", "jan", "janeiro"),
    ("february", "feb", "fevereiro", "fev"),
    ("march", "mar", "março", "marco"),
    ("april", "apr", "abril", "abr"),
    ("may", "maio", "mai"),
    ("june", "jun", "junho"),
    ("july", "jul", "julho"),
    ("august", "aug", "agosto", "ago"),
    ("september", "sept", "sep", "setembro", "set"),
    ("october", "oct", "outubro", "out"),
    ("november", "nov", "novembro"),
    ("december", "dec", "dezembro", "dez"),
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names}
_NAME = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_PATTERNS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
        r"(?<![\d./-])(?P<d>\d{1,2})[./-](?P<m>\d{1,2})[./-](?P<y>(?:19|20)\d\d)(?!\d)",
        rf"(?<![\d.])(?P<d>\d{{1,2}})(?:st|nd|rd|th|º|\.)?[ -]?(?:of |de )?\s?(?P<n>{_NAME})(?:,? (?:de )?|-)(?P<y>(?:19|20)\d\d)(?!\d)",
        rf"\b(?P<n>{_NAME}) (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>(?:19|20)\d\d)(?!\d)",
        r"(?<!\d)(?P<y>(?:19|20)\d\d)(?P<m>0\d|1[0-2])(?P<d>[0-2]\d|3[01])(?!\d)",
        rf"\b(?P<n>{_NAME}),? (?:de )?(?P<y>(?:19|20)\d\d)(?!\d)",
        r"(?<![\d-])(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])(?![\d-])",
    )
)

_NO_DATE = re.compile(
    r"\W*(?:n/?a|none|tbd|tba|todo|unknown|pending|ongoing|a definir|pendente|desconhecida)?\W*$", re.I
)


def first_date(text: str) -> str | None:
    """The first date in a text as YYYY-MM-DD (YYYY-MM where it names no day), None without one.

    03/04/2024 is read day first, as everywhere outside the United States; 04/28/2024 can only be month first.
    """
    found = sorted(_dates(text[:2000]))
    return found[0][1] if found else None


def unreadable_date(fields: Iterable[Field]) -> Field | None:
    """The field that should say when and cannot be read, None where one can, or where none says anything."""
    said = [field for field in fields if field.key == "date" and not _NO_DATE.match(field.value)]
    return said[0] if said and not any(first_date(field.value) for field in said) else None


def _dates(text: str) -> Iterator[tuple[int, str]]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            date = _normalise(match.groupdict())
            if date:
                yield match.start(), date
                break


def _normalise(parts: dict[str, str | None]) -> str | None:
    year, day = int(parts["y"] or 0), int(parts.get("d") or 0)
    month = _MONTHS[(parts["n"] or "").rstrip(".").lower()] if parts.get("n") else int(parts.get("m") or 0)
    if month > 12 >= day:
        month, day = day, month
    if not 1 <= month <= 12 or day > monthrange(year, month)[1]:
        return None
    return f"{year:04}-{month:02}-{day:02}" if day else f"{year:04}-{month:02}"
