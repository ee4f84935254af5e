"""A report as one HTML page: a drawing and tables, no script, nothing fetched, everything from repositories as text."""

from collections.abc import Iterable
from html import escape
from importlib.resources import files
from itertools import groupby

from pipelines.serving.report_row import ReportRow
from pipelines.serving.terminal_text import one_line, printable

_COLUMNS = ("Subject", "What", "Detail", "Place")


def report_page(title: str, lead: str, svg: str, rows: Iterable[ReportRow]) -> str:
    """The page. `svg` is markup of ours; title, lead and rows are text."""
    style = (files("pipelines.serving") / "page" / "report.css").read_text(encoding="utf-8")
    shown = escape(one_line(title))
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<h1>{shown}</h1>\n",
        f"<p>{escape(printable(lead))}</p>\n" if lead else "",
        f"<figure>{svg}</figure>\n" if svg else "",
    ]
    for section, group in groupby(rows, key=lambda row: row.section):
        listed = list(group)
        parts.append(f"<h2>{escape(section)} <span>{len(listed)}</span></h2>\n{_table(listed)}")
    return "".join([*parts, "</body>\n</html>\n"])


def _table(rows: list[ReportRow]) -> str:
    head = "".join(f"<th>{column}</th>" for column in _COLUMNS)
    body = "\n".join(
        "<tr>"
        + "".join(f"<td>{escape(one_line(cell))}</td>" for cell in (row.subject, row.what, row.detail, row.place))
        + "</tr>"
        for row in rows
    )
    return f'<div class="table"><table>\n<tr>{head}</tr>\n{body}\n</table></div>\n'
