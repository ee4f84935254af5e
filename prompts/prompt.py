"""Loads a prompt file, fills its values and fingerprints it; and says what we ask of anything that completes text.

A prompt is a Markdown file `<name>.md` beside this one, or in the user's folder. It holds up to three parts,
each opened by a line of its own: `<!-- system -->`, `<!-- user -->` and `<!-- retry -->`. `$name` marks a value
(string.Template; `$$` is a dollar sign).
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Protocol

FOLDER = Path(__file__).parent
_PART = re.compile(r"^<!--\s*(system|user|retry)\s*-->\s*$", re.M)


class PromptError(ValueError):
    """A prompt is missing, malformed, or was given too few or too many values."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's parts as templates. `fingerprint` changes with every character of the file."""

    name: str
    fingerprint: str
    parts: Mapping[str, str] = field(default_factory=dict)

    def fill(self, part: str, **values: str) -> str:
        """One part with its values. Raises PromptError for a missing or an unused value."""
        template = Template(self._part(part))
        wanted = set(template.get_identifiers())
        if wanted != set(values):
            faults = [f"nothing fills ${name}" for name in sorted(wanted - set(values))]
            faults += [f"${name} is missing" for name in sorted(set(values) - wanted)]
            raise PromptError(f"prompt {self.name}, part {part}: {', '.join(faults)}")
        return template.substitute(values).strip()

    def _part(self, part: str) -> str:
        if part not in self.parts:
            raise PromptError(f"prompt {self.name} has no part {part}; it has {sorted(self.parts)}")
        return self.parts[part]


def load_prompt(name: str, folder: Path | None = None) -> Prompt:
    """The prompt of that name: the user's, where `folder` holds one, else the one that is shipped. Raises PromptError."""
    if not re.fullmatch(r"[a-z][a-z_]*", name):
        raise PromptError(f"no prompt can be called {name!r}")
    places = [place / f"{name}.md" for place in (folder, FOLDER) if place is not None]
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        raise PromptError(f"no prompt {name}: looked for {', '.join(map(str, places))}")
    return read_prompt(name, file.read_text(encoding="utf-8"))


def read_prompt(name: str, text: str) -> Prompt:
    """A prompt from its text; a text without part lines is its system part. Raises PromptError for a bad placeholder."""
    text = text.replace("\r\n", "\n")
    pieces = _PART.split(text)
    parts = {label: body.strip() for label, body in zip(pieces[1::2], pieces[2::2], strict=True)}
    if not parts:
        parts = {"system": text.strip()}
    for label, body in parts.items():
        if not Template(body).is_valid():
            raise PromptError(f"prompt {name}, part {label}: a lone $ must be written $$")
    return Prompt(name, hashlib.sha256(text.encode()).hexdigest()[:16], parts)


def fence(text: str) -> tuple[str, str]:
    """An opening and a closing line for text that is data: a mark made of the text's own hash, which it cannot hold."""
    mark = hashlib.sha256(text.encode()).hexdigest()[:12]
    while mark in text:
        mark = hashlib.sha256(mark.encode()).hexdigest()[:12]
    return f"<<<document {mark}", f"document {mark}>>>"


@dataclass(frozen=True, slots=True)
class TextRequest:
    """One question. `schema` is a JSON Schema that the reply must fit, None for free text."""

    system: str
    user: str
    schema_name: str = ""
    schema: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class TextReply:
    """The text, or (`problem` is not empty) a reason code such as `refusal` or `budget` and no text."""

    text: str
    problem: str = ""


class CompletesText(Protocol):
    """All that is asked of a model by those who only need text back."""

    @property
    def identity(self) -> str:
        """Provider and model in one word, for cache keys and reports: `openai:gpt-5-mini`."""
        ...

    def complete(self, requests: Sequence[TextRequest]) -> list[TextReply]:
        """A reply to each request, in order; they are asked at once, within the limits that the settings give."""
        ...
