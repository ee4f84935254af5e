"""A community's report for somebody who may not see all of it: by the template, over what they do see."""

from collections.abc import Sequence

from community.community import Finding
from community.findings import write_findings
from community.group_kind import GroupKind
from community.profile import Part
from community.profiler import Profiler
from community.template import rate, write_summary
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import View

_CODE = (NodeLabel.FUNCTION, NodeLabel.FILE, NodeLabel.PACKAGE)


class VisibleReports:
    """Writes reports over the nodes and edges of a view. Making one reads the whole view but its code."""

    def __init__(self, view: View) -> None:
        self._profiler = Profiler(visible_graph(view), {})

    def write(
        self, identity: str, title: str, kind: GroupKind, members: Sequence[str], parts: Sequence[Part]
    ) -> tuple[str, float, str, tuple[Finding, ...]]:
        """Summary, rating, its reason, and findings."""
        profile = self._profiler.profile(identity, title, kind, members, parts)
        return (write_summary(profile), *rate(profile), tuple(write_findings(profile)))


def visible_graph(view: View) -> PropertyGraph:
    """The graph of what a principal sees, code left out."""
    graph = PropertyGraph()
    seen: set[int] = set()
    for key, node in view.labelled(*(label for label in NodeLabel if label not in _CODE)):
        graph.add_node(node)
        seen.add(key)
    links = [link.key for link in view.typed(*EdgeType) if link.source in seen and link.target in seen]
    for edge in view.edges(links):
        graph.add_edge(edge)
    return graph
