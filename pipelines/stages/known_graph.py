"""The graph of facts that were resolved before: as long as no fact changes, and a comment is none, it need not be resolved again.

One file, `output/cache/graph.bin`; losing it costs resolving once more.
"""

import hashlib
from pathlib import Path

import msgspec

from parsed_graph.built_graph import BuiltGraph
from parsed_graph.facts import OwnerRule
from parsed_graph.model import Edge, Node, Problem
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.resolve.ownership import OwnerStamps
from pipelines.product_version import product_version
from pipelines.stages.parse import ParsedEstate

_FILE = "graph.bin"


class _Graph(msgspec.Struct, frozen=True, array_like=True):
    """A built graph as the file holds it, after the 32 bytes of its key."""

    nodes: list[Node]
    edges: list[Edge]
    problems: list[Problem]
    rules: dict[str, list[OwnerRule]]
    owners: dict[str, str]


def resolved_graph(parsed: ParsedEstate, observed_days: int, output: Path) -> BuiltGraph:
    """The graph of an estate, as `build_graph` gives it."""
    file = output / "cache" / _FILE
    key = hashlib.sha256(f"{product_version()} {observed_days} {parsed.fingerprint}".encode()).digest()
    known = _read(file, key)
    if known is None:
        from parsed_graph.build import build_graph

        known = build_graph(parsed.facts, observed_days)
        _keep(file, key, known)
    return known


def _read(file: Path, key: bytes) -> BuiltGraph | None:
    try:
        with file.open("rb") as stream:
            if stream.read(len(key)) != key:
                return None
            kept = msgspec.msgpack.decode(stream.read(), type=_Graph)
    except (OSError, msgspec.MsgspecError):
        return None
    graph = PropertyGraph.of(kept.nodes, kept.edges)
    return BuiltGraph(graph, kept.problems, OwnerStamps(kept.rules, kept.owners))


def _keep(file: Path, key: bytes, built: BuiltGraph) -> None:
    stamps = built.owners
    rules = {repo: list(rules) for repo, rules in stamps.rules.items()}
    kept = _Graph(list(built.graph.nodes()), list(built.graph.edges()), built.problems, rules, dict(stamps.declared))
    try:
        encoded = msgspec.msgpack.encode(kept)
    except UnicodeEncodeError:
        return  # A file name that is no UTF-8.
    new = file.with_name(f".{_FILE}")
    new.write_bytes(key + encoded)
    new.replace(file)
