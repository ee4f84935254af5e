"""`serve`: answers over HTTP, with a page for the browser."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "serve",
    cls=ExampledCommand,
    short_help="Answer questions over HTTP, with a page for the browser.",
    examples=(
        "estategraph serve",
        "estategraph serve --port 9000",
        "estategraph serve --new-token ana",
    ),
)
@click.option("--host", metavar="ADDRESS", help="Address to listen on.  [default: from settings, 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; 0 takes a free one.  [default: from settings, 8765]")
@click.option("--new-token", metavar="NAME", help="Make a bearer token for caller NAME, print it once, and stop.")
@estate_options
def command(
    host: str | None, port: int | None, new_token: str | None, settings: Path | None, output: Path, as_json: bool
) -> None:
    """Serve the newest snapshot of the output folder, and each newer one as it comes. Nothing is ever written to it.

    Without a file of tokens it answers this machine only. docs/serving.md describes the routes, docs/access.md who sees what.
    """
    from pipelines.serving.as_json import print_json
    from pipelines.serving.terminal import say

    if new_token:
        from pipelines.access.tokens import add_token
        from pipelines.settings import load_settings

        chosen = load_settings(settings)
        file = (settings.parent if settings else Path()) / (chosen.serve.tokens or "tokens.yaml")
        token = add_token(file, new_token)
        if as_json:
            print_json({"caller": new_token, "token": token, "file": str(file)})
        else:
            say(f"{token}\n", "bold")
            say(f"The token of {new_token}. It is shown this once; {file} keeps its hash.")
            if not chosen.serve.tokens:
                say(f"It counts once settings.yaml names the file: serve, tokens: {file.name}")
        return
    from pipelines.extras import need

    for package in ("fastapi", "uvicorn", "mcp", "prometheus_client"):
        need(package, "serve")
    from pipelines.serving.http.run import serve

    serve(output, settings, host, port)
