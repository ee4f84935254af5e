"""Command lines of Locust in images and shell scripts: `--host` is the value of `LOCUST_HOST`, as Locust itself has it.

https://docs.locust.io/en/stable/configuration.html
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import EnvValue, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser

_HOST = re.compile(r"""\blocust\b[^\n]{0,300}?(?:--host|\s-H)["',]*[=\s]\s*["']?([^"'\s,\]]+)""")
_VARIABLE = re.compile(r"\$(\w+)")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """One EnvValue for each host that a command gives."""
    if b"locust" not in artefact.content:
        return
    for number, line in enumerate(artefact.text.splitlines(), 1):
        match = _HOST.search(line) if not line.lstrip().startswith("#") else None
        if match is not None:
            value = _VARIABLE.sub(r"${\1}", match.group(1))
            yield EnvValue("", "LOCUST_HOST", value, SourceSpan(artefact.path, number))


PARSER = Parser("locust_command", patterns=("Dockerfile", "Dockerfile.*", "*.dockerfile", "*.sh"), parse=parse)
