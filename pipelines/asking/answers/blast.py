"""Who is hit when something fails, by hop."""

from collections.abc import Sequence

from parsed_graph.queries.blast import Blast, Hit, find_blast
from parsed_graph.schema import NodeLabel
from pipelines.asking.answers.aggregate import counted_nodes
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.mention import Mention
from pipelines.asking.phrases import listed, plural
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.asking.subject import subject_name

_STATED = 25


def answer_blast(scope: Scope, route: Route) -> Finding:
    """Every service that is hit, the nearest first; each line says over whom."""
    subject = route.subjects[0]
    name = subject_name(scope, subject)
    hits = _hits(scope, subject)
    steps = (f"what needs {name}, hop by hop, along {', '.join(sorted(scope.kinds))}",)
    count = len(hits) if route.is_count else None
    if not hits:
        said = Statement(f"Nothing is known to be hit if {name} fails.")
        return Finding(said, notes=(scope.searched("DEPENDS_ON edges"),), steps=steps, count=count)
    if route.is_negated:
        return _untouched(scope, name, subject, hits)
    stated = hits[:_STATED]
    keys = [key for hit, found in stated for key in found.edges(hit)]
    edges = dict(zip(keys, scope.view.edges(keys), strict=True))
    statements = tuple(
        Statement(
            " -> ".join(scope.name(node) for node in found.chain(hit)),
            tuple(edges[key] for key in found.edges(hit)),
            about=hit.service.id,
        )
        for hit, found in stated
    )
    notes = (f"{len(hits) - _STATED} more are listed by --json.",) if len(hits) > _STATED else ()
    ids = tuple(hit.service.id for hit, _ in hits)
    return Finding(_headline(name, hits), statements, ids, tuple(edges.values()), count=count, notes=notes, steps=steps)


def _untouched(scope: Scope, name: str, subject: Mention, hits: Sequence[tuple[Hit, Blast]]) -> Finding:
    """Our own services that are not hit."""
    hit = {each.service.id for each, _ in hits} | {scope.view.node(key).id for key in subject.keys}
    nodes = [node for _, node in counted_nodes(scope, NodeLabel.SERVICE, {}) if node.id not in hit]
    names = listed([node.name for node in nodes], 30)
    said = f"If {name} fails, {plural(len(nodes), 'service')} {'is' if len(nodes) == 1 else 'are'} not hit{': ' if names else ''}{names}."
    statements = tuple(Statement(scope.name(node), about=node.id) for node in nodes[:_STATED])
    return Finding(
        Statement(said), statements, tuple(node.id for node in nodes), notes=(scope.searched("DEPENDS_ON edges"),)
    )


def _hits(scope: Scope, subject: Mention) -> list[tuple[Hit, Blast]]:
    """What is hit if any of the nodes fails, each service by its shortest chain."""
    nearest: dict[str, tuple[Hit, Blast]] = {}
    for key in subject.keys:
        found = find_blast(scope.view, scope.view.node(key).id, scope.kinds)
        for hit in found.hits:
            known = nearest.get(hit.service.id)
            if hit.key not in subject.keys and (known is None or hit.hop < known[0].hop):
                nearest[hit.service.id] = hit, found
    return sorted(nearest.values(), key=lambda pair: (pair[0].hop, pair[0].service.id))


def _headline(name: str, hits: Sequence[tuple[Hit, Blast]]) -> Statement:
    hops = sorted({hit.hop for hit, _ in hits})
    told = [
        f"{'at once' if hop == 1 else f'at hop {hop}'} {listed([hit.service.name for hit, _ in hits if hit.hop == hop])}"
        for hop in hops
    ]
    verb = "is" if len(hits) == 1 else "are"
    return Statement(
        f"If {name} {'fail' if ' and ' in name else 'fails'}, {plural(len(hits), 'service')} {verb} hit: {'; '.join(told)}."
    )
