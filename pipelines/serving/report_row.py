"""A report as rows of one form, for a spreadsheet and for a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReportRow:
    """`subject` is what the row is about, `what` how or in what state it is, `detail` the words that say so, `place` where they stand."""

    section: str
    subject: str
    what: str
    detail: str
    place: str
