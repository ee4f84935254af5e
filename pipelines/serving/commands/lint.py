"""`lint`: checks decision records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import find_caller, query_options

if TYPE_CHECKING:
    from pipelines.documents.find_documents import Places


@click.command(
    "lint",
    cls=ExampledCommand,
    short_help="Check decision records.",
    examples=(
        "estategraph lint docs/adr",
        "estategraph lint docs/adr --require applies_to --format github",
        "estategraph lint docs/adr --suggest",
        "estategraph lint docs/adr --fix",
    ),
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--require",
    multiple=True,
    type=click.Choice(["applies_to"]),
    help="Take it for an error where a record does not say this.",
)
@click.option("--suggest", is_flag=True, help="Propose applies_to from the text, with the sentences that say so.")
@click.option(
    "--fix", is_flag=True, help="Put right what is safe: misspelt services, chains that one end does not tell."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="SARIF 2.1.0 for code hosts, github for annotations in a workflow.",
)
@query_options
def command(
    paths: tuple[Path, ...],
    require: tuple[str, ...],
    suggest: bool,
    fix: bool,
    form: str,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> int:
    """Check the decision records below PATH (default: this folder): status, date, number, links, chains of supersession, services.

    Services are those of the last snapshot, else those that compose files, catalogues, manifests and services.yaml
    declare. Exits with 1 where an error or a warning was found; notes never fail.
    """
    from pipelines.lint.run_lint import LintRequest, run_lint
    from pipelines.serving.as_json import json_text
    from pipelines.serving.render_lint import lint_json, say_lint

    request = LintRequest(
        paths or (Path(),),
        output,
        find_caller(settings),
        _patterns(settings),
        frozenset(require),
        suggest,
        fix,
    )
    report = run_lint(request)
    if as_json or form == "json":
        sys.stdout.write(f"{json_text(lint_json(report))}\n")
    elif form == "sarif":
        from pipelines.lint.sarif import sarif_log

        sys.stdout.write(f"{json_text(sarif_log(report))}\n")
    elif form == "github":
        from pipelines.lint.annotations import annotations
        from pipelines.serving.terminal import say

        for line in annotations(report):
            say(line)
    else:
        say_lint(report)
    return 1 if report.fails else 0


def _patterns(settings: Path | None) -> Places:
    """Where documents lie: the usual places, and those that a settings file adds."""
    file = settings or Path("settings.yaml")
    if settings is None and not file.exists():
        from pipelines.documents.find_documents import UsualPlaces

        return UsualPlaces()
    from pipelines.documents.document_settings import DocumentSettings
    from pipelines.settings_file import read_section

    return read_section(file, "documents", DocumentSettings).patterns
