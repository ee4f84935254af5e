"""GraphQL files: root fields of a schema are ApiDecls, root fields that an operation selects RpcCalls, a supergraph's members addresses."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.parser import Artefact, Parser


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A file of comments alone says nothing."""
    if any(line.strip() and not line.lstrip().startswith("#") for line in artefact.text.splitlines()):
        # Importing graphql takes a quarter of a second, and few estates need it.
        from parsed_graph.contracts.graphql_facts import graphql_facts

        yield from graphql_facts(artefact.path, artefact.text)


PARSER = Parser("graphql_document", patterns=("*.graphql", "*.graphqls", "*.gql"), parse=parse)
