"""What a run says about itself in `run.json`: the only file of a snapshot that knows the time."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parsed_graph.model import Edge, Node, Problem
from parsed_graph.schema import NodeLabel

PARSE_STAGE = "parse"


@dataclass(frozen=True, slots=True)
class Extraction:
    """How reading one repository, or one service's part of it, went. `errors` are files that could not be parsed in full.

    `extracted_at` is ISO 8601 in UTC; `seconds` is what the last run spent on it; `revision` is the commit, "" where unknown.
    """

    name: str
    files: int
    errors: int
    extracted_at: str = ""
    seconds: float = 0.0
    revision: str = ""

    @property
    def error_rate(self) -> float:
        """Errors over files, between 0 and 1."""
        return self.errors / self.files if self.files else 0.0


@dataclass(frozen=True, slots=True)
class RunReport:
    """What the caller of `write_snapshot` knows of its run. Times are ISO 8601 in UTC, durations in seconds, money in US dollars.

    `services` may stay empty: it is then counted from File nodes and problems. `code` tells the code that ran from any other.
    """

    started_at: str = ""
    finished_at: str = ""
    seconds: float = 0.0
    stages: Mapping[str, float] = field(default_factory=dict)
    repositories: tuple[Extraction, ...] = ()
    services: tuple[Extraction, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    cost: float = 0.0
    document_tokens: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    code: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """How many came, went and differ since the snapshot before."""

    added: int = 0
    removed: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a snapshot holds: nodes by label, edges by type and by layer, problems by reason."""

    nodes: Mapping[str, int] = field(default_factory=dict)
    edges: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    problems: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """`run.json`. `number` counts the runs that wrote to this folder; the snapshot's content is a function of the input alone."""

    schema_version: int
    snapshot: str
    number: int
    counts: Counts
    changes: Mapping[str, Change]
    run: RunReport


def count_graph(nodes: Sequence[Node], edges: Sequence[Edge], problems: Sequence[Problem]) -> Counts:
    """Nodes by label, edges by type and layer, problems by reason; names in alphabetical order."""
    layers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for edge in edges:
        layers[edge.type][edge.layer] += 1
    return Counts(
        nodes=dict(sorted(Counter(str(node.label) for node in nodes).items())),
        edges={str(kind): dict(sorted(layers[kind].items())) for kind in sorted(layers)},
        problems=dict(sorted(Counter(problem.reason for problem in problems).items())),
    )


def service_extractions(
    nodes: Sequence[Node], problems: Sequence[Problem], repositories: Sequence[Extraction]
) -> tuple[Extraction, ...]:
    """Files and failed files of each service, by its File nodes and the parse problems below its folder.

    The time is that of the repository. A service without a File node was not read from code and is left out.
    """
    by_repository = {extraction.name: extraction for extraction in repositories}
    files = Counter(node.service for node in nodes if node.label is NodeLabel.FILE)
    failed = {problem.path for problem in problems if problem.stage == PARSE_STAGE}
    only = repositories[0].name if len(repositories) == 1 else ""
    found = []
    for node in nodes:
        if node.label is NodeLabel.SERVICE and files[node.id]:
            repo, path = str(node.properties.get("repo", "")), str(node.properties.get("path", ""))
            errors = sum(_is_below(place, repo, path, only) for place in failed)
            known = by_repository.get(repo or only)
            at, seconds = (known.extracted_at, known.seconds) if known else ("", 0.0)
            found.append(Extraction(node.id, max(files[node.id], errors), errors, at, seconds))
    return tuple(found)


def _is_below(place: str, repo: str, folder: str, only: str) -> bool:
    prefix = f"{folder}/" if folder else ""
    return place.startswith(f"{repo}:{prefix}") or (
        repo in ("", only) and ":" not in place and place.startswith(prefix)
    )
