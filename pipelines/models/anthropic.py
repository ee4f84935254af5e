"""Anthropic: the Messages API with structured output, streamed, the fixed part cached; and Message Batches."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pipelines.models.http_errors import as_model_error
from pipelines.models.model import ModelError, ModelReply, ModelRequest, OnText, Outcome, Usage

if TYPE_CHECKING:
    from anthropic.types import Message


class AnthropicModel:
    """A model behind the Messages API."""

    def __init__(self, model: str, api_key: str, base_url: str, *, retries: int, timeout: float) -> None:
        # The SDK takes a second and more to import: only a run that uses it pays.
        from anthropic import AsyncAnthropic

        self._model = model
        self._client: AsyncAnthropic = AsyncAnthropic(
            api_key=api_key, base_url=base_url or None, max_retries=retries, timeout=timeout
        )

    @property
    def identity(self) -> str:
        """`anthropic:<model>`."""
        return f"anthropic:{self._model}"

    async def reply(self, request: ModelRequest, on_text: OnText | None = None) -> ModelReply:
        """Streams the reply. Raises ModelError, `cut-off` where the stream ends before the reply does."""
        from anthropic import AnthropicError

        ended = False
        try:
            async with self._client.messages.stream(**_body(self._model, request)) as stream:
                async for event in stream:
                    if event.type == "text" and on_text:
                        on_text(event.text)
                    ended = ended or event.type == "message_stop"
                message = await stream.get_final_message() if ended else None
        except (AnthropicError, OSError) as error:
            raise as_model_error(error) from error
        except Exception as error:
            if _is_transport(error):
                raise as_model_error(error) from error
            raise
        if message is None:
            raise ModelError("cut-off", "the stream ended before the reply was complete")
        return read_message(message)

    async def submit(self, requests: Sequence[tuple[str, ModelRequest]]) -> str:
        """Starts a message batch."""
        from anthropic import AnthropicError

        # A custom_id may have 64 characters, which is what a SHA-256 in hexadecimal has.
        batch: Any = [{"custom_id": key, "params": _body(self._model, request)} for key, request in requests]
        try:
            return (await self._client.messages.batches.create(requests=batch)).id
        except AnthropicError as error:
            raise as_model_error(error) from error

    async def collect(self, batch_id: str) -> dict[str, Outcome] | None:
        """Reads the results once the batch has ended."""
        from anthropic import AnthropicError

        outcomes: dict[str, Outcome] = {}
        try:
            batch = await self._client.messages.batches.retrieve(batch_id)
            if batch.processing_status != "ended":
                return None
            async for line in await self._client.messages.batches.results(batch_id):
                outcomes[line.custom_id] = _outcome(line.result)
        except AnthropicError as error:
            raise as_model_error(error) from error
        return outcomes

    async def close(self) -> None:
        """Ends open connections."""
        await self._client.close()


def _body(model: str, request: ModelRequest) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": request.max_output_tokens,
        "system": [{"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": message.role, "content": message.text} for message in request.messages],
    }
    if request.schema is not None:
        body["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema)}}
    return body


def read_message(message: "Message") -> ModelReply:
    """The reply in a message. Raises ModelError for a refusal, a truncated or an empty one."""
    usage = _usage(message)
    if message.stop_reason == "refusal":
        raise ModelError("refusal", "the model declined", usage)
    if message.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise ModelError("truncated", str(message.stop_reason), usage)
    text = "".join(block.text for block in message.content if block.type == "text")
    if not text.strip():
        raise ModelError("empty", "the reply holds no text", usage)
    return ModelReply(text, usage)


def _usage(message: "Message") -> Usage:
    usage = message.usage
    cached = usage.cache_read_input_tokens or 0
    return Usage(usage.input_tokens + cached + (usage.cache_creation_input_tokens or 0), cached, usage.output_tokens)


def _outcome(result: Any) -> Outcome:
    if result.type == "succeeded":
        try:
            return read_message(result.message)
        except ModelError as error:
            return error
    if result.type == "errored":
        cause = result.error.error
        reason = "invalid-request" if cause.type == "invalid_request_error" else "batch-failed"
        return ModelError(reason, str(cause.message)[:300])
    return ModelError("batch-failed", f"the request was {result.type}")


def _is_transport(error: Exception) -> bool:
    """Whether the HTTP library or the stream's reader raised it: the other side went away in the middle."""
    return type(error).__module__.split(".")[0] in (
        "httpx",
        "httpx2",
        "httpcore",
        "httpcore2",
        "h11",
        "anyio",
        "jiter",
    ) or isinstance(error, (ValueError, AssertionError))
