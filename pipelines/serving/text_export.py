"""What the text formats of `export` that show the whole estate have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from pipelines.serving.options import confidence_option, open_view, query_options

if TYPE_CHECKING:
    from pipelines.exports.exported_estate import ExportedEstate

Command = TypeVar("Command", bound=Callable[..., object])


def text_options(command: Command) -> Command:
    """--file and the usual ones."""
    file = click.option(
        "--file", type=click.Path(dir_okay=False, path_type=Path), help="Write here.  [default: standard output]"
    )
    return query_options(confidence_option(file(command)))


def deliver_text(
    render: Callable[[ExportedEstate], str],
    form: str,
    file: Path | None,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    *,
    as_json: bool,
) -> None:
    """Writes what `render` makes of what the caller may see to a file or standard output."""
    from pipelines.exports.exported_estate import read_estate

    text = render(read_estate(open_view(settings, output, confidence)))
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if as_json:
        from pipelines.serving.as_json import print_json

        print_json({"format": form, "file": str(file or ""), "text": "" if file else text})
    elif not file:
        sys.stdout.write(text)
