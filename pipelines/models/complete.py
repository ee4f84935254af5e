"""Text for those who ask through `prompts.prompt.CompletesText`: many requests at once, from the cache where it can."""

import asyncio
from collections.abc import Sequence

from pipelines.models.ask import Asker, Question
from pipelines.models.cache import Origin
from pipelines.models.model import Message, ModelError, ModelRequest
from prompts.prompt import TextReply, TextRequest


class TextCompleter:
    """A CompletesText over an Asker. `purpose` names the asker in the cache: `community`."""

    def __init__(self, asker: Asker, purpose: str, max_output_tokens: int) -> None:
        self._asker, self._purpose, self._max_output_tokens = asker, purpose, max_output_tokens
        # One loop for all calls: the client's connections belong to the loop they were opened in.
        self._runner = asyncio.Runner()

    @property
    def identity(self) -> str:
        """Provider and model."""
        return self._asker.identity

    def complete(self, requests: Sequence[TextRequest]) -> list[TextReply]:
        """A reply to each request, in order."""
        questions = [text_question(request, self._purpose, self._max_output_tokens) for request in requests]
        outcomes = self._runner.run(self._asker.ask(questions))
        return [TextReply("", o.reason) if isinstance(o, ModelError) else TextReply(o.text) for o in outcomes]

    def close(self) -> None:
        """Ends the model's connections and the loop."""
        self._runner.run(self._asker.close())
        self._runner.close()


def text_question(request: TextRequest, purpose: str, max_output_tokens: int) -> Question:
    """The question that a request for text makes."""
    message = Message("user", request.user)
    asked = ModelRequest(request.system, (message,), max_output_tokens, request.schema_name, request.schema)
    return Question(asked, Origin("", purpose))
