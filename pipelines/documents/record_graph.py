"""Adds documents to the graph: their nodes, the chain of records, what governs and what affects which service, decisions."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node, Problem, Property
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import CONFIGURED, CONTRACT, GUESS, PATTERN, EdgeType, Layer, NodeLabel
from pipelines.documents.adr_links import (
    PlacedRecord,
    RecordIndex,
    RecordLink,
    effective_status,
    link_records,
    unresolved,
)
from pipelines.documents.document import Field
from pipelines.documents.extraction import Extraction
from pipelines.documents.find_documents import DocumentKind
from pipelines.documents.inventory import Inventory
from pipelines.documents.records import AMENDS, REFERENCES, SUPERSEDES, AdrRecord, ParsedDocument
from pipelines.documents.scope import services_of
from pipelines.documents.suffixes import file_stem

MAX_TAG = 60
PROSE = 0.8
"""Confidence of a decision or a named record that was read in prose."""


@dataclass(frozen=True, slots=True)
class PlacedDocument:
    """A parsed document where it lies. `place` is what problems call it; `extraction` is None where none was read."""

    id: str
    repo: str
    path: str
    place: str
    parsed: ParsedDocument
    extraction: Extraction | None
    reader: str


def document_id(kind: DocumentKind, repo: str, path: str) -> str:
    """The node id of a document: its label, repository and path, records without their suffix."""
    if kind is DocumentKind.ADR:
        return node_id(NodeLabel.ADR, repo, _without_suffix(path))
    if kind is DocumentKind.INCIDENT:
        return node_id(NodeLabel.INCIDENT, repo, _without_suffix(path))
    return node_id(NodeLabel.DOC, repo, path)


def add_documents(graph: PropertyGraph, documents: Sequence[PlacedDocument], inventory: Inventory) -> list[Problem]:
    """Adds nodes and edges for all documents; touches no edge that is there. What does not fit is returned."""
    records = [PlacedRecord(d.id, d.repo, d.parsed.adr, d.place) for d in documents if d.parsed.adr]
    index = RecordIndex(records, [(document.repo, document.path, document.id) for document in documents])
    links, problems = link_records(records, index)
    by_target: dict[str, list[RecordLink]] = {}
    for link in links:
        by_target.setdefault(link.target, []).append(link)
    statuses = {placed.id: placed.record.status for placed in records}
    for document in documents:
        home = inventory.home(document.repo, document.path)
        placed = (
            PlacedRecord(document.id, document.repo, document.parsed.adr, document.place)
            if document.parsed.adr
            else None
        )
        status = effective_status(placed, by_target.get(document.id, ()), statuses) if placed else ""
        graph.add_node(_node(document, status, inventory, home))
    for link in links:
        _add_link(graph, link)
    for document in documents:
        problems += _add_edges(graph, document, inventory, index)
    return problems


def _node(document: PlacedDocument, status: str, inventory: Inventory, home: int | None) -> Node:
    parsed = document.parsed
    label, name = NodeLabel.DOC, parsed.title
    properties: dict[str, Property] = {
        "title": parsed.title,
        "path": document.path,
        "repo": document.repo,
        "line": parsed.title_line,
    }
    if parsed.adr:
        label = NodeLabel.ADR
        name = f"ADR-{parsed.adr.label}" if parsed.adr.label else parsed.title
        properties |= _record_properties(parsed.adr, status)
    elif parsed.incident:
        label, name = NodeLabel.INCIDENT, parsed.incident.label or parsed.title
        incident = {"date": parsed.incident.date, "severity": parsed.incident.severity, "number": parsed.incident.label}
        properties |= {key: value for key, value in incident.items() if value}
    else:
        properties["kind"] = "doc" if parsed.kind is DocumentKind.OTHER else str(parsed.kind)
    service = inventory.services[home].id if home is not None and inventory.services[home].path else ""
    return Node(document.id, label, name or file_stem(document.path), service, properties)


def _record_properties(record: AdrRecord, status: str) -> dict[str, Property]:
    found: dict[str, Property] = {
        "status": status,
        "status_original": record.status_original,
        "date": record.date,
        "number": record.number,
        "deciders": record.deciders,
        "tags": record.tags,
        "constraints": tuple(f"{each.rule}: {each.text}" for each in record.constraints),
        "constraint_lines": tuple(str(each.line) for each in record.constraints),
    }
    return {key: value for key, value in found.items() if value}


def _add_link(graph: PropertyGraph, link: RecordLink) -> None:
    evidence = (Evidence(link.repo, link.path, link.line, f"record {link.relation}", link.quote),)
    if link.relation in (SUPERSEDES, AMENDS):
        layer = Layer.DECLARED if link.is_declared else Layer.PARSED
        edge_type = EdgeType.SUPERSEDES if link.relation == SUPERSEDES else EdgeType.AMENDS
        properties: dict[str, Property] = {"stated_by": "target"} if link.is_inverse else {}
        confidence = CONTRACT if link.is_link or link.is_declared else CONFIGURED
        graph.add_edge(Edge(link.source, edge_type, link.target, layer, confidence, properties, evidence))
    else:
        layer, confidence = (Layer.PARSED, CONTRACT) if link.is_link else (Layer.EXTRACTED, PROSE)
        graph.add_edge(
            Edge(link.source, EdgeType.REFERENCES, link.target, layer, confidence, {"relation": REFERENCES}, evidence)
        )


def _add_edges(
    graph: PropertyGraph, document: PlacedDocument, inventory: Inventory, index: RecordIndex
) -> Iterator[Problem]:
    if document.parsed.adr:
        yield from _govern(graph, document, document.parsed.adr, inventory)
        _link_incidents(graph, document, document.parsed.adr, index)
    elif document.parsed.incident:
        yield from _incident_edges(graph, document, inventory, index)
    else:
        _document(graph, document, inventory)
    if document.extraction:
        _add_extraction(graph, document, document.extraction)


# --- What the author states ------------------------------------------------------------------------

_FIELD_CONFIDENCE: Mapping[str, float] = {
    "applies_to": CONTRACT,
    "scope": CONFIGURED,
    "affects": CONFIGURED,
    "tags": GUESS,  # a topic, more often than a scope
}


def governing_fields(record: AdrRecord, inventory: Inventory) -> Iterator[tuple[Field, list[int], list[str]]]:
    """Each field that says what the record applies to, the services it names, and the pieces that name none."""
    for field in record.applies_to:
        if field.key != "tags" or len(field.value) < MAX_TAG:
            yield field, *services_of(field.value, inventory)


def _govern(
    graph: PropertyGraph, document: PlacedDocument, record: AdrRecord, inventory: Inventory
) -> Iterator[Problem]:
    for field, named, unknown in governing_fields(record, inventory):
        for service in named:
            evidence = Evidence(
                document.repo,
                document.path,
                field.line,
                f"{field.origin} {field.key}",
                " ".join(field.value.split())[:300],
            )
            _governed(graph, inventory.services[service].id, document.id, _FIELD_CONFIDENCE[field.key], evidence)
        if field.key == "applies_to":
            for name in unknown:
                yield Problem("documents", document.place, field.line, "unknown-service", f"applies_to: {name}")
    declared = _catalogued(graph, document, "adrs")
    if declared:
        place = Evidence(document.repo, document.path, document.parsed.title_line, "catalogue's folder of records")
        _governed(graph, declared, document.id, CONTRACT, place)
    home = inventory.home(document.repo, document.path)
    if home is not None and inventory.services[home].id != declared:
        lies_there = bool(inventory.services[home].repo)
        rule = "record in the service's folder" if lies_there else "record in the repository named after the service"
        evidence = Evidence(document.repo, document.path, document.parsed.title_line, rule)
        _governed(graph, inventory.services[home].id, document.id, CONFIGURED if lies_there else PATTERN, evidence)


def _governed(graph: PropertyGraph, service: str, record: str, confidence: float, evidence: Evidence) -> None:
    if graph.node(service) is not None:
        graph.add_edge(Edge(service, EdgeType.GOVERNED_BY, record, Layer.DECLARED, confidence, {}, (evidence,)))


def _link_incidents(graph: PropertyGraph, document: PlacedDocument, record: AdrRecord, index: RecordIndex) -> None:
    """A record that links to a postmortem references it."""
    for reference in (*record.documents, *(named for named in record.references if named.is_link)):
        target = index.document(document.repo, document.path, reference.target)
        node = graph.node(target) if target else None
        if node is not None and node.label is NodeLabel.INCIDENT:
            evidence = Evidence(document.repo, document.path, reference.line, "record references", reference.quote)
            properties: dict[str, Property] = {"relation": REFERENCES}
            graph.add_edge(
                Edge(document.id, EdgeType.REFERENCES, node.id, Layer.PARSED, CONTRACT, properties, (evidence,))
            )


def _incident_edges(
    graph: PropertyGraph, document: PlacedDocument, inventory: Inventory, index: RecordIndex
) -> Iterator[Problem]:
    incident = document.parsed.incident
    assert incident is not None
    for field in incident.services:
        _listed(graph, document, field, inventory)
    for reference in incident.references:
        target = index.resolve(document.repo, document.path, reference)
        if target is None:
            yield from (
                unresolved(document.repo, document.path, document.place, reference, index) if reference.is_link else ()
            )
            continue
        layer, confidence = (Layer.PARSED, CONTRACT) if reference.is_link else (Layer.EXTRACTED, PROSE)
        evidence = Evidence(document.repo, document.path, reference.line, "record references", reference.quote)
        graph.add_edge(
            Edge(document.id, EdgeType.REFERENCES, target.id, layer, confidence, {"relation": REFERENCES}, (evidence,))
        )


def _listed(graph: PropertyGraph, document: PlacedDocument, field: Field, inventory: Inventory) -> None:
    """Services that the metadata of a postmortem lists as affected."""
    for service in services_of(field.value, inventory)[0]:
        evidence = Evidence(
            document.repo, document.path, field.line, f"{field.origin} {field.key}", " ".join(field.value.split())[:300]
        )
        _relate(graph, document.id, inventory.services[service].id, "direct", PROSE, evidence)


def _catalogued(graph: PropertyGraph, document: PlacedDocument, said: str) -> str:
    """The one service that the catalogue gives a folder around this document; the deepest counts, and a shared one is nobody's."""
    folders: defaultdict[str, list[str]] = defaultdict(list)
    for node in graph.nodes(NodeLabel.SERVICE):
        folder = str(node.properties.get(said, ""))
        if folder and node.properties.get("repo") == document.repo and document.path.startswith(f"{folder}/"):
            folders[folder].append(node.id)
    services = folders[max(folders, key=len)] if folders else []
    return services[0] if len(services) == 1 else ""


def _document(graph: PropertyGraph, document: PlacedDocument, inventory: Inventory) -> None:
    """DOCUMENTED_BY: the service of whose folder or catalogue entry the document is, else the only one that its title names."""
    declared = _catalogued(graph, document, "docs")
    if declared:
        place = Evidence(document.repo, document.path, document.parsed.title_line, "catalogue's documents folder")
        graph.add_edge(Edge(declared, EdgeType.DOCUMENTED_BY, document.id, Layer.DECLARED, CONTRACT, {}, (place,)))
        return
    home = inventory.home(document.repo, document.path)
    evidence = Evidence(document.repo, document.path, document.parsed.title_line, "document in the service's folder")
    confidence = CONFIGURED
    if home is None or not inventory.services[home].repo:
        named = {
            m.alias.service
            for m in inventory.matcher.matches(document.parsed.title)
            if not m.alias.ordinary and not m.partial
        }
        home = named.pop() if len(named) == 1 else None
        confidence, evidence = PATTERN, evidence._replace(rule="document's title", quote=document.parsed.title)
    if home is not None and graph.node(inventory.services[home].id) is not None:
        graph.add_edge(
            Edge(
                inventory.services[home].id,
                EdgeType.DOCUMENTED_BY,
                document.id,
                Layer.DECLARED,
                confidence,
                {},
                (evidence,),
            )
        )


# --- What was read in the prose ----------------------------------------------------------------------


def _add_extraction(graph: PropertyGraph, document: PlacedDocument, extraction: Extraction) -> None:
    for claim in extraction.services:
        evidence = Evidence(document.repo, document.path, claim.line, document.reader, claim.evidence)
        _relate(graph, document.id, claim.service, claim.impact, claim.confidence, evidence)
    for reference in extraction.references:
        if reference.adr != document.id and graph.node(reference.adr) is not None:
            evidence = Evidence(document.repo, document.path, reference.line, document.reader, reference.evidence)
            properties: dict[str, Property] = {"relation": reference.relation}
            graph.add_edge(
                Edge(document.id, EdgeType.REFERENCES, reference.adr, Layer.EXTRACTED, PROSE, properties, (evidence,))
            )
    for decision in extraction.decisions:
        digest = hashlib.sha256(decision.text.lower().encode()).hexdigest()[:10]
        node = node_id(NodeLabel.DECISION, document.id.partition(":")[2], digest)
        properties = {
            "text": decision.text,
            "category": decision.category,
            "path": document.path,
            "repo": document.repo,
            "line": decision.line,
        }
        graph.add_node(Node(node, NodeLabel.DECISION, decision.text[:80], "", properties))
        evidence = Evidence(document.repo, document.path, decision.line, document.reader, decision.evidence)
        graph.add_edge(Edge(document.id, EdgeType.DECIDES, node, Layer.EXTRACTED, PROSE, {}, (evidence,)))


def _relate(
    graph: PropertyGraph, document: str, service: str, impact: str, confidence: float, evidence: Evidence
) -> None:
    if graph.node(service) is not None:
        graph.add_edge(
            Edge(document, EdgeType.RELATES_TO, service, Layer.EXTRACTED, confidence, {"impact": impact}, (evidence,))
        )


def _without_suffix(path: str) -> str:
    folder, _, _ = path.rpartition("/")
    return f"{folder}/{file_stem(path)}" if folder else file_stem(path)
