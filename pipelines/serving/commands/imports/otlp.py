"""`import otlp`: receives the traces that running services send."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "otlp",
    cls=ExampledCommand,
    short_help="Receive traces over OTLP/HTTP.",
    examples=(
        "estategraph import otlp",
        "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 ./orders   # in another terminal",
        "estategraph import otlp --listen 127.0.0.1:4318 --seconds 600 && estategraph index .",
    ),
)
@click.option(
    "--listen",
    default="127.0.0.1:4318",
    show_default=True,
    metavar="HOST:PORT",
    help="Where to listen. Whoever reaches it can add interactions.",
)
@click.option("--seconds", type=click.FloatRange(min=0), default=0, help="Stop by itself after so long.")
@estate_options
def command(listen: str, seconds: float, settings: Path | None, output: Path, as_json: bool) -> None:
    """Receive OTLP traces (protobuf or JSON) until interrupted, and keep which service called which, added up by day.

    Spans themselves are not kept. The next `index` of the same output folder reads what was learnt, as edges of the
    layer `observed`.
    """
    from pipelines.serving.as_json import print_json
    from pipelines.serving.listening import run_receiver
    from pipelines.serving.terminal import say

    received = run_receiver(listen, output, seconds)
    if as_json:
        print_json({"spans": received})
    else:
        say(f"{received} spans received. Run: estategraph index")
