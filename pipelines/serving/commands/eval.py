"""`eval`: how good the answers are."""

from pathlib import Path

import click

from pipelines.serving.cli import FINDINGS
from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "eval",
    cls=ExampledCommand,
    short_help="How good the answers are, by a question set.",
    examples=(
        "estategraph eval examples/shop/questions.yaml",
        "estategraph eval --size 20",
        "estategraph eval --write sample.yaml --size 2",
    ),
)
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option(
    "--size", type=click.IntRange(1, 1000), default=10, show_default=True, help="Generated questions of each family."
)
@click.option(
    "--write",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the generated set to confirm it by hand, and ask nothing.",
)
@click.option("--fail-on-miss", is_flag=True, help="Exit with 1 if a question was not answered right.")
@confidence_option
@query_options
def command(
    questions: Path | None,
    size: int,
    write: Path | None,
    fail_on_miss: bool,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> int | None:
    """Ask every question of the file QUESTIONS and score the answers; without a file, questions built from the graph itself.

    Scores edge recall and precision, path edit distance, blast radius, consistency, refusal, retrieval and citations, compares
    with the last run of the same set, and keeps the figures under the output folder.
    """
    from pipelines.asking.ask_parts import open_parts
    from pipelines.evaluation.run_evaluation import generated_yaml, run_evaluation
    from pipelines.serving.as_json import print_json
    from pipelines.serving.render_evaluation import evaluation_json, say_evaluation

    view = open_view(settings, output, confidence)
    if write is not None:
        write.write_text(generated_yaml(view, size), encoding="utf-8")
        return None
    evaluation, comparison = run_evaluation(view, open_parts(settings, output), output, questions, size)
    if as_json:
        print_json(evaluation_json(evaluation, comparison))
    else:
        say_evaluation(evaluation, comparison)
    return FINDINGS if fail_on_miss and evaluation.misses else None
