"""Nodes, edges and their evidence: the values that the whole product passes around."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from parsed_graph.schema import EdgeType, Layer, NodeLabel

Property: TypeAlias = str | int | float | bool | tuple[str, ...]
"""A property value: what JSON, Parquet and Cypher can all hold."""


class Evidence(NamedTuple):
    """Why an edge exists: a place, the rule that read it, and for prose the verbatim quote.

    `hops` are the further places that the link went through, each `path:line what`, in order.
    """

    repo: str
    path: str
    line: int
    rule: str
    quote: str = ""
    hops: tuple[str, ...] = ()


class Node(msgspec.Struct, frozen=True):
    """A thing of the estate. `service` is the id of the owning Service, "" where there is none."""

    id: str
    label: NodeLabel
    name: str
    service: str = ""
    properties: Mapping[str, Property] = msgspec.field(default_factory=dict)


class Edge(msgspec.Struct, frozen=True):
    """A directed link between two node ids; one per (source, type, target, layer). Evidence is sorted."""

    source: str
    type: EdgeType
    target: str
    layer: Layer
    confidence: float
    properties: Mapping[str, Property] = msgspec.field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()


class Problem(NamedTuple):
    """A file, call or reply that could not be used. `path` is `repo:path` where there are several repositories."""

    stage: str
    path: str
    line: int
    reason: str
    detail: str
