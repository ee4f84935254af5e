"""Models for tests: one that copies facts into a report that holds, and counts what it is asked."""

import json
import re
from collections.abc import Sequence

from community.report import PROMPT, Writer
from prompts.prompt import TextReply, TextRequest, load_prompt


class CopyingModel:
    """Answers with the first facts it is given."""

    identity = "test:copying"

    def __init__(self) -> None:
        self.requests: list[TextRequest] = []

    def complete(self, requests: Sequence[TextRequest]) -> list[TextReply]:
        self.requests += requests
        return [TextReply(self._answer(request)) for request in requests]

    def _answer(self, request: TextRequest) -> str:
        facts = re.findall(r"^\[F\d+\] (.*)$", request.user, re.M)
        summary = " ".join(facts[:3]) + " That is what the facts of this part say of it, and nothing else."
        finding = {"summary": "What it is", "explanation": facts[0], "facts": ["F1"]}
        return json.dumps({"summary": summary, "findings": [finding]})


def writer(model: CopyingModel | None = None) -> Writer:
    """A writer with the shipped prompt; by rule where no model is given."""
    return Writer(load_prompt(PROMPT), model)
