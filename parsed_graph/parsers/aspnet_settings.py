"""ASP.NET settings: appsettings[.Environment].json gives ConfigValues, `:` written as `.`; launchSettings.json the local URLs.

https://learn.microsoft.com/aspnet/core/fundamentals/configuration/
"""

from collections.abc import Iterator

from parsed_graph.facts import ConfigValue, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.configuration_facts import config_values
from parsed_graph.syntax.flat_keys import flat_keys
from parsed_graph.syntax.json_document import json_mapping
from parsed_graph.syntax.yaml_document import YamlMapping


def parse(artefact: Artefact) -> Iterator[Fact]:
    """The environment in the file name is the profile; what launchSettings.json says holds for Development."""
    document = json_mapping(artefact)
    if artefact.name == "launchSettings.json":
        yield from _launch_profiles(artefact, document)
        return
    environment = artefact.name.removeprefix("appsettings").removesuffix("json").strip(".")
    entries = ((key.replace(":", "."), value, line) for key, value, line in flat_keys(document))
    yield from config_values(artefact.path, entries, environment)


def _launch_profiles(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    profiles = document.mapping("profiles")
    for order, name in enumerate(profiles):
        profile = profiles.mapping(name)
        variables = profile.mapping("environmentVariables")
        if profile.text("applicationUrl"):
            span = SourceSpan(artefact.path, profile.line_of("applicationUrl"))
            yield ConfigValue("urls", profile.text("applicationUrl"), span, "Development", order)
        for key in variables:
            span = SourceSpan(artefact.path, variables.line_of(key))
            yield ConfigValue(key.replace("__", "."), variables.text(key), span, "Development", order)


PARSER = Parser(
    "aspnet_settings", patterns=("appsettings.json", "appsettings.*.json", "launchSettings.json"), parse=parse
)
