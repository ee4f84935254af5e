"""Who is hit when something fails, by hop."""

from parsed_graph.queries.blast import find_blast
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.phrases import listed, plural
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.asking.subject import subject_name

_STATED = 25


def answer_blast(scope: Scope, route: Route) -> Finding:
    """Every service that is hit, the nearest first; each line says over whom."""
    subject = route.subjects[0]
    name = subject_name(scope, subject)
    found = find_blast(scope.view, scope.view.node(subject.key).id, scope.kinds)
    steps = (f"what needs {name}, hop by hop, along {', '.join(sorted(scope.kinds))}",)
    if not found.hits:
        return Finding(
            Statement(f"Nothing is known to be hit if {name} fails."),
            notes=(scope.searched("DEPENDS_ON edges"),),
            steps=steps,
            count=0 if route.is_count else None,
        )
    hops = sorted({hit.hop for hit in found.hits})
    by_hop = [listed([hit.service.name for hit in found.hits if hit.hop == hop]) for hop in hops]
    told = "; ".join(
        f"{'at once' if hop == 1 else f'at hop {hop}'} {names}" for hop, names in zip(hops, by_hop, strict=True)
    )
    headline = Statement(
        f"If {name} fails, {plural(len(found.hits), 'service')} {'is' if len(found.hits) == 1 else 'are'} hit: {told}."
    )
    stated = found.hits[:_STATED]
    keys = [key for hit in stated for key in found.edges(hit)]
    edges = dict(zip(keys, scope.view.edges(keys), strict=True))
    statements = tuple(
        Statement(
            " -> ".join(scope.name(node) for node in found.chain(hit)),
            tuple(edges[key] for key in found.edges(hit)),
            about=hit.service.id,
        )
        for hit in stated
    )
    notes = (f"{len(found.hits) - _STATED} more are listed by --json.",) if len(found.hits) > _STATED else ()
    return Finding(
        headline,
        statements,
        tuple(hit.service.id for hit in found.hits),
        tuple(edges.values()),
        count=len(found.hits) if route.is_count else None,
        notes=notes,
        steps=steps,
    )
