"""OpenAI: the Responses API with a strict JSON schema, streamed; and its Batch API."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from pipelines.models.http_errors import as_model_error
from pipelines.models.model import ModelError, ModelReply, ModelRequest, OnText, Outcome, Usage

if TYPE_CHECKING:
    pass

ENDPOINT: Literal["/v1/responses"] = "/v1/responses"


class OpenAIModel:
    """A model behind the Responses API."""

    def __init__(self, model: str, api_key: str, base_url: str, *, retries: int, timeout: float) -> None:
        # The SDK takes most of a second to import: only a run that uses it pays.
        from openai import AsyncOpenAI

        self._model = model
        self._client: AsyncOpenAI = AsyncOpenAI(
            api_key=api_key, base_url=base_url or None, max_retries=retries, timeout=timeout
        )

    @property
    def identity(self) -> str:
        """`openai:<model>`."""
        return f"openai:{self._model}"

    async def reply(self, request: ModelRequest, on_text: OnText | None = None) -> ModelReply:
        """Streams the reply. Raises ModelError, `cut-off` where the stream ends before the reply does."""
        from openai import OpenAIError

        final: Mapping[str, Any] | None = None
        started = False
        try:
            async with await self._client.responses.create(**_body(self._model, request), stream=True) as stream:
                async for event in stream:
                    started = True
                    if event.type == "response.output_text.delta" and on_text:
                        on_text(event.delta)
                    elif event.type in ("response.completed", "response.incomplete", "response.failed"):
                        final = event.response.model_dump(mode="json")
                    elif event.type == "error":
                        raise ModelError("server-error", event.message[:300])
        except ModelError:
            raise
        except (OpenAIError, OSError) as error:
            failed = as_model_error(error)
            raise (
                ModelError("cut-off", failed.detail) if started and failed.reason == "unreachable" else failed
            ) from error
        except Exception as error:
            if _is_transport(error):
                raise as_model_error(error) from error
            raise
        if final is None:
            raise ModelError("cut-off", "the stream ended before the reply was complete")
        return read_response(final)

    async def submit(self, requests: Sequence[tuple[str, ModelRequest]]) -> str:
        """Uploads the requests as a file and starts a batch on it."""
        from openai import OpenAIError

        lines = (
            {"custom_id": key, "method": "POST", "url": ENDPOINT, "body": _body(self._model, request)}
            for key, request in requests
        )
        content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        try:
            file = await self._client.files.create(file=("requests.jsonl", content), purpose="batch")
            batch = await self._client.batches.create(input_file_id=file.id, endpoint=ENDPOINT, completion_window="24h")
        except OpenAIError as error:
            raise as_model_error(error) from error
        return batch.id

    async def collect(self, batch_id: str) -> dict[str, Outcome] | None:
        """Reads the result and error files once the batch has ended."""
        from openai import OpenAIError

        try:
            batch = await self._client.batches.retrieve(batch_id)
            if batch.status in ("validating", "in_progress", "finalizing", "cancelling"):
                return None
            files = [file for file in (batch.output_file_id, batch.error_file_id) if file]
            if not files:
                raise ModelError("batch-failed", f"batch {batch_id} is {batch.status}")
            texts = [(await self._client.files.content(file)).text for file in files]
        except OpenAIError as error:
            raise as_model_error(error) from error
        return dict(_outcome(json.loads(line)) for text in texts for line in text.splitlines() if line.strip())

    async def close(self) -> None:
        """Ends open connections."""
        await self._client.close()


def _body(model: str, request: ModelRequest) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": model,
        "instructions": request.system,
        "input": [{"role": message.role, "content": message.text} for message in request.messages],
        "max_output_tokens": request.max_output_tokens,
        "store": False,
    }
    if request.schema is not None:
        body["text"] = {
            "format": {
                "type": "json_schema",
                "name": request.schema_name,
                "schema": dict(request.schema),
                "strict": True,
            }
        }
    return body


def read_response(response: Mapping[str, Any]) -> ModelReply:
    """The reply in a Responses API object. Raises ModelError for a refusal, an incomplete or an empty one."""
    usage = _usage(response.get("usage") or {})
    parts = [
        part
        for item in response.get("output") or []
        if item.get("type") == "message"
        for part in item.get("content") or []
    ]
    refusal = next((str(part["refusal"]) for part in parts if part.get("type") == "refusal"), None)
    if refusal is not None:
        raise ModelError("refusal", refusal[:300], usage)
    if response.get("status") == "incomplete":
        reason = (response.get("incomplete_details") or {}).get("reason") or "incomplete"
        raise ModelError("refusal" if reason == "content_filter" else "truncated", str(reason), usage)
    if response.get("status") == "failed":
        raise ModelError("server-error", str((response.get("error") or {}).get("message", "failed"))[:300], usage)
    text = "".join(part.get("text", "") for part in parts if part.get("type") == "output_text")
    if not text.strip():
        raise ModelError("empty", "the reply holds no text", usage)
    return ModelReply(text, usage)


def _usage(usage: Mapping[str, Any]) -> Usage:
    cached = (usage.get("input_tokens_details") or {}).get("cached_tokens") or 0
    return Usage(int(usage.get("input_tokens") or 0), int(cached), int(usage.get("output_tokens") or 0))


def _outcome(line: Mapping[str, Any]) -> tuple[str, Outcome]:
    key, response = str(line["custom_id"]), line.get("response") or {}
    status = response.get("status_code")
    if status != 200:
        error = line.get("error") or (response.get("body") or {}).get("error") or {}
        expired = error.get("code") == "batch_expired"
        reason = "batch-failed" if expired or status is None or status >= 500 or status == 429 else "invalid-request"
        return key, ModelError(reason, str(error.get("message", f"HTTP {status}"))[:300])
    try:
        return key, read_response(response.get("body") or {})
    except ModelError as error:
        return key, error


def _is_transport(error: Exception) -> bool:
    """Whether the HTTP library raised it: the SDK lets errors in the middle of a stream through as they are."""
    return type(error).__module__.split(".")[0] in (
        "httpx",
        "httpx2",
        "httpcore",
        "httpcore2",
        "h11",
        "anyio",
    ) or isinstance(error, json.JSONDecodeError)
