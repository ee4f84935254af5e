"""`callers`: who calls an endpoint."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "callers",
    cls=ExampledCommand,
    short_help="Who calls an endpoint.",
    examples=(
        "estategraph callers 'POST /payments/v1/charges'",
        "estategraph callers 'orders GET /orders/42'",
    ),
)
@click.argument("endpoint")
@confidence_option
@query_options
def command(endpoint: str, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """List the services and functions that call ENDPOINT, directly or through a gateway."""
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import callers

    deliver(callers(open_view(settings, output, confidence), endpoint), as_json=as_json)
