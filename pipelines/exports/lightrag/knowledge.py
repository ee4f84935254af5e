"""An exported estate as LightRAG knows one: entities, one relation for each pair, chunks of text."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from parsed_graph.model import Edge
from parsed_graph.snapshot.canonical_json import canonical_bytes
from pipelines.exports.description import describe_link, describe_node
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.fact_sheets import fact_sheets
from pipelines.exports.report_sheets import report_sheets
from pipelines.exports.text_links import TextLinks

Pair = tuple[str, str]
Normalise = Callable[[str], str]
"""What LightRAG makes of a name before it stores it."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A node. `chunk` is the alias of the text that speaks most of it, "" for none."""

    name: str
    type: str
    description: str
    chunk: str


@dataclass(frozen=True, slots=True)
class Relation:
    """Everything between two nodes, in both directions; `source` sorts before `target`."""

    source: str
    target: str
    description: str
    keywords: str
    weight: float
    chunk: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A text under its alias, which is the text unit's id."""

    alias: str
    text: str
    path: str


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All of it, by name, pair and alias."""

    entities: Mapping[str, Entity]
    relations: Mapping[Pair, Relation]
    chunks: Mapping[str, Chunk]


def build_knowledge(estate: ExportedEstate, normalise: Normalise) -> Knowledge:
    """The knowledge of an estate: types of one pair are merged, isolates kept, loops told by their entity alone."""
    sheets = list(fact_sheets(estate))
    texts = TextLinks(estate, sheets)
    units = [
        *estate.units,
        *(unit for _, unit in report_sheets(estate.communities)),
        *(unit for sheet in sheets for unit in sheet.units),
    ]
    chunks = {unit.id: Chunk(unit.id, unit.text, unit.path or unit.title) for unit in units if unit.text.strip()}
    names = _names(estate, normalise)
    return Knowledge(_entities(estate, texts, names, chunks), _relations(estate, texts, names, chunks), chunks)


def fingerprint(value: object) -> str:
    """Changes with every word of an entity, relation or chunk."""
    return hashlib.sha256(canonical_bytes(value)).hexdigest()[:16]


def _names(estate: ExportedEstate, normalise: Normalise) -> dict[str, str]:
    """Node id -> name as stored. Names that normalising makes equal are numbered in the order of ids."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for node in estate.nodes:
        name = plain = normalise(estate.titles[node.id]) or node.label.value
        number = 1
        while name in taken:
            number += 1
            name = f"{plain} {number}"
        taken.add(name)
        names[node.id] = name
    return names


def _entities(
    estate: ExportedEstate, texts: TextLinks, names: Mapping[str, str], chunks: Mapping[str, Chunk]
) -> dict[str, Entity]:
    at: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in estate.edges:
        at[edge.source].append(edge)
        at[edge.target].append(edge)
    found = {}
    for node in estate.nodes:
        loops = sorted({describe_link([edge]) for edge in at[node.id] if edge.source == edge.target})
        description = " ".join([describe_node(node, at[node.id]), *(f"With itself: {loop}" for loop in loops)])
        chunk = _first(texts.nodes.get(node.id, {}), chunks)
        found[names[node.id]] = Entity(names[node.id], node.label.value, description, chunk)
    return found


def _relations(
    estate: ExportedEstate, texts: TextLinks, names: Mapping[str, str], chunks: Mapping[str, Chunk]
) -> dict[Pair, Relation]:
    between: defaultdict[Pair, list[Edge]] = defaultdict(list)
    for edge in estate.edges:
        if edge.source != edge.target:
            first, second = sorted((names[edge.source], names[edge.target]))
            between[first, second].append(edge)
    return {pair: _relation(pair, edges, texts, names, chunks) for pair, edges in sorted(between.items())}


def _relation(
    pair: Pair, edges: list[Edge], texts: TextLinks, names: Mapping[str, str], chunks: Mapping[str, Chunk]
) -> Relation:
    said = []
    units: dict[str, None] = {}
    for (source, kind, target), layers in groupby(edges, key=lambda edge: (edge.source, edge.type, edge.target)):
        said.append(f"{names[source]} to {names[target]}: {describe_link(list(layers))}")
        units |= texts.links.get((source, kind, target), {})
    words = {word for edge in edges for word in (edge.type.value, *_kinds(edge))}
    # LightRAG counts a text as one piece of evidence, and takes no weight below that count.
    weight = 1 + max(edge.confidence for edge in edges)
    return Relation(*pair, "\n".join(said), ", ".join(sorted(words)), weight, _first(units, chunks))


def _first(units: Iterable[str], chunks: Mapping[str, Chunk]) -> str:
    return next((unit for unit in units if unit in chunks), "")


def _kinds(edge: Edge) -> tuple[str, ...]:
    kinds = edge.properties.get("kinds", ())
    return kinds if isinstance(kinds, tuple) else (str(kinds),)
