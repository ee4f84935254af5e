"""What resolving an estate gives."""

from dataclasses import dataclass

from parsed_graph.model import Problem
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.resolve.ownership import OwnerStamps


@dataclass(frozen=True, slots=True)
class BuiltGraph:
    """The graph, and what could not be used, sorted."""

    graph: PropertyGraph
    problems: list[Problem]
    owners: OwnerStamps
    """To be applied again once documents have joined the graph."""
