"""Asks a model for a question in other words, and keeps of its reply what can be searched for."""

from collections.abc import Callable

from prompts.prompt import Prompt, fence

PROMPT = "expand_query"
MOST = 3
_MOST_CHARS = 200
Write = Callable[[str, str], str]
"""From instructions and a message to a model's reply."""


def reword_question(question: str, prompt: Prompt, write: Write) -> tuple[str, ...]:
    """At most three other wordings, for `expansions` of `retrieve`. What `write` raises passes through."""
    opening, closing = fence(question)
    reply = write(prompt.fill("system"), prompt.fill("user", opening=opening, question=question, closing=closing))
    lines = (line.strip().lstrip("-*•0123456789.) ").strip("\"'") for line in reply.splitlines())
    kept = dict.fromkeys(line for line in lines if line and len(line) <= _MOST_CHARS and line != question)
    return tuple(kept)[:MOST]
