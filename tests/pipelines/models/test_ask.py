"""Asking many things at once: cache, concurrency, budget, batches."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from pipelines.models.ask import Asker, Question
from pipelines.models.cache import Origin, ReplyCache
from pipelines.models.model import ModelError, ModelReply, Outcome
from pipelines.models.model_settings import ModelSettings, Price
from tests.loopback_model import EMPTY_FORM, Act, LoopbackModel
from tests.pipelines.models.clients import CLIENTS, STREAMING, request


@pytest.fixture
def server() -> Iterator[LoopbackModel]:
    model = LoopbackModel()
    yield model
    model.close()


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[ReplyCache]:
    opened = ReplyCache(tmp_path / "replies.db")
    yield opened
    opened.close()


def questions(count: int) -> list[Question]:
    return [Question(request(f"question {i}"), Origin("prompt", f"doc{i}")) for i in range(count)]


def run(
    server: LoopbackModel,
    cache: ReplyCache,
    asked: Sequence[Question],
    settings: ModelSettings | None = None,
    *,
    provider: str = "openai",
    batch: bool = False,
) -> tuple[list[Outcome], Asker]:
    async def ask() -> tuple[list[Outcome], Asker]:
        asker = Asker(
            CLIENTS[provider](server.address), cache, settings or ModelSettings(provider="openai"), poll=(0.01, 0.02)
        )
        try:
            return await asker.ask(asked, batch=batch), asker
        finally:
            await asker.close()

    return asyncio.run(ask())


def reasons(outcomes: Sequence[Outcome]) -> list[str]:
    return [outcome.reason if isinstance(outcome, ModelError) else "reply" for outcome in outcomes]


def test_what_was_answered_is_not_asked_again(server: LoopbackModel, cache: ReplyCache) -> None:
    run(server, cache, questions(3))
    outcomes, asker = run(server, cache, questions(4))
    assert (reasons(outcomes), len(server.calls)) == (["reply"] * 4, 4)
    assert (asker.account.calls, asker.account.cached) == (1, 3)


def test_equal_questions_are_asked_once(server: LoopbackModel, cache: ReplyCache) -> None:
    outcomes, _ = run(server, cache, [*questions(1), *questions(1)])
    assert (reasons(outcomes), len(server.calls)) == (["reply"] * 2, 1)


def test_another_model_is_never_answered_from_the_wrong_entry(server: LoopbackModel, cache: ReplyCache) -> None:
    run(server, cache, questions(1))
    run(server, cache, questions(1), provider="anthropic")
    assert len(server.calls) == 2


@pytest.mark.parametrize(
    "changed",
    [
        {"system": "other instructions"},
        {"schema": {"type": "object"}},
        {"schema_name": "other"},
        {"max_output_tokens": 501},
        {"messages": ()},
    ],
)
def test_every_part_of_a_request_is_part_of_its_key(changed: dict[str, object]) -> None:
    from dataclasses import replace

    assert replace(request(), **changed).key("a") != request().key("a")  # type: ignore[arg-type]


def test_refusals_are_remembered_and_outages_are_not(server: LoopbackModel, cache: ReplyCache) -> None:
    server.script.extend([Act(refuse="no")])
    run(server, cache, questions(1))
    server.script.extend([Act(status=401)])
    run(server, cache, questions(2)[1:])
    outcomes, _ = run(server, cache, questions(2))
    assert (reasons(outcomes), len(server.calls)) == (["refusal", "reply"], 3)


def test_request_that_was_refused_as_wrong_is_sent_again(server: LoopbackModel, cache: ReplyCache) -> None:
    """A model that is not there yet, or an account without credit, is told like a fault of the request."""
    server.script.append(Act(status=400))
    run(server, cache, questions(1))
    outcomes, _ = run(server, cache, questions(1))
    assert (reasons(outcomes), len(server.calls)) == (["reply"], 2)


def test_refused_key_is_not_tried_with_every_question(server: LoopbackModel, cache: ReplyCache) -> None:
    server.script.extend([Act(status=401)] * 9)
    outcomes, asker = run(server, cache, questions(9), ModelSettings(provider="openai", concurrency=1))
    assert (reasons(outcomes), len(server.calls)) == (["unauthorised"] * 9, 1)
    assert asker.outage is not None


def test_one_answer_shows_that_the_provider_is_there(server: LoopbackModel, cache: ReplyCache) -> None:
    server.script.extend([Act(status=400)] * 3)
    _, asker = run(server, cache, questions(4), ModelSettings(provider="openai", concurrency=1))
    assert asker.outage is None


def test_no_more_calls_are_in_flight_than_allowed(server: LoopbackModel, cache: ReplyCache) -> None:
    server.script.extend(Act(delay=0.05) for _ in range(12))
    run(server, cache, questions(12), ModelSettings(provider="openai", concurrency=3))
    assert server.most_in_flight == 3


def test_cut_stream_is_tried_again(server: LoopbackModel, cache: ReplyCache) -> None:
    server.script.append(Act(text=EMPTY_FORM, cut=True))
    outcomes, _ = run(server, cache, questions(1))
    assert (reasons(outcomes), len(server.calls)) == (["reply"], 2)


def test_crash_loses_only_the_calls_in_flight(server: LoopbackModel, tmp_path: Path) -> None:
    first = ReplyCache(tmp_path / "replies.db")
    run(server, first, questions(5))
    # No close: a process that is killed closes nothing.
    second = ReplyCache(tmp_path / "replies.db")
    assert second.size() == 5
    second.close()
    first.close()


def test_token_budget_stops_the_run_and_leaves_what_is_done(server: LoopbackModel, cache: ReplyCache) -> None:
    settings = ModelSettings(provider="openai", concurrency=1, budget_tokens=800)
    outcomes, asker = run(server, cache, questions(6), settings)
    assert reasons(outcomes) == ["reply", "reply", "reply", "budget", "budget", "budget"]
    assert asker.account.usage.input_tokens + asker.account.usage.output_tokens <= 800
    assert reasons(run(server, cache, questions(6))[0]) == ["reply"] * 6
    assert len(server.calls) == 6


def test_money_budget_needs_a_price() -> None:
    with pytest.raises(SettingsError, match="no price for mystery"):
        from pipelines.models.budget import Budget

        Budget(ModelSettings(provider="openai", model="mystery", budget_money=1.0))


def test_account_gives_money_and_tokens_by_document(server: LoopbackModel, cache: ReplyCache) -> None:
    settings = ModelSettings(
        provider="openai", model="m", prices={"m": Price(input=1.0, cached_input=0.1, output=10.0)}
    )
    _, asker = run(server, cache, questions(2), settings)
    # 60 fresh, 40 cached and 20 output tokens a call.
    assert asker.budget.money == pytest.approx(2 * (60 * 1.0 + 40 * 0.1 + 20 * 10.0) / 1_000_000)
    assert {name: usage.output_tokens for name, usage in asker.account.by_document.items()} == {"doc0": 20, "doc1": 20}


def test_estimate_makes_no_call_and_leaves_out_what_is_known(server: LoopbackModel, cache: ReplyCache) -> None:
    run(server, cache, questions(2))
    asker = Asker(CLIENTS["openai"](server.address), cache, ModelSettings(provider="openai"))
    estimate = asker.estimate(questions(5))
    assert (estimate.calls, estimate.cached_calls, len(server.calls)) == (3, 2, 2)
    assert estimate.money is not None
    assert estimate.input_tokens > 0


@pytest.mark.parametrize("provider", STREAMING)
def test_batch_answers_all_at_half_the_price(provider: str, server: LoopbackModel, cache: ReplyCache) -> None:
    server.batch_looks_before_done = 2
    outcomes, asker = run(
        server, cache, questions(3), ModelSettings(provider="openai", batch=True), provider=provider, batch=True
    )
    assert (reasons(outcomes), len(server.batches), asker.account.calls) == (["reply"] * 3, 1, 3)


@pytest.mark.parametrize("provider", STREAMING)
def test_interrupted_run_picks_its_batch_up_again(provider: str, server: LoopbackModel, cache: ReplyCache) -> None:
    server.batch_looks_before_done = 3
    hasty = ModelSettings(provider="openai", batch=True, batch_wait_seconds=0)
    assert reasons(run(server, cache, questions(3), hasty, provider=provider, batch=True)[0]) == ["batch-pending"] * 3
    patient = ModelSettings(provider="openai", batch=True)
    outcomes, _ = run(server, cache, questions(4), patient, provider=provider, batch=True)
    assert reasons(outcomes) == ["reply"] * 4
    # One batch for the first three questions, one for the fourth.
    assert [len(entries) for entries in server.batches.values()] == [3, 1]


@pytest.mark.parametrize("provider", STREAMING)
def test_failed_entries_of_a_batch_are_reasons(provider: str, server: LoopbackModel, cache: ReplyCache) -> None:
    server.script.extend([Act(status=500), Act(refuse="no")])
    outcomes, _ = run(
        server, cache, questions(3), ModelSettings(provider="openai", batch=True), provider=provider, batch=True
    )
    assert sorted(reasons(outcomes)) == ["batch-failed", "refusal", "reply"]


def test_lost_batch_is_forgotten(server: LoopbackModel, cache: ReplyCache) -> None:
    asked = questions(1)
    cache.keep_batch("batch_gone", "openai:gpt-5-mini", [asked[0].request.key("openai:gpt-5-mini")])
    settings = ModelSettings(provider="openai", batch=True)
    assert reasons(run(server, cache, asked, settings, batch=True)[0]) == ["invalid-request"]
    assert reasons(run(server, cache, asked, settings, batch=True)[0]) == ["reply"]


def test_cache_is_exported_and_taken_in_again(server: LoopbackModel, cache: ReplyCache, tmp_path: Path) -> None:
    run(server, cache, questions(3))
    lines = list(cache.export())
    other = ReplyCache(tmp_path / "other.db")
    assert (other.restore(lines), other.restore(lines)) == (3, 0)
    outcomes, _ = run(server, other, questions(3))
    assert (outcomes[0], len(server.calls)) == (cache.get(questions(1)[0].request.key("openai:gpt-5-mini")), 3)
    assert isinstance(outcomes[0], ModelReply)
    other.close()


def test_foreign_lines_are_refused_as_a_whole(cache: ReplyCache, server: LoopbackModel) -> None:
    run(server, cache, questions(1))
    good = next(iter(cache.export())).replace('"key": "', '"key": "x')
    with pytest.raises(SettingsError, match="line 2"):
        cache.restore([good, '{"key": 1}'])
    assert cache.size() == 1


def test_prune_removes_what_no_run_used(cache: ReplyCache, server: LoopbackModel) -> None:
    run(server, cache, questions(2))
    assert (cache.prune(30), cache.size()) == (0, 2)
    assert (cache.prune(0), cache.size()) == (2, 0)
