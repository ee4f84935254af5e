"""`export embeddings`: the embedding model as an endpoint for other tools, on the loopback interface."""

import sys
from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "embeddings",
    cls=ExampledCommand,
    short_help="The embedding model as an endpoint for other tools.",
    examples=("estategraph export embeddings", "estategraph export embeddings --port 9000"),
)
@click.option("--port", type=click.IntRange(0, 65_535), default=8765, show_default=True, help="0 takes a free one.")
@estate_options
def command(port: int, settings: Path | None, output: Path, as_json: bool) -> None:
    """Answer OpenAI's /v1/embeddings until interrupted, for questions that GraphRAG and LightRAG ask of an export."""
    from pipelines.serving.as_json import print_json
    from pipelines.serving.configured import configured_embedder
    from pipelines.serving.embedding_endpoint import embedding_endpoint
    from pipelines.serving.terminal import say
    from pipelines.settings import load_settings

    embedder = configured_embedder(load_settings(settings).retrieval.embeddings)
    with embedding_endpoint(embedder, port) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/v1"
        if as_json:
            print_json({"address": address, "embedder": embedder.identity})
        else:
            say(f"{address} embeds with {embedder.identity}; Ctrl-C ends it")
        sys.stdout.flush()
        server.serve_forever()
