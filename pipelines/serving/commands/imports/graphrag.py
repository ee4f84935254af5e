"""`import graphrag`: the entities and relationships that Microsoft GraphRAG extracted from a corpus."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "graphrag",
    cls=ExampledCommand,
    short_help="What GraphRAG extracted from a corpus.",
    examples=("estategraph import graphrag ~/graphrag/rfcs", "estategraph import graphrag chats/output --name chats"),
)
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--name", help="What the corpus is called.  [default: the name of DIR]")
@estate_options
def command(folder: Path, name: str | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Take in the entities and relationships of a GraphRAG project DIR, each where its text says it verbatim.

    They are kept in the output's cache/imports until you remove them, and become extracted edges with the next index.
    """
    from pipelines.imports.corpus import keep_corpus
    from pipelines.imports.graphrag import read_graphrag

    corpus = read_graphrag(folder, name or folder.resolve().name)
    path = keep_corpus(output, corpus)
    counts = {
        "documents": len(corpus.documents),
        "entities": len(corpus.mentions),
        "relationships": len(corpus.associations),
        "left_out": corpus.left_out,
    }
    if as_json:
        from pipelines.serving.as_json import print_json

        print_json({"name": corpus.name, "file": str(path), **counts})
        return
    from pipelines.serving.terminal import say

    say(f"{corpus.name}: " + ", ".join(f"{count} {word.replace('_', ' ')}" for word, count in counts.items()))
    say(f"Kept in {path}. The next estategraph index adds it to the graph")
