"""What is asked of a model and what comes back: one request, one reply with its tokens, or a reason why there is none."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

OnText = Callable[[str], None]

PERMANENT = frozenset({"refusal", "truncated", "schema-violation"})
"""Reasons that the same request would meet again; they are remembered like replies."""
OUTAGES = frozenset({"unauthorised", "unreachable", "rate-limited", "server-error", "timed-out", "invalid-request"})
"""Reasons that lie with the provider, the key or the settings, and not with the text that was sent."""
HOPELESS = frozenset({"unauthorised", "unreachable"})
"""Outages that every further call would meet."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything that decides the reply. `schema` is a JSON Schema that the reply must fit, None for free text."""

    system: str
    messages: tuple[Message, ...]
    max_output_tokens: int
    schema_name: str = ""
    schema: Mapping[str, object] | None = None

    def key(self, identity: str) -> str:
        """The cache key: another model, prompt, schema, inventory or text is another key."""
        parts = [
            identity,
            self.system,
            [(m.role, m.text) for m in self.messages],
            self.schema_name,
            self.schema,
            self.max_output_tokens,
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a call; `input_tokens` counts the cached ones, too."""

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.cached_tokens + other.cached_tokens,
            self.output_tokens + other.output_tokens,
        )


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The text of a complete reply."""

    text: str
    usage: Usage


class ModelError(Exception):
    """No usable reply. `reason` is a code: refusal, truncated, cut-off, rate-limited, timed-out, unreachable, server-error,
    invalid-request, unauthorised, empty, budget, batch-pending, batch-failed.
    """  # fmt: skip

    def __init__(self, reason: str, detail: str, usage: Usage = Usage()) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason, self.detail, self.usage = reason, detail, usage


class Model(Protocol):
    """A hosted or local model."""

    @property
    def identity(self) -> str:
        """Provider and model: `anthropic:claude-haiku-4-5`."""
        ...

    async def reply(self, request: ModelRequest, on_text: OnText | None = None) -> ModelReply:
        """The reply; pieces of text go to `on_text` as they come. Raises ModelError."""
        ...

    async def close(self) -> None:
        """Ends open connections."""
        ...


Outcome = ModelReply | ModelError


class BatchModel(Model, Protocol):
    """A model that also takes many requests at once, for half the money and an answer within a day."""

    async def submit(self, requests: Sequence[tuple[str, ModelRequest]]) -> str:
        """Sends keyed requests as one batch; its id. Raises ModelError."""
        ...

    async def collect(self, batch_id: str) -> dict[str, Outcome] | None:
        """The outcomes by key, None while the batch is still being worked on. Raises ModelError when the batch is lost."""
        ...
