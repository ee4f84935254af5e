"""A report as CSV: one line for each row, with its section in the first column."""

import csv
import io
from collections.abc import Iterable

from pipelines.serving.report_row import ReportRow
from pipelines.serving.terminal_text import one_line

COLUMNS = ("section", "subject", "what", "detail", "place")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def report_csv(rows: Iterable[ReportRow]) -> str:
    """The rows under their column names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(row, column)) for column in COLUMNS] for row in rows)
    return text.getvalue()


def _cell(value: str) -> str:
    """A spreadsheet must not take what a repository says for a formula."""
    shown = one_line(value)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
