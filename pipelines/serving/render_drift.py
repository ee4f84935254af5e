"""What came and went between two snapshots, as text; and how the kept ones grew."""

from collections import Counter
from collections.abc import Iterable, Sequence

from parsed_graph.model import Edge
from parsed_graph.queries.drift import Drift, EdgeDrift
from parsed_graph.snapshot.run_report import RunRecord
from pipelines.serving.citations import place
from pipelines.serving.terminal import say, say_table

_LISTED = 20
_COUNTED = ("Service", "Endpoint", "Topic", "Database", "ADR")


def say_drift(found: Drift, everything: bool) -> None:
    """Counts by label and type, then what no file explains, then all of it where that is asked for."""
    if not found.nodes and not found.edges:
        say(f"{found.before} -> {found.after}: the same nodes and edges")
        return
    say(f"{found.before} -> {found.after}", "bold")
    nodes = Counter((each.label, each.is_new) for each in found.nodes)
    edges = Counter((str(each.edge.type), each.is_new) for each in found.edges)
    for noun, counts in (("node", nodes), ("edge", edges)):
        if counts:
            say()
            names = sorted({name for name, _ in counts})
            say_table([noun, "came", "went"], [(name, counts[name, True], counts[name, False]) for name in names])
    if not found.has_files:
        say("\nOne of the two does not say what its files held: nothing can be said of what no file explains.", "dim")
    elif found.unexplained:
        say(f"\n{explained(found)}", "yellow")
        _say_edges(found.unexplained, everything)
    else:
        say("\nEach edge that came or went has a changed file behind it.")
    if everything:
        say("\nNodes", "bold")
        for node in found.nodes:
            say(f"  {'+' if node.is_new else '-'} {node.id}")
        say("\nEdges", "bold")
        _say_edges(found.edges, everything)
    else:
        say("\n--all lists every node and edge", "dim")


def explained(found: Drift) -> str:
    """The line that says how many edges came or went without a changed file."""
    number = len(found.unexplained)
    edges = "edge came or went" if number == 1 else "edges came or went"
    return (
        f"{number} {edges} though no file behind them changed: another file did it, or another version of the parsers"
    )


def say_trend(records: Sequence[RunRecord]) -> None:
    """One line for each kept snapshot, the newest last."""
    say_table(
        ["run", "snapshot", "nodes", "edges", *(f"{name}s" for name in _COUNTED), "problems"],
        [_row(r) for r in records],
    )


def _row(record: RunRecord) -> tuple[object, ...]:
    counts = record.counts
    edges = sum(sum(layers.values()) for layers in counts.edges.values())
    labels = (counts.nodes.get(name, 0) for name in _COUNTED)
    nodes, problems = sum(counts.nodes.values()), sum(counts.problems.values())
    return record.number, record.snapshot, nodes, edges, *labels, problems


def _say_edges(edges: Iterable[EdgeDrift], everything: bool) -> None:
    listed = list(edges)
    for each in listed if everything else listed[:_LISTED]:
        say(f"  {'+' if each.is_new else '-'} {_written(each.edge)}")
        if each.edge.evidence:
            say(f"      {place(each.edge.evidence[0])}  {each.edge.evidence[0].rule}", "dim")
    if len(listed) > _LISTED and not everything:
        say(f"  ... and {len(listed) - _LISTED} more; --all lists them")


def _written(edge: Edge) -> str:
    return f"{edge.source} {edge.type} {edge.target} ({edge.layer})"
