"""GraphQL in JavaScript: documents in `gql` templates, the server that serves a schema, the addresses that a client or a gateway asks."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import ApplicationDecl, Fact, Incomplete, RpcCall, RpcServe, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import is_path
from parsed_graph.rules.script_arguments import entry_of, members, option, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_SERVERS = ("ApolloServer", "createYoga", "GraphQLServer")
_CLIENTS = ("ApolloClient", "GraphQLClient", "HttpLink", "createHttpLink", "BatchHttpLink", "createClient", "Client")
_CLIENT_PACKAGES = ("@apollo/client", "apollo-", "graphql-request", "urql", "@urql")


def _document(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A `gql` template as the GraphQL document that it is; what is filled in is left out."""
    node = call.argument(position=0)
    if node is None or node.type != "template_string":
        return
    # Importing graphql takes a quarter of a second, and few files need it.
    from parsed_graph.contracts.graphql_facts import graphql_facts

    padding = "\n" * node.start_point[0]
    try:
        yield from graphql_facts(file.path, padding + _content(node, file))
    except ArtefactError as error:
        yield Incomplete(error.reason, f"gql template: {error.problem}", file.span(error.line))


def _content(node: Node, file: SourceFile) -> str:
    start = node.start_byte + 1
    pieces: list[str] = []
    for child in node.named_children:
        if child.type == "template_substitution":
            pieces.append(file.source[start : child.start_byte].decode("utf-8", "replace"))
            start = child.end_byte
    pieces.append(file.source[start : node.end_byte - 1].decode("utf-8", "replace"))
    return "".join(pieces)


def _served(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(file.span(call.line), file.language, "apollo")
    yield RpcServe("graphql", file.span(call.line), "apollo", function=call.caller)


def _client(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    first = call.argument(position=0)
    target = entry_of(first, file, "uri", "url") or (first if call.name == "GraphQLClient" else None)
    addresses: list[Text] = texts(target, call, file)
    for address in addresses:
        if not is_path(address):
            yield RpcCall("graphql", file.span(call.line), "graphql", "", address, call.caller)


def _composed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A federated gateway asks each of its subgraphs: `new IntrospectAndCompose({ subgraphs: [{ name, url }] })`."""
    for subgraph in members(option(call, file, "subgraphs", "serviceList"), file):
        for address in texts(entry_of(subgraph, file, "url"), call, file):
            yield RpcCall("graphql", file.span(subgraph.start_point[0] + 1), "graphql", "", address, call.caller)


FRAMEWORK = Framework(
    "apollo",
    languages=SCRIPTS,
    calls=(
        CallRule(("gql", "graphql"), _document),
        CallRule(_SERVERS, _served, imports=("@apollo/server", "apollo-server", "graphql-yoga")),
        CallRule(("IntrospectAndCompose", "ApolloGateway"), _composed, imports=("@apollo/gateway",)),
        CallRule(_CLIENTS, _client, imports=_CLIENT_PACKAGES),
    ),
)
