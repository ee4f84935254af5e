"""The way from one node to another."""

from dataclasses import replace

from parsed_graph.errors import QueryError
from parsed_graph.model import Edge
from parsed_graph.queries.path import PATHS, Path, Paths, find_paths
from parsed_graph.render_fragment import render_chain
from parsed_graph.schema import EdgeType
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.phrases import plural
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.asking.subject import subject_name

_LOOKED_AT = 20
"""So many of the shortest paths are compared."""


def answer_trace(scope: Scope, route: Route) -> Finding:
    """The shortest paths; where there is none, whether there is one the other way round."""
    source, target = route.subjects[0], route.subjects[1]
    names = f"{subject_name(scope, source)} to {subject_name(scope, target)}"
    found = paths_between(scope, route)
    if found is None or not found.paths:
        notes = [scope.searched("calls, messages and dependencies of every length")]
        opposite = found.opposite if found else None
        statements: tuple[Statement, ...] = ()
        if opposite:
            statements = (Statement(f"The other way there is one: {_drawn(scope, opposite)}", _edges(opposite)),)
        return Finding(
            Statement(f"No path leads from {names}."),
            statements,
            notes=tuple(notes),
            steps=(f"paths from {names}",),
            context=_edges(opposite) if opposite else (),
        )
    hops = len(found.paths[0].services) - 1
    basis = (
        "along calls and messages" if found.basis == "flow" else "along dependencies (no calls or messages lead there)"
    )
    several = f"; {len(found.paths)} paths are as short" if len(found.paths) > 1 else ""
    headline = Statement(f"{names.replace(' to ', ' reaches ', 1)} in {plural(hops, 'hop')} {basis}{several}.")
    drawn = tuple(Statement(_drawn(scope, path), _edges(path)) for path in found.paths)
    first = found.paths[0]
    return Finding(
        headline,
        drawn,
        first.services,
        _edges(first),
        tuple(path.services for path in found.paths),
        count=hops if route.is_count else None,
        context=tuple(edge for path in found.paths[1:] for edge in _edges(path)),
        steps=(f"paths from {names}, {found.basis}",),
    )


def paths_between(scope: Scope, route: Route) -> Paths | None:
    """The paths between the two subjects, None where they cannot be ends of one."""
    source, target = (scope.view.node(mention.key).id for mention in route.subjects[:2])
    try:
        found = find_paths(scope.view, source, target, _LOOKED_AT, scope.kinds)
    except QueryError:
        return None
    return replace(found, paths=tuple(sorted(found.paths, key=_roundabout)[:PATHS]))


def _roundabout(path: Path) -> tuple[int, float, tuple[str, ...]]:
    """Of paths as short, those that calls make come before those over messages, and the surer ones first."""
    messages = sum(step.edge.type is EdgeType.PUBLISHES for step in path.steps)
    return messages, -min((step.edge.confidence for step in path.steps), default=1.0), path.services


def _drawn(scope: Scope, path: Path) -> str:
    return render_chain([(step.edge, step.forward) for step in path.steps], scope.name)


def _edges(path: Path) -> tuple[Edge, ...]:
    return tuple(step.edge for step in path.steps)
