"""From text units to the nodes that they are about, and back."""

from collections.abc import Iterable, Mapping

from parsed_graph.view import View
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.scope import IsWanted
from pipelines.retrieval.service_card import SERVICE_CARD

GRAPH = "graph"
_MOST_NODES = 400


def nodes_of_units(view: View, scored: Iterable[tuple[int, float]]) -> dict[int, float]:
    """The nodes that units are about, with their scores. A card is about its service, not about all that it lists."""
    scores = dict(scored)
    marks = ", ".join("?" for _ in scores)
    rows = view.rows(
        "SELECT unit, node FROM text_units JOIN text_unit_nodes ON unit = text_units.key"
        f" WHERE text_units.key IN ({marks}) AND kind <> ?"
        " UNION SELECT text_units.key, graph_nodes.key FROM text_units JOIN graph_nodes ON graph_nodes.id = text_units.service"
        f" WHERE text_units.key IN ({marks}) AND kind = ?",
        (*scores, SERVICE_CARD, *scores, SERVICE_CARD),
    )
    found: dict[int, float] = {}
    for unit, node in rows:
        key = int(str(node))
        if not view.hides(key):
            found[key] = max(found.get(key, 0.0), scores[int(str(unit))])
    return found


def rank_units_of(
    view: View, nodes: Mapping[int, float], found: Ranking, is_wanted: IsWanted | None, most: int
) -> Ranking:
    """For each node the unit about it that was found best, else its first; each unit with the best of its nodes' scores."""
    chosen = sorted(nodes, key=lambda key: (-nodes[key], key))[:_MOST_NODES]
    marks = ", ".join("?" for _ in chosen)
    known = dict(found.scored)
    units: dict[int, int] = {}
    rows = view.rows(f"SELECT node, unit FROM text_unit_nodes WHERE node IN ({marks}) ORDER BY unit", chosen)
    for node, unit in ((int(str(node)), int(str(unit))) for node, unit in rows):
        if is_wanted is None or is_wanted(unit):
            best = units.setdefault(node, unit)
            units[node] = max(best, unit, key=lambda key: (known.get(key, 0.0), -key))
    scores: dict[int, float] = {}
    for node, unit in units.items():
        scores[unit] = max(scores.get(unit, 0.0), nodes[node])
    return Ranking.of(GRAPH, scores.items(), most)
