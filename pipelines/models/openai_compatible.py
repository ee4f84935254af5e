"""Servers that speak OpenAI's chat completions: a JSON schema where they can, a JSON object or a tool call where they cannot."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pipelines.models.http_errors import as_model_error
from pipelines.models.model import ModelError, ModelReply, ModelRequest, OnText, Usage

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

FORMATS = ("json_schema", "json_object", "tool")
"""How a schema can be asked for, best first."""
_UNSUPPORTED = frozenset({400, 404, 415, 422, 501})


class OpenAICompatibleModel:
    """A model behind a base URL. Which format the server understands is found out once and remembered."""

    def __init__(
        self,
        model: str,
        api_key: str,
        base_url: str,
        *,
        retries: int,
        timeout: float,
        known_format: str = "",
        remember: Callable[[str], None] = lambda _: None,
    ) -> None:
        # The SDK takes most of a second to import: only a run that uses it pays.
        from openai import AsyncOpenAI

        self._model, self._base_url = model, base_url
        self._client: AsyncOpenAI = AsyncOpenAI(
            api_key=api_key or "none", base_url=base_url, max_retries=retries, timeout=timeout
        )
        self._formats = [known_format] if known_format in FORMATS else list(FORMATS)
        self._is_known = known_format in FORMATS
        self._remember = remember

    @property
    def identity(self) -> str:
        """`openai-compatible:<address>:<model>`: one model behind two servers is two."""
        return f"openai-compatible:{self._base_url}:{self._model}"

    async def reply(self, request: ModelRequest, on_text: OnText | None = None) -> ModelReply:
        """The reply in the first format that the server takes. Raises ModelError."""
        if request.schema is None:
            reply = _read(await self._ask(request, None), None)
        else:
            reply = await self._structured(request)
        if on_text:
            on_text(reply.text)
        return reply

    async def close(self) -> None:
        """Ends open connections."""
        await self._client.close()

    async def _structured(self, request: ModelRequest) -> ModelReply:
        while True:
            form = self._formats[0]
            try:
                reply = _read(await self._ask(request, form), form)
            except _FormatError as refused:
                if self._formats[0] == form:
                    if len(self._formats) == 1:
                        raise ModelError(
                            "invalid-request", f"the server takes none of {', '.join(FORMATS)}: {refused}"
                        ) from refused
                    self._formats.pop(0)
                continue
            if not self._is_known:
                self._is_known = True
                self._remember(form)
            return reply

    async def _ask(self, request: ModelRequest, form: str | None) -> "ChatCompletion":
        from openai import APIStatusError, OpenAIError

        messages: Any = [
            {"role": "system", "content": request.system},
            *({"role": message.role, "content": message.text} for message in request.messages),
        ]
        try:
            completion: ChatCompletion = await self._client.chat.completions.create(
                model=self._model, messages=messages, max_tokens=request.max_output_tokens, **_format(request, form)
            )
            return completion
        except APIStatusError as error:
            if form and not self._is_known and error.status_code in _UNSUPPORTED:
                raise _FormatError(str(as_model_error(error))) from error
            raise as_model_error(error) from error
        except OpenAIError as error:
            raise as_model_error(error) from error


class _FormatError(Exception):
    """The server does not take this way of asking for a schema."""


def _format(request: ModelRequest, form: str | None) -> dict[str, Any]:
    if form is None or request.schema is None:
        return {}
    schema = dict(request.schema)
    if form == "json_schema":
        return {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": request.schema_name, "schema": schema, "strict": True},
            }
        }
    if form == "json_object":
        # llama.cpp's server takes the schema here; others pass over it.
        return {"response_format": {"type": "json_object", "schema": schema}}
    function = {"name": request.schema_name, "parameters": schema}
    return {
        "tools": [{"type": "function", "function": function}],
        "tool_choice": {"type": "function", "function": {"name": request.schema_name}},
    }


def _read(completion: "ChatCompletion", form: str | None) -> ModelReply:
    usage = Usage()
    if completion.usage:
        details = completion.usage.prompt_tokens_details
        usage = Usage(
            completion.usage.prompt_tokens,
            (details.cached_tokens or 0) if details else 0,
            completion.usage.completion_tokens,
        )
    if not completion.choices:
        raise ModelError("empty", "the reply holds no choice", usage)
    choice = completion.choices[0]
    if choice.message.refusal:
        raise ModelError("refusal", choice.message.refusal[:300], usage)
    if choice.finish_reason == "content_filter":
        raise ModelError("refusal", "content filter", usage)
    if choice.finish_reason == "length":
        raise ModelError("truncated", "length", usage)
    text = _tool_arguments(choice.message.tool_calls) if form == "tool" else choice.message.content
    if form == "tool" and text is None and _is_json(choice.message.content):
        text = choice.message.content
    if not (text or "").strip():
        raise ModelError("empty", "the reply holds no text", usage)
    return ModelReply(text or "", usage)


def _tool_arguments(calls: Any) -> str | None:
    return next((call.function.arguments for call in calls or () if call.type == "function"), None)


def _is_json(text: str | None) -> bool:
    try:
        json.loads(text or "")
    except ValueError:
        return False
    return True
