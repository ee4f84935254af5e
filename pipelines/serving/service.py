"""What a server holds for as long as it runs: snapshots, policy, tokens and limits; it turns a caller into a view."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from parsed_graph.errors import AccessError, SettingsError
from parsed_graph.snapshot.reader import Snapshot
from parsed_graph.view import EVERYBODY, Principal, View
from pipelines.access.policy import Policy, read_policy
from pipelines.access.tokens import Tokens, read_tokens
from pipelines.access.watched_file import WatchedFile
from pipelines.asking.ask_parts import AskParts, open_parts
from pipelines.serving.kept_answers import KeptAnswers
from pipelines.serving.live_snapshots import LiveSnapshots
from pipelines.settings import Settings, load_settings

Result = TypeVar("Result")
LOG = logging.getLogger("estategraph")
OWN_ADDRESSES = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True)
class Service:
    """Everything that answering needs. `policy` and `tokens` are None where the settings name none."""

    snapshots: LiveSnapshots
    settings: Settings
    policy: WatchedFile[Policy] | None
    tokens: WatchedFile[Tokens] | None
    threads: ThreadPoolExecutor
    parts: AskParts
    kept: KeptAnswers = field(default_factory=KeptAnswers)

    @property
    def asks_who(self) -> bool:
        """Whether callers have to say who they are. A policy without tokens lets nobody in."""
        return self.policy is not None or self.tokens is not None

    def principal(self, token: str | None) -> Principal:
        """Who a bearer token stands for. Raises AccessError for a missing or unknown one where one is needed.

        Tokens and policy count as their files are now; while one cannot be read, nobody gets in.
        """
        if not self.asks_who:
            return EVERYBODY
        try:
            caller = self.tokens.value().caller(token) if token and self.tokens else None
            if caller is None:
                raise AccessError("a bearer token is needed")
            return self.policy.value().principal(caller) if self.policy else Principal(caller)
        except SettingsError as error:
            LOG.error("nobody gets in: %s", error)
            raise AccessError("a bearer token is needed") from error

    def view(self, snapshot: Snapshot, principal: Principal, confidence: float | None = None) -> View:
        """A snapshot as the principal sees it, from the settings' least confidence unless told otherwise."""
        least = self.settings.query.confidence if confidence is None else confidence
        return View(snapshot, principal, least)

    def ask(self, principal: Principal, confidence: float | None, question: Callable[[View], Result]) -> Result:
        """Answers one question on the newest snapshot, in the calling thread."""
        snapshot = self.snapshots.borrow()
        try:
            return question(self.view(snapshot, principal, confidence))
        finally:
            self.snapshots.give_back(snapshot)

    def compare(self, principal: Principal, runs: tuple[str, str], question: Callable[[View, View], Result]) -> Result:
        """Answers a question about two kept runs. Raises QueryError for a run that is not kept."""
        snapshots = [self.snapshots.open_kept(run) for run in runs]
        try:
            before, after = (self.view(snapshot, principal) for snapshot in snapshots)
            return question(before, after)
        finally:
            for snapshot in snapshots:
                snapshot.close()

    def close(self) -> None:
        """Lets go of the snapshots and threads."""
        self.threads.shutdown(wait=True, cancel_futures=True)
        self.snapshots.close()


def open_service(output: Path, file: Path | None, host: str = "127.0.0.1") -> Service:
    """The service of an output folder for those who can reach `host`, by the settings of a file or of `settings.yaml` here.

    Raises SettingsError where it would answer other machines without asking who they are, or a policy has nobody to apply to.
    """
    settings, folder = load_settings(file), file.parent if file else Path()
    policy = WatchedFile(folder / settings.access.policy, read_policy) if settings.access.policy else None
    tokens = WatchedFile(folder / settings.serve.tokens, read_tokens) if settings.serve.tokens else None
    if tokens is None and host not in OWN_ADDRESSES:
        raise SettingsError(
            f"{host} can be reached from other machines: name a file of tokens in the settings (serve, tokens), "
            "or listen on 127.0.0.1. A token is made with: estategraph serve --new-token NAME"
        )
    return Service(
        LiveSnapshots(output, settings.serve.stale_hours),
        settings,
        policy,
        tokens,
        ThreadPoolExecutor(settings.serve.concurrency, "question"),
        open_parts(file, output),
    )
