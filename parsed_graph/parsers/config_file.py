"""Configuration of Go, Node and Rust programs in JSON and TOML: each leaf is a ConfigValue.

node-config's `custom-environment-variables` names the variable that gives each key: its values are `${NAME}`.
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.configuration_facts import config_values
from parsed_graph.syntax.configuration_file import file_profile
from parsed_graph.syntax.flat_keys import flat_keys
from parsed_graph.syntax.json_document import json_mapping
from parsed_graph.syntax.toml_document import toml_document

_FOLDER = re.compile(r"(^|/)(config|configs|conf|cfg|etc|configuration|settings|res)/[^/]+$")
_NAME = re.compile(r"^(config|configuration|settings|app-?config|[\w-]+\.config)([.-][\w-]+)?\.(json|toml)$")
_TOOLS = re.compile(
    r"^(package|tsconfig|jsconfig|angular|nest-cli|babel|jest|eslint|prettier|renovate|biome|components|nx|turbo|lerna"
    r"|vercel|netlify|firebase|app|manifest|ormconfig|karma|protractor|tslint|typedoc|capacitor|ionic|tailwind)\b"
    r"|schema|openapi|swagger|dashboard|pyproject|Cargo|cypress|eslint|babel|webpack|vite"
)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Files named `config…`, and those in a folder of configuration that are no tool's."""
    if not (_NAME.match(artefact.name) or _FOLDER.search(artefact.path)) or _TOOLS.search(artefact.name):
        return
    document = toml_document(artefact) if artefact.name.endswith(".toml") else json_mapping(artefact)
    if artefact.name.endswith(".json") and ("$schema" in document or "openapi" in document or "swagger" in document):
        return
    entries = flat_keys(document)
    if artefact.name.startswith("custom-environment-variables."):
        entries = ((key, f"${{{value}}}", line) for key, value, line in entries)
    yield from config_values(artefact.path, entries, file_profile(artefact))


PARSER = Parser(
    "config_file",
    patterns=(
        "*/config/*.json", "config/*.json", "*/conf/*.json", "conf/*.json", "*/configs/*.json", "configs/*.json",
        "*/etc/*.json", "*/settings/*.json", "config*.json", "settings*.json", "*.config.json", "appconfig*.json",
        "*/config/*.toml", "config/*.toml", "*/conf/*.toml", "conf/*.toml", "*/configs/*.toml", "configs/*.toml",
        "*/res/*.toml", "res/*.toml", "*/etc/*.toml", "config*.toml", "settings*.toml", "*.config.toml",
    ),
    parse=parse,
)  # fmt: skip
