"""Adds imported corpora to the graph: documents that mention services, and things that are no service, by extracted edges alone."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node, Property
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.documents.inventory import Inventory
from pipelines.exports.titles import single_line
from pipelines.imports.corpus import Corpus, Mention, Quote

MENTIONED = 0.7
"""Confidence of what another system's model read, with a quote that we verified."""
IMPORTED = "imported"
"""The `kind` of nodes that only a corpus knows."""
_SERVICE_WORDS = frozenset(
    "service services microservice api apis application app backend frontend server gateway serviço serviços microsserviço"
    " aplicação aplicativo".split()
)
"""Of these, a description of a thing with an everyday name needs one before the thing is taken for a service."""
_DOCUMENTS = (NodeLabel.DOC, NodeLabel.ADR, NodeLabel.INCIDENT)


def add_corpora(graph: PropertyGraph, corpora: Sequence[Corpus], inventory: Inventory) -> None:
    """Adds nodes and edges for all corpora; touches nothing that is there."""
    for corpus in corpora:
        _add_corpus(graph, corpus, inventory)


def service_named(name: str, description: str, inventory: Inventory) -> str | None:
    """The id of the service that a thing in a corpus is, by its whole name; a word of everyday language needs to be called one."""
    matches = [match for match in inventory.matcher.matches(name) if match.alias.service >= 0 and not match.partial]
    if len(matches) != 1 or (matches[0].start, matches[0].end) != (0, len(name)):
        return None
    alias = matches[0].alias
    if alias.ordinary and _SERVICE_WORDS.isdisjoint(re.findall(r"\w+", description.lower())):
        return None
    return inventory.services[alias.service].id


def _add_corpus(graph: PropertyGraph, corpus: Corpus, inventory: Inventory) -> None:
    documents = _documents(graph, corpus)
    ends: dict[str, str] = {}
    for mention in corpus.mentions:
        ends[mention.name] = _end(graph, corpus, mention, inventory)
        for quote in mention.quotes:
            _add(
                graph,
                documents[quote.document],
                EdgeType.MENTIONS,
                ends[mention.name],
                mention.description,
                corpus,
                [quote],
            )
    for association in corpus.associations:
        source, target = ends.get(association.source, ""), ends.get(association.target, "")
        if source and target and source != target:
            _add(graph, source, EdgeType.ASSOCIATED_WITH, target, association.description, corpus, association.quotes)


def _documents(graph: PropertyGraph, corpus: Corpus) -> Mapping[str, str]:
    """Node id of each document: ours of the same file name where there is just one, else a new one."""
    ours: dict[str, list[str]] = {}
    for node in graph.nodes(*_DOCUMENTS):
        ours.setdefault(str(node.properties.get("path", "")).rpartition("/")[2].lower(), []).append(node.id)
    found = {}
    for title in corpus.documents:
        same = ours.get(title.rpartition("/")[2].lower(), [])
        found[title] = same[0] if len(same) == 1 else _new_document(graph, corpus, title)
    return found


def _new_document(graph: PropertyGraph, corpus: Corpus, title: str) -> str:
    identity = node_id(NodeLabel.DOC, corpus.name, title)
    properties: dict[str, Property] = {"title": title, "path": title, "repo": corpus.name, "kind": IMPORTED}
    graph.add_node(Node(identity, NodeLabel.DOC, single_line(title) or corpus.name, "", properties))
    return identity


def _end(graph: PropertyGraph, corpus: Corpus, mention: Mention, inventory: Inventory) -> str:
    service = service_named(mention.name, mention.description, inventory)
    if service is not None and graph.node(service) is not None:
        return service
    identity = node_id(NodeLabel.ENTITY, corpus.name, single_line(mention.name) or _digest(mention.name))
    properties: dict[str, Property] = {"kind": IMPORTED, "type": mention.kind.lower(), "text": mention.description}
    graph.add_node(Node(identity, NodeLabel.ENTITY, single_line(mention.name) or mention.kind, "", properties))
    return identity


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def _add(
    graph: PropertyGraph,
    source: str,
    edge_type: EdgeType,
    target: str,
    description: str,
    corpus: Corpus,
    quotes: Iterable[Quote],
) -> None:
    evidence = tuple(_evidence(corpus, quote) for quote in quotes)
    properties: dict[str, Property] = {"description": description} if description else {}
    graph.add_edge(Edge(source, edge_type, target, Layer.EXTRACTED, MENTIONED, properties, evidence))


def _evidence(corpus: Corpus, quote: Quote) -> Evidence:
    return Evidence(corpus.name, quote.document, quote.line, "graphrag", quote.text)
