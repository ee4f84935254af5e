"""HOCON configuration (Akka, Play, Ktor): each leaf is a ConfigValue; a file that is no application's own has its name for a profile."""

import re
from collections.abc import Iterator

from parsed_graph.facts import ConfigValue, Fact, SourceSpan
from parsed_graph.join.hocon_includes import INCLUDE, is_own
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.configuration_facts import config_values
from parsed_graph.syntax.configuration_file import file_profile
from parsed_graph.syntax.hocon_document import LAYOUT, hocon_entries
from parsed_graph.syntax.unclosed import unclosed

_INCLUDE = re.compile(r'^\s*include\s+(?:required\(\s*)?(?:classpath\(\s*|file\(\s*)?"([\w.-]+?)(?:\.conf)?"', re.M)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`application.conf`, `reference.conf` and their profiles, and what lies beside them; of several values of a key the last wins."""
    text = artefact.text
    is_applications = is_own(artefact.path)
    for match in _INCLUDE.finditer(text) if is_applications else ():
        line = text.count("\n", 0, match.start(1)) + 1
        yield ConfigValue(INCLUDE, match[1], SourceSpan(artefact.path, line))
    profile = file_profile(artefact) if is_applications else artefact.name.removesuffix(".conf")
    last = {key: (key, value, line) for key, value, line in hocon_entries(text)}
    yield from config_values(artefact.path, last.values(), profile)
    yield from unclosed(artefact.path, text, LAYOUT)


PARSER = Parser(
    "hocon",
    patterns=(
        "application.conf",
        "application-*.conf",
        "application.*.conf",
        "reference.conf",
        "*/src/main/resources/*.conf",
        "src/main/resources/*.conf",
    ),
    parse=parse,
)
