"""`consumers`: who consumes a topic or an event."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "consumers",
    cls=ExampledCommand,
    short_help="Who consumes a topic or an event.",
    examples=(
        "estategraph consumers orders-events",
        "estategraph consumers 'Event(OrderCreated v1)'",
    ),
)
@click.argument("topic")
@confidence_option
@query_options
def command(topic: str, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """List the services that consume TOPIC, a topic or an event, with subscription and evidence."""
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import consumers

    deliver(consumers(open_view(settings, output, confidence), topic), as_json=as_json)
