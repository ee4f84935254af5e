"""Procfile: each process type is a Service."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, ServiceDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`web: gunicorn app` runs the folder's code under the name `web`."""
    for number, line in enumerate(artefact.text.splitlines(), 1):
        name, colon, _ = line.partition(":")
        if colon and name.replace("-", "").replace("_", "").isalnum():
            yield ServiceDecl(name, SourceSpan(artefact.path, number), origin="procfile", directory=artefact.directory)


PARSER = Parser("procfile", patterns=("Procfile",), parse=parse)
