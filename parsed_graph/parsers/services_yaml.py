"""`services.yaml` at the root of an indexed folder: what the user adds to the inventory, each entry a ServiceDecl."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Incomplete, ServiceDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue, yaml_documents

_KEYS = ("name", "aliases", "external", "owner", "oncall", "system")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Strict, as it is written by hand for us: an unknown key or a wrong type is an Incomplete with its line."""
    if artefact.path != "services.yaml":
        return
    for document in yaml_documents(artefact):
        if isinstance(document, YamlList):
            for entry, line in zip(document, document.lines, strict=True):
                yield from _service(artefact, entry, line)
        elif isinstance(document, YamlMapping) and not _is_anothers(document):
            yield _problem(artefact, document.line, "not a list of services")


def _is_anothers(document: YamlMapping) -> bool:
    """Manifests and compose files are called services.yaml too."""
    services = document.get("services")
    return bool({"apiVersion", "kind"} & document.keys()) or isinstance(services, YamlMapping)


def _service(artefact: Artefact, entry: YamlValue, line: int) -> Iterator[Fact]:
    if not isinstance(entry, YamlMapping):
        yield _problem(artefact, line, "a service is a mapping with a name")
        return
    problems = list(_problems(artefact, entry))
    yield from problems
    name = entry.text("name").strip()
    if not name:
        yield _problem(artefact, entry.line_of("name"), "a service needs a name")
        return
    yield ServiceDecl(
        name,
        SourceSpan(artefact.path, entry.line_of("name")),
        "services.yaml",
        aliases=tuple(alias for alias, _ in entry.items_of("aliases").texts()),
        role="external" if entry.text("external").lower() == "true" else None,
        properties={key: entry.text(key) for key in ("owner", "oncall", "system") if entry.text(key)},
    )


def _problems(artefact: Artefact, entry: YamlMapping) -> Iterator[Incomplete]:
    for key, value in entry.items():
        line = entry.line_of(key)
        if key not in _KEYS:
            yield _problem(artefact, line, f"unknown key {key!r}; known are {', '.join(_KEYS)}")
        elif key == "aliases":
            if not isinstance(value, YamlList) or not all(isinstance(item, str) for item in value):
                yield _problem(artefact, line, "aliases must be a list of names")
        elif key == "external" and str(value).lower() not in ("true", "false"):
            yield _problem(artefact, line, "external must be true or false")
        elif not isinstance(value, str):
            yield _problem(artefact, line, f"{key} must be text")


def _problem(artefact: Artefact, line: int, detail: str) -> Incomplete:
    return Incomplete("malformed-inventory", detail, SourceSpan(artefact.path, line))


PARSER = Parser("services_yaml", patterns=("services.yaml",), parse=parse)
