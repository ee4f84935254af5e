"""Dockerfiles as stages of instructions: continuation lines, heredocs, the escape directive, ARG and ENV filled in.

Reference: https://docs.docker.com/reference/dockerfile/. Of dockerfile-parse only the line joining would be of use; it
knows neither heredocs nor stages, and reads the file anew for each question.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

_ESCAPE = re.compile(r"^#\s*escape\s*=\s*`\s*$", re.I | re.M)
_HEREDOC = re.compile(r"(?<![<\w])<<-?([\"']?)([A-Za-z_]\w*)\1")
_VARIABLE = re.compile(r"\$\{(\w+)(?:(:?[-+])([^${}]*))?\}|\$(\w+)")
_PAIR = re.compile(r"""([\w.-]+)=("(?:\\.|[^"\\])*"|'[^']*'|(?:\\.|[^\s\\])*)""", re.S)
_OPTION = re.compile(r"--[\w-]+(=\S*)?\s+")


class Instruction(NamedTuple):
    """`name` in upper case; `text` joined over its lines, without heredoc bodies; `unclosed` is a heredoc that the file ends in."""

    name: str
    text: str
    line: int
    unclosed: str = ""


@dataclass(slots=True)
class Stage:
    """One FROM and what follows. `base` is the image or earlier stage as written, ARGs filled in."""

    base: str
    name: str
    line: int
    instructions: list[Instruction] = field(default_factory=list)


def read_stages(text: str) -> list[Stage]:
    """The stages of a Dockerfile in order; empty where there is no FROM. `$x` is filled in where the file sets x."""
    stages: list[Stage] = []
    known: dict[str, str] = {}
    for name, raw, line, unclosed in _instructions(text):
        filled = expand(raw, known) if "$" in raw else raw
        if name == "FROM":
            words = _OPTION.sub("", f"{filled} ").split()
            alias = words[2].lower() if len(words) > 2 and words[1].lower() == "as" else ""
            stages.append(Stage(words[0] if words else "", alias, line))
            continue
        if name in ("ARG", "ENV"):
            known |= {key: value for key, value in pairs(filled) if value is not None and len(value) < 1000}
        if stages:
            stages[-1].instructions.append(Instruction(name, filled, line, unclosed))
    return stages


def lineage(stages: list[Stage]) -> list[Stage]:
    """The last stage and the stages that it is built on, outermost base first."""
    latest: dict[str, int] = {}
    bases: list[int | None] = []
    for index, stage in enumerate(stages):
        bases.append(latest.get(stage.base.lower()))
        latest[stage.name] = index
    chain: list[Stage] = []
    at: int | None = len(stages) - 1 if stages else None
    while at is not None:
        chain.append(stages[at])
        at = bases[at] if stages[at].base else None
    return chain[::-1]


def pairs(text: str) -> Iterator[tuple[str, str | None]]:
    """The variables of an ARG or ENV: `A=1 B="x y"`, `A` (no value), and the old `ENV A some text`."""
    first, space, rest = text.strip().partition(" ")
    if "=" not in first:
        yield first, rest.strip() if space else None
        return
    for key, value in _PAIR.findall(text):
        plain = value[1:-1] if value[:1] in ("'", '"') and len(value) > 1 else value
        yield key, plain.replace('\\"', '"').replace("\\ ", " ")


def words(text: str) -> list[str]:
    """The arguments of COPY, CMD, …: a JSON list or words, options left out."""
    plain = text.strip()
    while match := _OPTION.match(plain):
        plain = plain[match.end() :]
    if plain.startswith("["):
        try:
            loaded = json.loads(plain)
        except (ValueError, RecursionError):
            loaded = None
        if isinstance(loaded, list):
            return [item for item in loaded if isinstance(item, str)]
    return plain.split()


def expand(text: str, known: Mapping[str, str]) -> str:
    """`${JAR:-app.jar}` and `$JAR` with what is known, else the default, else as written."""

    def value(match: re.Match[str]) -> str:
        name = match[1] or match[4]
        if match[2] and match[2].endswith("+"):
            return match[3] if known.get(name) else ""
        return known.get(name) or (match[3] if match[2] else match[0])

    return _VARIABLE.sub(value, text)


def _instructions(text: str) -> Iterator[Instruction]:
    escape = "`" if _ESCAPE.search(text[:500]) else "\\"
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        start = number
        parts: list[str] = []
        while number < len(lines):
            line = lines[number].strip()
            number += 1
            if line.startswith("#") or not line:
                if not parts:
                    break
                continue
            parts.append(line.removesuffix(escape).rstrip())
            if not line.endswith(escape):
                break
        if not parts:
            continue
        name, _, rest = " ".join(parts).partition(" ")
        unclosed = ""
        for _, word in _HEREDOC.findall(rest) if "<<" in rest else ():
            if word in rest.split():  # Lines that a backslash joins hold its end, too.
                continue
            while number < len(lines) and lines[number].strip() != word:
                number += 1
            unclosed = word if number == len(lines) else ""
            number += 1
        yield Instruction(name.upper(), rest.strip(), start + 1, unclosed)
