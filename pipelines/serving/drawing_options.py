"""What the drawing formats of `export` have in common: which part of the graph, and where it goes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from pipelines.serving.options import confidence_option, query_options

if TYPE_CHECKING:
    from parsed_graph.queries.service_map import Drawing
    from parsed_graph.view import View

Command = TypeVar("Command", bound=Callable[..., object])


def drawing_options(command: Command) -> Command:
    """[NODE], --depth, --file and the usual ones."""
    for option in (
        click.argument("node", required=False),
        click.option(
            "--depth", type=click.IntRange(1, 5), default=1, show_default=True, help="How far around NODE, in edges."
        ),
        click.option(
            "--file", type=click.Path(dir_okay=False, path_type=Path), help="Write here.  [default: standard output]"
        ),
        confidence_option,
    ):
        command = option(command)
    return query_options(command)


def choose_drawing(view: View, node: str | None, depth: int) -> Drawing:
    """What is around a node, or the service map."""
    from parsed_graph.queries.service_map import service_map, surroundings

    return surroundings(view, node, depth) if node else service_map(view)


def deliver(text: str, file: Path | None, drawing: Drawing, form: str, *, as_json: bool) -> None:
    """Writes a drawing to a file or standard output; as JSON together with what it shows."""
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if as_json:
        from pipelines.serving.as_json import print_json

        counts = {"nodes": len(drawing.nodes), "lines": len(drawing.lines)}
        print_json({"format": form, "file": str(file or ""), **counts, "text": "" if file else text})
    elif not file:
        sys.stdout.write(text)
