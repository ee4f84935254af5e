"""Asks a model many things at once: from the cache where it can, within concurrency and budget, live or as a batch."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from pipelines.models.budget import EXPECTED_OUTPUT_TOKENS, Budget, Estimate, money, price_of, request_tokens
from pipelines.models.cache import Origin, ReplyCache
from pipelines.models.model import (
    HOPELESS,
    OUTAGES,
    BatchModel,
    Model,
    ModelError,
    ModelRequest,
    Outcome,
    Usage,
)
from pipelines.models.model_settings import ModelSettings

_AGAIN = frozenset({"cut-off"})
"""Reasons for which the SDKs do not try again by themselves."""
_FEW = 3
"""Fewer calls that fail may each have met a fault of their own."""
POLL_SECONDS = (2.0, 60.0)
"""The first and the longest pause between two looks at a batch."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request and where it came from."""

    request: ModelRequest
    origin: Origin


@dataclass(slots=True)
class Account:
    """What a run asked: calls made, answers from the cache, tokens and money, in total and by document."""

    calls: int = 0
    cached: int = 0
    usage: Usage = field(default_factory=Usage)
    by_document: dict[str, Usage] = field(default_factory=dict)

    def book(self, document: str, usage: Usage) -> None:
        """Adds a call."""
        self.calls += 1
        self.usage = self.usage + usage
        self.by_document[document] = self.by_document.get(document, Usage()) + usage


class Asker:
    """One run's access to a model. Not for use from several threads."""

    def __init__(
        self, model: Model, cache: ReplyCache, settings: ModelSettings, poll: tuple[float, float] = POLL_SECONDS
    ) -> None:
        self.identity = model.identity
        self.account = Account()
        self.budget = Budget(settings)
        self._model, self._cache, self._settings, self._poll = model, cache, settings, poll
        self._outages: list[ModelError] = []
        self._is_answered = False
        self._places = asyncio.Semaphore(settings.concurrency)

    @property
    def outage(self) -> ModelError | None:
        """What kept the provider from answering a single call of this run, None where it answered some or was not asked."""
        if self._is_answered or not self._outages:
            return None
        first = self._outages[0]
        return first if first.reason in HOPELESS or len(self._outages) >= _FEW else None

    async def ask(self, questions: Sequence[Question], *, batch: bool = False) -> list[Outcome]:
        """An outcome for each question, in order. Equal questions are asked once."""
        keys = [question.request.key(self.identity) for question in questions]
        outcomes: dict[str, Outcome] = {}
        open_questions: dict[str, Question] = {}
        for key, question in zip(keys, questions, strict=True):
            known = outcomes.get(key) or self._cache.get(key)
            if known is not None:
                self.account.cached += key not in outcomes
                outcomes[key] = known
            else:
                open_questions.setdefault(key, question)
        if batch and open_questions and _takes_batches(self._model):
            outcomes |= await self._in_batches(open_questions, self._model)
        else:
            answered = await asyncio.gather(*(self._one(key, question) for key, question in open_questions.items()))
            outcomes |= dict(zip(open_questions, answered, strict=True))
        return [outcomes[key] for key in keys]

    def estimate(self, questions: Sequence[Question], *, batch: bool = False) -> Estimate:
        """What asking would cost, answers that are known left out. Makes no call."""
        wanted = {q.request.key(self.identity): q for q in questions}
        fresh = [question for key, question in wanted.items() if self._cache.get(key) is None]
        by_document: dict[str, int] = {}
        for question in fresh:
            document = question.origin.document
            by_document[document] = by_document.get(document, 0) + request_tokens(question.request)
        usage = Usage(sum(by_document.values()), 0, len(fresh) * EXPECTED_OUTPUT_TOKENS)
        price = price_of(self._settings.model_name, self._settings.prices)
        cost = money(usage, price, batch=batch) if price else None
        return Estimate(
            len(fresh), len(wanted) - len(fresh), usage.input_tokens, usage.output_tokens, cost, by_document
        )

    async def close(self) -> None:
        """Ends the model's connections."""
        await self._model.close()

    async def _one(self, key: str, question: Question) -> Outcome:
        async with self._places:
            if self.outage is not None and self.outage.reason in HOPELESS:
                return self.outage
            reserved = self.budget.reserve(question.request)
            if reserved is None:
                return ModelError("budget", "the run's budget is spent; a later run goes on from here")
            outcome: Outcome = ModelError("empty", "not asked")
            used = Usage()
            try:
                outcome, used = await self._live(question.request)
            finally:
                self.budget.settle(reserved, used)
            self._note(outcome)
            self.account.book(question.origin.document, used)
            self._cache.put(key, self.identity, question.origin, outcome)
            return outcome

    def _note(self, outcome: Outcome) -> None:
        if isinstance(outcome, ModelError) and outcome.reason in OUTAGES:
            self._outages.append(outcome)
        else:
            self._is_answered = True

    async def _live(self, request: ModelRequest) -> tuple[Outcome, Usage]:
        used = Usage()
        for attempt in range(self._settings.retries + 1):
            try:
                reply = await self._model.reply(request)
            except ModelError as error:
                used = used + error.usage
                if error.reason in _AGAIN and attempt < self._settings.retries:
                    await asyncio.sleep(min(0.5 * 2**attempt, 8.0))
                    continue
                return error, used
            return reply, used + reply.usage
        raise AssertionError("the last attempt returns")

    async def _in_batches(self, questions: dict[str, Question], model: BatchModel) -> dict[str, Outcome]:
        """Picks up batches of earlier runs that answer some of the questions, sends the rest as one, and waits."""
        waiting = [(batch, keys) for batch, keys in self._cache.open_batches(self.identity) if keys & questions.keys()]
        underway = frozenset(key for _, keys in waiting for key in keys)
        outcomes: dict[str, Outcome] = {}
        fresh: dict[str, Question] = {}
        for key in questions.keys() - underway:
            reserved = self.budget.reserve(questions[key].request)
            if reserved is None:
                outcomes[key] = ModelError("budget", "the run's budget is spent; a later run goes on from here")
            else:
                fresh[key] = questions[key]
        if fresh:
            try:
                batch_id = await model.submit([(key, fresh[key].request) for key in sorted(fresh)])
            except ModelError as error:
                self._outages += [error] * len(fresh)
                return outcomes | dict.fromkeys(questions, error)
            self._cache.keep_batch(batch_id, self.identity, fresh)
            waiting.append((batch_id, frozenset(fresh)))
        for batch_id, keys in waiting:
            collected = await self._collected(model, batch_id)
            for key in keys & questions.keys():
                outcomes[key] = self._booked(key, questions[key], collected)
        return outcomes

    def _booked(self, key: str, question: Question, collected: dict[str, Outcome] | ModelError) -> Outcome:
        if isinstance(collected, ModelError):
            return collected
        outcome = collected.get(key) or ModelError("batch-failed", "the batch holds no answer to this request")
        self._note(outcome)
        self.account.book(question.origin.document, outcome.usage)
        self.budget.settle(Usage(), outcome.usage)
        self._cache.put(key, self.identity, question.origin, outcome)
        return outcome

    async def _collected(self, model: BatchModel, batch_id: str) -> dict[str, Outcome] | ModelError:
        deadline = time.monotonic() + self._settings.batch_wait_seconds
        pause = self._poll[0]
        while True:
            try:
                collected = await model.collect(batch_id)
            except ModelError as error:
                if error.reason in ("batch-failed", "invalid-request"):
                    self._cache.drop_batch(batch_id)
                return error
            if collected is not None:
                self._cache.drop_batch(batch_id)
                return collected
            if time.monotonic() + pause > deadline:
                return ModelError("batch-pending", f"batch {batch_id} is not done; a later run picks it up")
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, self._poll[1])


def _takes_batches(model: Model) -> TypeGuard[BatchModel]:
    return hasattr(model, "submit") and hasattr(model, "collect")
