"""`services.yaml` at the root of an indexed folder: what the user knows of services, each entry a ServiceDecl.

An entry with `is`, `path` or `ignore` speaks of what is found, and is a ServiceOverride as well; an ignored one is that alone.
"""

import posixpath
from collections.abc import Iterator

from parsed_graph.facts import Fact, Incomplete, ServiceDecl, ServiceOverride, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue, yaml_documents

_KEYS = ("name", "aliases", "external", "owner", "oncall", "system", "is", "path", "ignore")
_OVERRIDING = frozenset({"is", "path", "ignore"})
_FLAGS = ("external", "ignore")
_LISTS = {"aliases": "a list of names", "is": "a name or a list of names"}


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
    mistakes = {key: mistake for key in entry if (mistake := _mistake(entry, key))}
    yield from (_problem(artefact, entry.line_of(key), mistake) for key, mistake in mistakes.items())
    if not _OVERRIDING.isdisjoint(mistakes):
        return  # What it speaks of is not known.
    name = entry.text("name").strip()
    span = SourceSpan(artefact.path, entry.line_of("name"))
    contradiction = _contradiction(entry)
    if contradiction:
        yield _problem(artefact, entry.line_of(contradiction[0]), contradiction[1])
    elif _is_true(entry, "ignore"):
        yield ServiceOverride(name, span, directory=_folder(entry), ignored=True)
    elif not name:
        yield _problem(artefact, entry.line_of("name"), "a service needs a name")
    else:
        yield _declared(entry, name, span)
        others, folder = _names(entry, "is"), _folder(entry)
        if others or folder is not None:
            yield ServiceOverride(name, span, others, folder)


def _declared(entry: YamlMapping, name: str, span: SourceSpan) -> ServiceDecl:
    return ServiceDecl(
        name,
        span,
        "services.yaml",
        aliases=_names(entry, "aliases"),
        role="external" if _is_true(entry, "external") else None,
        properties={key: entry.text(key) for key in ("owner", "oncall", "system") if entry.text(key)},
    )


def _contradiction(entry: YamlMapping) -> tuple[str, str] | None:
    """The key at which an entry takes back what it says elsewhere, and how to mend it; such an entry counts for nothing."""
    if _is_true(entry, "ignore"):
        others = [key for key in entry if key in _KEYS and key not in ("name", "path", "ignore")]
        if others:
            return others[0], f"{others[0]} says something of a service that ignore leaves out: keep one of them"
        if _folder(entry) == "":
            return "path", "ignoring the whole repository leaves nothing to index: name a folder in it"
        if bool(entry.text("name").strip()) == ("path" in entry):
            return "ignore", "ignore needs either the name of what is found or the path of a folder"
    if _is_true(entry, "external") and _folder(entry) is not None:
        return "path", "path says that the source is here, external that it is somebody else's: keep one of them"
    return None


def _is_true(entry: YamlMapping, key: str) -> bool:
    return entry.text(key).lower() == "true"


def _names(entry: YamlMapping, key: str) -> tuple[str, ...]:
    return tuple(name.strip() for name, _ in entry.items_of(key).texts() if name.strip())


def _folder(entry: YamlMapping) -> str | None:
    """The folder at `path`, "" for the root; None where there is none, or it lies outside of the repository."""
    text = entry.text("path").strip()
    folder = posixpath.normpath(text.replace("\\", "/"))
    if not text or folder.partition("/")[0] in ("", ".."):
        return None
    return "" if folder == "." else folder


def _mistake(entry: YamlMapping, key: str) -> str:
    value = entry[key]
    if key not in _KEYS:
        return f"unknown key {key!r}; known are {', '.join(_KEYS)}"
    if key in _LISTS:
        is_list = isinstance(value, YamlList) and all(isinstance(item, str) for item in value)
        return "" if is_list or (key == "is" and isinstance(value, str)) else f"{key} must be {_LISTS[key]}"
    if key in _FLAGS:
        return "" if str(value).lower() in ("true", "false") else f"{key} must be true or false"
    if not isinstance(value, str):
        return f"{key} must be text"
    is_outside = key == "path" and _folder(entry) is None
    return "path must be a folder of this repository, as in services/orders" if is_outside else ""


def _problem(artefact: Artefact, line: int, detail: str) -> Incomplete:
    return Incomplete("malformed-inventory", detail, SourceSpan(artefact.path, line))


PARSER = Parser("services_yaml", patterns=("services.yaml",), parse=parse)
