"""The part of the graph that an answer rests on, as compact arrows: so many edges, then counts."""

from pipelines.asking.finding import Finding, distinct_edges
from pipelines.asking.scope import Scope


def fragment_lines(scope: Scope, finding: Finding) -> list[str]:
    """What the answer states first, then what is around it."""
    from parsed_graph.render_fragment import render_fragment

    edges = distinct_edges((*finding.edges, *finding.context))
    return render_fragment(edges, scope.name, scope.limits.triple_limit) if edges else []
