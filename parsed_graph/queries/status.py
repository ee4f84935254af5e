"""What a snapshot holds and how its last run went: the record in `run.json`, within what the principal sees."""

from collections import Counter
from dataclasses import replace

from parsed_graph.snapshot.run_file import decode_record
from parsed_graph.snapshot.run_report import Counts, RunRecord
from parsed_graph.view import View


def find_status(view: View) -> RunRecord:
    """The record of the run that wrote the view's snapshot.

    Counts are of everything stored, at any confidence. What is hidden from the principal is neither counted nor named.
    """
    record = decode_record(view.snapshot.run)
    if view.sees_everything:
        return record
    services = tuple(extraction for extraction in record.run.services if view.key(extraction.name) is not None)
    run = replace(record.run, services=services, repositories=(), tokens={}, cost=0.0, document_tokens={}, notes={})
    return replace(record, counts=_visible_counts(view), changes={}, run=run)


def _visible_counts(view: View) -> Counts:
    nodes: Counter[str] = Counter()
    for key, label in view.rows("SELECT key, label FROM graph_nodes"):
        if not view.hides(int(str(key))):
            nodes[str(label)] += 1
    edges: dict[str, Counter[str]] = {}
    for kind, layer, source, target in view.rows("SELECT type, layer, source, target FROM graph_edges"):
        if view.allows(int(str(source)), int(str(target))):
            edges.setdefault(str(kind), Counter())[str(layer)] += 1
    return Counts(dict(sorted(nodes.items())), {kind: dict(sorted(edges[kind].items())) for kind in sorted(edges)}, {})
