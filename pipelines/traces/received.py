"""What a receiver has kept of the spans that services sent: interactions by day, added up, in `output/cache/observed/`."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from parsed_graph.facts import Fact, Incomplete, ObservedSpan, SourceSpan
from parsed_graph.traces.interactions import Observation

REPOSITORY = "received-traces"
"""What stands for the repository in the evidence."""
MAX_A_DAY = 20_000
"""Different interactions of one day; what comes after is counted, and not kept."""
_FIELDS = ("source", "target", "kind", "operation")
_NO_DATE = "undated"

_Key = tuple[str, str, str, str]


def keep_observations(output: Path, found: Iterable[Observation]) -> None:
    """Adds observations to those of their days; each file is replaced in one step."""
    by_day: dict[str, list[Observation]] = {}
    for observation in found:
        by_day.setdefault(observation.last_seen or _NO_DATE, []).append(observation)
    for day, observations in sorted(by_day.items()):
        _add(_folder(output) / f"{day}.jsonl", observations)


def received_facts(output: Path) -> list[tuple[str, list[Fact]]]:
    """The repository of what was received, none where nothing was."""
    facts = [fact for file in _files(output) for fact in _facts(file)]
    return [(REPOSITORY, facts)] if facts else []


def received_digest(output: Path) -> str:
    """What tells a run that other observations are kept now."""
    stats = [(file.name, file.stat()) for file in _files(output)]
    return "received " + " ".join(f"{name}:{stat.st_size}:{stat.st_mtime_ns}" for name, stat in stats)


def _folder(output: Path) -> Path:
    return output / "cache" / "observed"


def _files(output: Path) -> Sequence[Path]:
    return sorted(_folder(output).glob("*.jsonl"))


def _add(file: Path, observations: Iterable[Observation]) -> None:
    counts, left_out = _read(file)
    for new in observations:
        key: _Key = (new.source, new.target, new.kind, new.operation)
        if key in counts or len(counts) < MAX_A_DAY:
            counts[key] = counts.get(key, 0) + new.count
        else:
            left_out += new.count
    lines = [json.dumps({**dict(zip(_FIELDS, key, strict=True)), "count": counts[key]}) for key in sorted(counts)]
    if left_out:
        lines.append(json.dumps({"left_out": left_out}))
    file.parent.mkdir(parents=True, exist_ok=True)
    new_file = file.with_name(f".{file.name}")
    new_file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    new_file.replace(file)


def _read(file: Path) -> tuple[dict[_Key, int], int]:
    counts: dict[_Key, int] = {}
    left_out = 0
    for _, row in _rows(file):
        source, target, kind, operation = (str(row.get(name, "")) for name in _FIELDS)
        key, count = (source, target, kind, operation), row.get("count", 0)
        if source and isinstance(count, int) and count:
            counts[key] = counts.get(key, 0) + count
        missed = row.get("left_out", 0)
        left_out += missed if isinstance(missed, int) else 0
    return counts, left_out


def _rows(file: Path) -> Iterator[tuple[int, dict[str, object]]]:
    if not file.exists():
        return
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
        try:
            row = json.loads(line) if line else None
        except (ValueError, RecursionError):
            row = {}
        if isinstance(row, dict):
            yield number, row


def _facts(file: Path) -> Iterator[Fact]:
    path, day = f"observed/{file.name}", file.stem if file.stem != _NO_DATE else ""
    for number, row in _rows(file):
        span = SourceSpan(path, number)
        source, target, kind, operation = (str(row.get(name, "")) for name in _FIELDS)
        count = row.get("count")
        if isinstance(count, int) and source:
            yield ObservedSpan(source, target, kind, operation, count, day, span)
        elif isinstance(row.get("left_out"), int):
            detail = f"{row['left_out']} spans of interactions beyond the first {MAX_A_DAY} of the day"
            yield Incomplete("too-large", detail, span)
        else:
            yield Incomplete("unparseable", "no kept observation", span)
