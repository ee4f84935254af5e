"""`.env` files: each line is an EnvValue without a service; whose environment it is, the deployment says or the folder."""

import re
from collections.abc import Iterator

from parsed_graph.facts import EnvValue, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.unclosed import unclosed_at

_LINE = re.compile(
    r"""^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*[=:]\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|(.*?))\s*(?:\s#.*)?$"""
)
_BEFORE_VALUE = re.compile(r"[ \t]*(?:export[ \t]+)?[A-Za-z_][\w.-]*[ \t]*[=:][ \t]*")
_EXAMPLES = re.compile(r"example|sample|template|dist|defaults?$")
_NOT_RUN = re.compile(r"test|ci$")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """An example file counts where there is no `.env` beside it: that one is kept out of the repository for its secrets."""
    is_example = bool(_EXAMPLES.search(artefact.name))
    if (
        _NOT_RUN.search(artefact.name)
        or ".devcontainer/" in artefact.path
        or (is_example and ".env" in artefact.siblings)
    ):
        return
    for number, line in enumerate(artefact.text.split("\n"), 1):
        match = _LINE.match(line) if len(line) < 10_000 else None
        if match and not line.lstrip().startswith("#"):
            value = next((group for group in match.groups()[1:] if group is not None), "")
            yield EnvValue("", match[1], value.strip(), SourceSpan(artefact.path, number))
    opened = _unclosed_quote(artefact.text)
    if opened >= 0:
        yield unclosed_at(artefact.path, artefact.text, opened)


def _unclosed_quote(text: str) -> int:
    """Where a quote begins a value and none of its kind follows, so that it ends on no later line either; else -1."""
    for quote in ('"', "'"):
        last = text.rfind(quote)
        if _BEFORE_VALUE.fullmatch(text, text.rfind("\n", 0, max(last, 0)) + 1, max(last, 0)):
            return last
    return -1


PARSER = Parser("dotenv", patterns=(".env", ".env.*", "*.env", "env.example", "*.env.example"), parse=parse)
