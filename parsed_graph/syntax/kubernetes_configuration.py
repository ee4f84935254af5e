"""Kubernetes ConfigMaps: each entry is a ConfigValue, and an entry that is a configuration file is read as one, nginx's too.

Keys: `configmap:<name>/<entry>`, and `configmap:<name>/<file>#<dotted key>` for what stands inside such a file.
"""

from collections.abc import Iterator

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import ConfigValue, Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact
from parsed_graph.syntax.configuration_facts import MAX_VALUE, config_values
from parsed_graph.syntax.configuration_file import file_profile
from parsed_graph.syntax.flat_keys import flat_keys
from parsed_graph.syntax.nginx_routes import nginx_routes
from parsed_graph.syntax.properties_document import properties_entries
from parsed_graph.syntax.yaml_document import YamlMapping, load_documents

_YAML = (".yml", ".yaml", ".json")


def config_map_facts(path: str, name: str, data: YamlMapping, service: str) -> Iterator[Fact]:
    """Lines inside a file entry are those of the manifest. `service` is the workload of the same file that mounts it, or ""."""
    for entry, value in data.items():
        if not isinstance(value, str):
            continue
        line, key = data.line_of(entry), f"configmap:{name}/{entry}"
        if entry.endswith((*_YAML, ".properties")):
            yield from _file_entry(path, entry, value, line, key)
        else:
            yield ConfigValue(key, value[:MAX_VALUE], SourceSpan(path, line))
            if "_pass" in value:
                yield from nginx_routes(path, value, service, line)


def _file_entry(path: str, entry: str, text: str, line: int, key: str) -> Iterator[Fact]:
    profile = file_profile(Artefact(entry, b""))
    if entry.endswith(".properties"):
        entries = [(e.key, e.value, e.line + line) for e in properties_entries(text)]
        yield from config_values(path, entries, profile, 0, f"{key}#")
        return
    try:
        documents = load_documents(path, text)
    except ArtefactError as error:
        yield Incomplete(error.reason, f"{entry}: {error.problem}", SourceSpan(path, line + error.line))
        return
    for order, document in enumerate(documents):
        leaves = [(name, value, at + line) for name, value, at in flat_keys(document)]
        yield from config_values(path, leaves, profile, order, f"{key}#")
