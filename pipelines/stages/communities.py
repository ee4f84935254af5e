"""Communities of a run: found from the graph and the last snapshot, reported on where enough changed, handed to the store."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from community.report import PROMPT, Writer
from community.state import communities_part, read_previous
from community.update import Grouping, Thresholds, Update, update_communities
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.store import SnapshotPart
from pipelines.community_flags import CommunityFlags
from pipelines.community_settings import CommunitySettings
from pipelines.models.model import Usage
from pipelines.models.tokens import count_tokens
from pipelines.user_prompts import load_checked_prompt, prompt_folder
from prompts.prompt import CompletesText, TextReply, TextRequest

if TYPE_CHECKING:
    from pipelines.models.ask import Asker, Question
    from pipelines.models.complete import TextCompleter

_PURPOSE = "community"
_VALUES = {"system": (), "user": ("title", "opening", "facts", "closing"), "retry": ("reply", "reasons")}
"""What each part of the prompt is filled with."""


@dataclass(frozen=True, slots=True)
class CommunitiesReport:
    """What the stage did, what goes into the snapshot, and what it spent."""

    update: Update
    part: SnapshotPart
    calls: int
    usage: Usage
    money: float


OpenAsker = Callable[[], "Asker"]


def build_communities(
    graph: PropertyGraph,
    output: Path,
    settings: CommunitySettings,
    flags: CommunityFlags,
    prompts: str,
    open_asker: OpenAsker | None,
    max_output_tokens: int,
) -> CommunitiesReport:
    """The communities of a graph, going on from those in the current snapshot of `output`.

    `open_asker` is None for the `rules` provider; it is called only when a report has to be written. Raises SettingsError
    for a prompt that cannot be used.
    """
    model = _LateModel(open_asker, max_output_tokens) if open_asker else None
    try:
        update = _update(graph, output, settings, flags, prompts, model)
    finally:
        if model:
            model.close()
    asker = model.asker if model else None
    return CommunitiesReport(
        update,
        communities_part(update.state),
        asker.account.calls if asker else 0,
        asker.account.usage if asker else Usage(),
        (asker.budget.money or 0.0) if asker else 0.0,
    )


def report_questions(
    graph: PropertyGraph, output: Path, settings: CommunitySettings, prompts: str, max_output_tokens: int
) -> "list[Question]":
    """What a model would be asked for the reports of a run, for an estimate."""
    from pipelines.models.complete import text_question

    model = _NotedModel()
    _update(graph, output, settings, CommunityFlags(), prompts, model)
    return [text_question(request, _PURPOSE, max_output_tokens) for request in model.requests]


def _update(
    graph: PropertyGraph,
    output: Path,
    settings: CommunitySettings,
    flags: CommunityFlags,
    prompts: str,
    model: CompletesText | None,
) -> Update:
    prompt = load_checked_prompt(PROMPT, prompt_folder(prompts), _VALUES)
    return update_communities(
        graph,
        read_previous(output),
        Writer(prompt, model, settings.report_tokens, count_tokens if model else _estimate),
        Grouping(settings.declared, settings.systems),
        Thresholds(settings.report_threshold, settings.partition_threshold),
        repartition=flags.repartition,
        rewrite=flags.rewrite_reports,
    )


class _NotedModel:
    """A CompletesText that notes what it is asked and answers nothing."""

    identity = "estimate"

    def __init__(self) -> None:
        self.requests: list[TextRequest] = []

    def complete(self, requests: Sequence[TextRequest]) -> list[TextReply]:
        self.requests += requests
        return [TextReply("", "estimate")] * len(requests)


def _estimate(text: str) -> int:
    return len(text) // 4 + 1


class _LateModel:
    """A CompletesText that opens its model for the first report: a run that writes none imports no client."""

    def __init__(self, open_asker: OpenAsker, max_output_tokens: int) -> None:
        self._open, self._max_output_tokens = open_asker, max_output_tokens
        self._completer: TextCompleter | None = None
        self.asker: Asker | None = None

    @property
    def identity(self) -> str:
        return self._opened().identity

    def complete(self, requests: Sequence[TextRequest]) -> list[TextReply]:
        return self._opened().complete(requests)

    def close(self) -> None:
        if self._completer:
            self._completer.close()

    def _opened(self) -> "TextCompleter":
        from pipelines.models.complete import TextCompleter

        if self._completer is None:
            self.asker = self._open()
            self._completer = TextCompleter(self.asker, _PURPOSE, self._max_output_tokens)
        return self._completer
