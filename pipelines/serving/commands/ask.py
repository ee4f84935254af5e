"""`ask`: a question in plain words."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import (
    confidence_option,
    followed_kinds,
    kinds_option,
    limit_options,
    open_view,
    query_options,
)


@click.command(
    "ask",
    cls=ExampledCommand,
    short_help="A question in plain words, English or Portuguese.",
    examples=(
        'estategraph ask "Who consumes orders-events?"',
        'estategraph ask "What would stop working without payments?" --explain',
        'estategraph ask "Quais decisões valem para o orders-api?" --json',
    ),
)
@click.argument("question", nargs=-1, required=True)
@click.option("--explain", is_flag=True, help="Also show intent, entities, plan, hits with ranks, and edges used.")
@limit_options
@kinds_option
@confidence_option
@query_options
def command(
    question: tuple[str, ...],
    explain: bool,
    entity_limit: int | None,
    triple_limit: int | None,
    max_subgraph_size: int | None,
    max_path_length: int | None,
    kinds: str | None,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Answer QUESTION from the graph and the texts of the estate, with citations.

    Who calls, consumes, owns or depends on what; how one node reaches another; who is hit when something fails; which
    decisions bind a service; what a subsystem does; lists and counts; yes or no; and what documents and code say.
    """
    from pipelines.asking.ask_parts import open_parts
    from pipelines.serving.questions import ask

    followed = followed_kinds(kinds)
    view = open_view(settings, output, confidence)
    parts = open_parts(settings, output).limited(
        entity_limit=entity_limit,
        triple_limit=triple_limit,
        max_subgraph_size=max_subgraph_size,
        max_path_length=max_path_length,
    )
    answered = ask(view, " ".join(question), parts, followed, explain=explain, is_streamed=not as_json)
    from pipelines.serving.deliver import deliver

    deliver(answered, as_json=as_json)
