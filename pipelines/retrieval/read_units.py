"""Reads text units of a snapshot by their keys, and those that were composed for one view."""

from collections.abc import Sequence

from parsed_graph.view import View
from pipelines.retrieval.composed_texts import composed_texts
from pipelines.retrieval.hit import Hit
from pipelines.retrieval.ranking import Ranking

_ROW = "SELECT key, id, kind, title, repo, path, line, service, text FROM text_units WHERE key IN "


def read_hits(view: View, fused: Ranking, rankings: Sequence[Ranking]) -> tuple[Hit, ...]:
    """The units of a ranking, in its order, with their place in each of the others."""
    if not fused.scored:
        return ()
    places = [(ranking.name, {key: place for place, key in enumerate(ranking.keys, 1)}) for ranking in rankings]
    marks = ", ".join("?" for _ in fused.scored)
    rows = {int(str(row[0])): row[1:] for row in view.rows(f"{_ROW} ({marks})", fused.keys)}
    hits = []
    composed = composed_texts(view)
    for key, score in fused.scored:
        ranks = dict(sorted((name, found[key]) for name, found in reversed(places) if key in found))
        if composed is not None and key in composed.texts:
            hits.append(composed.texts[key].hit(score, ranks))
            continue
        identity, kind, title, repo, path, line, service, text = map(str, rows[key])
        hits.append(Hit(identity, kind, title, repo, path, int(line), service, text, score, ranks))
    return tuple(hits)


def column_of(view: View, column: str, keys: Sequence[int]) -> dict[int, str]:
    """One column of some text units, composed ones too."""
    marks = ", ".join("?" for _ in keys)
    rows = view.rows(f"SELECT key, {column} FROM text_units WHERE key IN ({marks})", keys)
    found = {int(str(key)): str(value) for key, value in rows}
    composed = composed_texts(view)
    return found if composed is None else found | composed.column(column, keys)
