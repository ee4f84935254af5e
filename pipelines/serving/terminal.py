"""Writes results to standard output: coloured on a terminal, plain when piped, always without control characters.

A server asks for the same text with `captured`, which holds in its thread alone.
"""

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import TextIO

from pipelines.serving.terminal_text import one_line, printable

_sink: ContextVar[TextIO | None] = ContextVar("sink", default=None)
_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def say(text: str = "", style: str = "") -> None:
    """Writes one or more lines."""
    shown = printable(text)
    if style and shown and is_coloured():
        shown = f"\x1b[{_STYLES[style]}m{shown}\x1b[0m"
    _out().write(f"{shown}\n")


def write_piece(text: str) -> None:
    """Writes a piece of a text that goes on, at once."""
    _out().write(printable(text))
    _out().flush()


def say_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Writes rows under column names; numbers to the right. On a terminal long cells wrap, piped they do not."""
    cells = [[_cell(value) for value in row] for row in rows]
    numeric = [all(isinstance(row[place], (int, float)) for row in rows) for place in range(len(columns))]
    if _out().isatty():
        _rich_table(columns, cells, numeric)
        return
    lines = [list(columns), *cells]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    for line in lines:
        parts = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(line, widths, numeric, strict=True)
        ]
        _out().write("  ".join(parts).rstrip() + "\n")


def is_coloured() -> bool:
    """Whether output goes to a terminal that may show colours; https://no-color.org."""
    return _out().isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def captured(say_it: Callable[[], None]) -> str:
    """What a function says, as plain text."""
    text = io.StringIO()
    token = _sink.set(text)
    try:
        say_it()
    finally:
        _sink.reset(token)
    return text.getvalue()


def _out() -> TextIO:
    return _sink.get() or sys.stdout


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else one_line(str(value))


def _rich_table(columns: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool]) -> None:
    # Rich takes a tenth of a second to import; piped output and --help do without.
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for name, right in zip(columns, numeric, strict=True):
        table.add_column(name, justify="right" if right else "left", overflow="fold")
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    Console(no_color=not is_coloured(), highlight=False, soft_wrap=False).print(table)
