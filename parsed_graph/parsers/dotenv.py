"""`.env` files: each line is an EnvValue without a service; whose environment it is, the deployment says or the folder."""

import re
from collections.abc import Iterator

from parsed_graph.facts import EnvValue, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser

_LINE = re.compile(
    r"""^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*[=:]\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|(.*?))\s*(?:\s#.*)?$"""
)
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


PARSER = Parser("dotenv", patterns=(".env", ".env.*", "*.env", "env.example", "*.env.example"), parse=parse)
