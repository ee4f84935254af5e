"""The record of a run as text: the closing table of `index`, and `status`."""

from collections.abc import Mapping, Sequence

from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.run_report import Extraction, RunRecord, RunReport
from pipelines.serving.as_json import plain
from pipelines.serving.terminal import say, say_table

_UNRESOLVED = "unresolved"
_LISTED = 30


def say_run(record: RunRecord, *, every: bool = False) -> None:
    """Nodes and edges by type and layer, problems by reason, unresolved calls, changes, time, repositories, services."""
    nodes, edges, problems = record.counts.nodes, record.counts.edges, record.counts.problems
    when = f", {record.run.finished_at}" if record.run.finished_at else ""
    say(f"Snapshot {record.snapshot}, run {record.number}{when}", "bold")
    say()
    say_table(["node", "count"], [*nodes.items(), ("all", sum(nodes.values()))])
    say()
    _say_edges(edges)
    if problems:
        say()
        say_table(["problem", "count"], _commonest(problems))
        say("`estategraph status --problems` lists them by file, `--problems REASON` those of one kind", "dim")
    say()
    say(f"Unresolved calls, topics and paths: {unresolved(record)}")
    _say_changes(record)
    _say_spending(record.run)
    if record.run.seconds:
        stages = ", ".join(f"{name} {seconds:.1f}" for name, seconds in record.run.stages.items())
        say(f"Time: {record.run.seconds:.1f} s{f' ({stages})' if stages else ''}")
    if record.run.repositories:
        say()
        _say_extractions("repository", record.run.repositories)
        _say_what_is_missing(record)
    services = record.run.services
    if not every and len(services) > _LISTED:
        services = tuple(item for item in services if item.errors)[:_LISTED]
    if services:
        say()
        _say_extractions("service", services)
    if len(services) < len(record.run.services):
        say(f"{len(record.run.services) - len(services)} more services; `status --all` lists them", "dim")


def _say_what_is_missing(record: RunRecord) -> None:
    """What to do where nothing was read, or no service found in what was."""
    if not any(item.files for item in record.run.repositories):
        say()
        say(
            "Nothing was read: the folders named hold no source, contract, configuration or document that .gitignore leaves in."
        )
        say("Name the checkout of a repository: estategraph index PATH")
    elif not record.counts.nodes.get(NodeLabel.SERVICE):
        say()
        say(
            "No service was found. Name yours in a services.yaml at the root of the checkout; estategraph init writes one."
        )


def _say_spending(run: RunReport) -> None:
    if any(run.tokens.values()):
        tokens = {name: run.tokens.get(name, 0) for name in ("input", "cached_input", "output")}
        calls = run.notes.get("calls", "")
        say(
            f"Model: {calls} calls, {tokens['input']:,} tokens in ({tokens['cached_input']:,} of them cached),"
            f" {tokens['output']:,} out, {f'${run.cost:.4f}' if run.cost else 'no price is known'}"
        )


def run_json(record: RunRecord) -> Mapping[str, object]:
    """The record with the figures that are derived from it."""
    value = plain(record)
    assert isinstance(value, dict)
    value["unresolved"] = unresolved(record)
    run = value["run"]
    for name, items in (("repositories", record.run.repositories), ("services", record.run.services)):
        run[name] = [{**row, "error_rate": item.error_rate} for row, item in zip(run[name], items, strict=True)]
    return value


def unresolved(record: RunRecord) -> int:
    """How many calls, topics and paths were seen and could not be linked."""
    return sum(count for reason, count in record.counts.problems.items() if reason.startswith(_UNRESOLVED))


def _commonest(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _say_edges(edges: Mapping[str, Mapping[str, int]]) -> None:
    layers = sorted({layer for counts in edges.values() for layer in counts})
    rows = [(name, *(counts.get(layer, 0) for layer in layers), sum(counts.values())) for name, counts in edges.items()]
    sums = [sum(counts.get(layer, 0) for counts in edges.values()) for layer in layers]
    say_table(["edge", *layers, "all"], [*rows, ("all", *sums, sum(sums))])


def _say_changes(record: RunRecord) -> None:
    for name, change in record.changes.items():
        if record.number > 1:
            say(f"{name.capitalize()} since the run before: +{change.added} -{change.removed} changed {change.changed}")


def _say_extractions(noun: str, extractions: Sequence[Extraction]) -> None:
    rows = [
        (item.name, item.files, item.errors, f"{item.error_rate:.1%}", f"{item.seconds:.1f}", item.extracted_at)
        for item in extractions
    ]
    say_table([noun, "files", "with errors", "rate", "seconds", "last extract"], rows)
