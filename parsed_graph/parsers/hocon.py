"""HOCON configuration (Akka, Play, Ktor): each leaf is a ConfigValue."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.configuration_facts import config_values
from parsed_graph.syntax.configuration_file import file_profile
from parsed_graph.syntax.hocon_document import hocon_entries


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`application.conf`, `reference.conf` and their profiles; a later value of a key wins and stands later."""
    yield from config_values(artefact.path, hocon_entries(artefact.text), file_profile(artefact))


PARSER = Parser(
    "hocon", patterns=("application.conf", "application-*.conf", "application.*.conf", "reference.conf"), parse=parse
)
