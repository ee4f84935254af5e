"""YAML of any kind: what is wrong with a file is one Incomplete, whoever reads its content."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.yaml_document import yaml_error


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Helm templates are left to `helm`, which renders them with what it knows of the chart."""
    error = yaml_error(artefact)
    if error is not None and "/templates/" not in f"/{artefact.path}":
        yield Incomplete(error.reason, error.problem, SourceSpan(artefact.path, error.line))


PARSER = Parser("yaml_file", patterns=("*.yml", "*.yaml"), parse=parse)
