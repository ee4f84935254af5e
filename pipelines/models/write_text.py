"""One reply to one question, streamed, and remembered like those of indexing."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from pipelines.models.cache import Origin, open_replies
from pipelines.models.choose_model import choose_model
from pipelines.models.model import Message, ModelReply, ModelRequest
from pipelines.models.model_settings import ModelSettings

_PURPOSE = "ask"


def write_text(
    settings: ModelSettings,
    environment: Mapping[str, str],
    output: Path,
    system: str,
    user: str,
    on_text: Callable[[str], None],
) -> str:
    """The whole reply; pieces go to `on_text` as they come, none for one that is remembered.

    Opens and closes all it needs, so that any thread may call it. Raises ModelError, SettingsError for a missing key.
    """
    with open_replies(output) as cache:
        model = choose_model(settings, environment, cache)
        assert model is not None
        request = ModelRequest(system, (Message("user", user),), settings.max_output_tokens)
        key = request.key(model.identity)
        known = cache.get(key)
        if isinstance(known, ModelReply):
            return known.text

        async def ask() -> ModelReply:
            try:
                return await model.reply(request, on_text)
            finally:
                await model.close()

        reply = asyncio.run(ask())
        cache.put(key, model.identity, Origin(_PURPOSE, ""), reply)
        return reply.text
