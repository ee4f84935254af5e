"""`cypher`: a read-only query in openCypher."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import open_view, query_options

if TYPE_CHECKING:
    from parsed_graph.queries.cypher import Value


@click.command(
    "cypher",
    cls=ExampledCommand,
    short_help="A read-only query in openCypher.",
    examples=(
        "estategraph cypher 'MATCH (s:Service) RETURN s.name, s.owner ORDER BY s.name'",
        "estategraph cypher 'MATCH (s:Service {name: $n})-[r:DEPENDS_ON]->(d) RETURN d.name, r.kinds' -p n=orders-api",
    ),
)
@click.argument("query")
@click.option(
    "--param", "-p", "given", multiple=True, metavar="NAME=VALUE", help="A parameter; VALUE is JSON, or else text."
)
@click.option("--limit", type=click.IntRange(1), help="Most rows.  [default: from settings, 1000]")
@query_options
def command(
    query: str, given: tuple[str, ...], limit: int | None, settings: Path | None, output: Path, as_json: bool
) -> None:
    """Run QUERY over services, endpoints, topics, events, databases, decisions and teams.

    Functions and files are not in reach. docs/cypher.md describes labels, types and properties. QUERY may be `-` to
    be read from standard input.
    """
    from pipelines.query_settings import load_query_settings
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import cypher

    knobs = load_query_settings(settings)
    text = sys.stdin.read() if query == "-" else query
    parameters = dict(_parameter(item) for item in given)
    deliver(
        cypher(open_view(settings, output), text, parameters, limit or knobs.cypher_rows, knobs.cypher_seconds),
        as_json=as_json,
    )


def _parameter(text: str) -> tuple[str, Value]:
    import json

    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--param")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
