"""`mcp`: tools for coding agents over standard input and output."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import find_caller, query_options


@click.command(
    "mcp",
    cls=ExampledCommand,
    short_help="Tools for coding agents, over the Model Context Protocol.",
    examples=("estategraph mcp --output output",),
)
@query_options
def command(settings: Path | None, output: Path, as_json: bool) -> None:
    """Answer a coding agent over standard input and output, until it goes away.

    docs/mcp.md shows what to write into the usual clients. `estategraph serve` offers the same at /mcp over HTTP.
    """
    import asyncio

    from pipelines.extras import need

    for package in ("mcp", "fastapi", "uvicorn", "prometheus_client"):
        need(package, "serve")
    from pipelines.serving.http.run import describe
    from pipelines.serving.mcp_server import make_server
    from pipelines.serving.service import open_service
    from pipelines.serving.terminal_text import printable

    principal = find_caller(settings)
    service = open_service(output, settings)
    click.echo(printable(f"estategraph mcp: {describe(service)}"), err=True)
    try:
        asyncio.run(make_server(service, lambda _: principal).run_stdio_async())
    finally:
        service.close()
