"""Each provider through its real client against the loopback server: replies, errors, limits."""

import asyncio
from collections.abc import Iterator

import pytest

from pipelines.models.model import ModelError, ModelReply, ModelRequest, Usage
from pipelines.models.openai_compatible import OpenAICompatibleModel
from tests.loopback_model import EMPTY_FORM, Act, LoopbackModel
from tests.pipelines.models.clients import CLIENTS, SCHEMA, STREAMING, request


@pytest.fixture
def server() -> Iterator[LoopbackModel]:
    model = LoopbackModel()
    yield model
    model.close()


async def ask(
    provider: str, server: LoopbackModel, asked: ModelRequest | None = None, **limits: float
) -> ModelReply | ModelError:
    model = CLIENTS[provider](server.address, **limits)
    try:
        return await model.reply(asked or request())
    except ModelError as error:
        return error
    finally:
        await model.close()


def outcome(provider: str, server: LoopbackModel, *acts: Act, **limits: float) -> str:
    """The reason code, or `reply`."""
    server.script.extend(acts)
    answer = asyncio.run(ask(provider, server, **limits))
    return answer.reason if isinstance(answer, ModelError) else "reply"


@pytest.mark.parametrize("provider", CLIENTS)
def test_reply_comes_with_its_tokens(provider: str, server: LoopbackModel) -> None:
    assert asyncio.run(ask(provider, server)) == ModelReply(EMPTY_FORM, Usage(100, 40, 20))


@pytest.mark.parametrize("provider", CLIENTS)
def test_schema_instructions_and_text_are_sent(provider: str, server: LoopbackModel) -> None:
    asyncio.run(ask(provider, server))
    call = server.calls[0]
    body = call.body
    format_of = {
        "openai": lambda: body["text"]["format"]["schema"],
        "anthropic": lambda: body["output_config"]["format"]["schema"],
        "openai-compatible": lambda: body["response_format"]["json_schema"]["schema"],
    }
    assert (call.system, call.messages, format_of[provider]()) == ("You fill in forms.", (("user", "hello"),), SCHEMA)


@pytest.mark.parametrize("provider", CLIENTS)
def test_too_many_requests_is_tried_again_after_the_time_the_server_asks_for(
    provider: str, server: LoopbackModel
) -> None:
    assert outcome(provider, server, Act(status=429, headers={"retry-after": "0.05"})) == "reply"
    assert len(server.calls) == 2


@pytest.mark.parametrize("provider", CLIENTS)
@pytest.mark.parametrize(
    ("act", "calls", "reason"),
    [
        (Act(status=429, headers={"retry-after-ms": "5"}), 3, "rate-limited"),
        (Act(status=500, headers={"retry-after-ms": "5"}), 3, "server-error"),
        (Act(status=529, headers={"retry-after-ms": "5"}), 3, "rate-limited"),
        (Act(status=401), 1, "unauthorised"),
    ],
)
def test_errors_that_stay_become_reasons(
    provider: str, act: Act, calls: int, reason: str, server: LoopbackModel
) -> None:
    assert outcome(provider, server, act, act, act) == reason
    assert len(server.calls) == calls


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_bad_request_is_not_tried_again(provider: str, server: LoopbackModel) -> None:
    assert outcome(provider, server, Act(status=400)) == "invalid-request"
    assert len(server.calls) == 1


@pytest.mark.parametrize("provider", CLIENTS)
@pytest.mark.parametrize(
    ("act", "reason"),
    [(Act(refuse="I cannot"), "refusal"), (Act(text='{"a', truncate=True), "truncated"), (Act(text="  "), "empty")],
)
def test_replies_that_are_none_become_reasons(provider: str, act: Act, reason: str, server: LoopbackModel) -> None:
    assert outcome(provider, server, act) == reason


@pytest.mark.parametrize("provider", STREAMING)
def test_stream_that_ends_early_is_cut_off(provider: str, server: LoopbackModel) -> None:
    assert outcome(provider, server, Act(text=EMPTY_FORM, cut=True)) == "cut-off"


@pytest.mark.parametrize("provider", CLIENTS)
def test_slow_reply_times_out(provider: str, server: LoopbackModel) -> None:
    assert outcome(provider, server, Act(delay=1.5), retries=0, timeout=0.2) == "timed-out"


@pytest.mark.parametrize("provider", CLIENTS)
def test_server_that_is_gone_is_unreachable(provider: str) -> None:
    gone = LoopbackModel()
    gone.close()
    assert outcome(provider, gone, retries=0) == "unreachable"


@pytest.mark.parametrize("provider", STREAMING)
def test_text_is_handed_on_as_it_comes(provider: str, server: LoopbackModel) -> None:
    pieces: list[str] = []

    async def stream() -> None:
        model = CLIENTS[provider](server.address)
        await model.reply(request(), pieces.append)
        await model.close()

    asyncio.run(stream())
    assert (len(pieces) > 1, "".join(pieces)) == (True, EMPTY_FORM)


def test_fixed_part_is_marked_for_anthropics_cache(server: LoopbackModel) -> None:
    asyncio.run(ask("anthropic", server))
    assert server.calls[0].body["system"][0]["cache_control"] == {"type": "ephemeral"}


def test_openai_is_asked_not_to_store(server: LoopbackModel) -> None:
    asyncio.run(ask("openai", server))
    assert server.calls[0].body["store"] is False


@pytest.mark.parametrize(
    ("formats", "found", "calls"), [({"json_object", "tool"}, "json_object", 2), ({"tool"}, "tool", 3)]
)
def test_compatible_server_gets_the_best_format_it_takes(
    formats: set[str], found: str, calls: int, server: LoopbackModel
) -> None:
    server.formats = formats
    known: list[str] = []

    async def twice() -> list[ModelReply]:
        model = OpenAICompatibleModel("local", "", f"{server.address}/v1", retries=0, timeout=20, remember=known.append)
        replies = [await model.reply(request()), await model.reply(request("again"))]
        await model.close()
        return replies

    replies = asyncio.run(twice())
    assert ([reply.text for reply in replies], known) == ([EMPTY_FORM] * 2, [found])
    assert len(server.calls) == calls + 1


def test_known_format_is_used_at_once(server: LoopbackModel) -> None:
    server.formats = {"tool"}

    async def once() -> None:
        model = OpenAICompatibleModel("local", "", f"{server.address}/v1", retries=0, timeout=20, known_format="tool")
        await model.reply(request())
        await model.close()

    asyncio.run(once())
    assert len(server.calls) == 1


def test_server_that_takes_no_format_says_so(server: LoopbackModel) -> None:
    server.formats = set()
    assert outcome("openai-compatible", server) == "invalid-request"


def test_error_messages_hold_no_key(server: LoopbackModel) -> None:
    server.script.append(Act(status=401))
    answer = asyncio.run(ask("openai", server))
    assert isinstance(answer, ModelError)
    assert "key" not in answer.detail.replace("keyword", "")
