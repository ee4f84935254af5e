"""Python: pyproject.toml, setup.cfg, Pipfile and requirements files give a ModuleDecl and its Dependencies.

A requirements file alone makes its folder a module: most services have nothing else. Names are normalised as PEP 503
says; development groups and test requirements have scope dev or test. A path (`-e ../common`, Poetry's `path`) is a
dependency of ecosystem `python-project`, its artifact the folder.
"""

import configparser
import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.errors import ArtefactError
from parsed_graph.facts import Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.toml_document import toml_document
from parsed_graph.syntax.yaml_document import YamlMapping

# Name, extras, version, marker of PEP 508, as far as a graph needs them.
_REQUIREMENT = re.compile(r"([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:@\s*(\S+)|\(?([^;#]*))")
_PROJECT_FILES = ("pyproject.toml", "setup.cfg", "setup.py", "Pipfile")
_DEVELOPMENT = re.compile(r"dev|test|lint|docs?|typing|ci\b|check")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Of several files in one folder the first of pyproject.toml, setup.cfg, Pipfile, requirements names the module."""
    if artefact.name == "pyproject.toml":
        yield from _pyproject(artefact)
    elif artefact.name == "setup.cfg":
        yield from _setup_cfg(artefact)
    elif artefact.name == "Pipfile":
        yield from _pipfile(artefact)
    else:
        yield from _requirements(artefact)


def _pyproject(artefact: Artefact) -> Iterator[Fact]:
    document = toml_document(artefact)
    project, poetry, uv = (
        document.mapping("project"),
        document.mapping("tool", "poetry"),
        document.mapping("tool", "uv"),
    )
    if not project and not poetry and not uv:
        return  # Only settings of tools.
    named = project if project else poetry
    members = [join_path(artefact.directory, m) for m, _ in uv.mapping("workspace").items_of("members").texts()]
    yield ModuleDecl(
        named.text("name") or _folder(artefact),
        artefact.directory,
        SourceSpan(artefact.path, named.line_of("name")),
        build="python",
        version=named.text("version"),
        members=tuple(member for member in members if member),
    )
    local = {_normalised(n): uv.mapping("sources", n).text("path") for n in uv.mapping("sources")}
    yield from _listed(artefact, project, "dependencies", "", local)
    for holder, scope in (
        (project.mapping("optional-dependencies"), "optional"),
        (document.mapping("dependency-groups"), "dev"),
    ):
        for group in holder:
            yield from _listed(artefact, holder, group, "dev" if _DEVELOPMENT.search(group) else scope, local)
    yield from _tables(artefact, poetry.mapping("dependencies"), "")
    yield from _tables(artefact, poetry.mapping("dev-dependencies"), "dev")
    for group in poetry.mapping("group"):
        yield from _tables(
            artefact, poetry.mapping("group", group, "dependencies"), "dev" if _DEVELOPMENT.search(group) else ""
        )


def _listed(artefact: Artefact, holder: YamlMapping, key: str, scope: str, local: dict[str, str]) -> Iterator[Fact]:
    for text, line in holder.items_of(key).texts():
        yield from _requirement(artefact, text, line, scope, local)


def _tables(artefact: Artefact, table: YamlMapping, scope: str) -> Iterator[Fact]:
    """Poetry's and Pipenv's `name = "^1"` or `name = {version = …, path = …}`."""
    for name, value in table.items():
        if name == "python":
            continue
        span = SourceSpan(artefact.path, table.line_of(name))
        details = table.mapping(name)
        if details.text("path"):
            folder = join_path(artefact.directory, details.text("path"))
            if folder is not None:
                yield Dependency("python-project", folder, span, scope=scope)
        else:
            version = value if isinstance(value, str) else details.text("version")
            yield Dependency("python", _normalised(name), span, version=version, scope=scope)


def _setup_cfg(artefact: Artefact) -> Iterator[Fact]:
    config = configparser.RawConfigParser(strict=False)
    try:
        config.read_string(artefact.text)
    except (configparser.Error, ValueError) as error:
        raise ArtefactError(artefact.path, 1, f"not a valid setup.cfg: {error}") from error
    if not config.has_option("metadata", "name"):
        return
    if "pyproject.toml" not in artefact.siblings:
        span = SourceSpan(artefact.path, _line_of(artefact, "name"))
        version = config.get("metadata", "version", fallback="")
        yield ModuleDecl(config.get("metadata", "name"), artefact.directory, span, build="python", version=version)
    for text in config.get("options", "install_requires", fallback="").split("\n"):
        if text.strip():
            yield from _requirement(artefact, text, _line_of(artefact, text.strip()), "", {})


def _pipfile(artefact: Artefact) -> Iterator[Fact]:
    document = toml_document(artefact)
    if artefact.siblings.isdisjoint(_PROJECT_FILES[:3]):
        yield ModuleDecl(_folder(artefact), artefact.directory, SourceSpan(artefact.path, 1), build="python")
    yield from _tables(artefact, document.mapping("packages"), "")
    yield from _tables(artefact, document.mapping("dev-packages"), "dev")


def _requirements(artefact: Artefact) -> Iterator[Fact]:
    scope = "dev" if _DEVELOPMENT.search(artefact.path.rpartition("requirements")[2].lower()) else ""
    scope = "dev" if _DEVELOPMENT.match(artefact.name) else scope
    found = []
    for number, raw in enumerate(artefact.text.split("\n"), 1):
        line = raw.partition(" #")[0].strip().rstrip("\\")
        if line.startswith(("-e ", "--editable")):
            line = line.removeprefix("-e").removeprefix("--editable").strip(" =")
        if line and not line.startswith(("#", "-")):
            found += list(_requirement(artefact, line, number, scope, {}))
    is_module = found and artefact.name == "requirements.txt" and not artefact.directory.endswith("requirements")
    if is_module and artefact.siblings.isdisjoint(_PROJECT_FILES):
        yield ModuleDecl(_folder(artefact), artefact.directory, SourceSpan(artefact.path, 1), build="python")
    yield from found


def _requirement(artefact: Artefact, text: str, line: int, scope: str, local: dict[str, str]) -> Iterator[Fact]:
    span = SourceSpan(artefact.path, line)
    match = _REQUIREMENT.match(text.strip())
    path = text.strip() if text.strip().startswith((".", "file:")) else ""
    if match and not path:
        path = local.get(_normalised(match[1]), "") or (match[2] or "" if (match[2] or "").startswith("file:") else "")
    if path:
        folder = join_path(artefact.directory, path.partition("#")[0].removeprefix("file:").partition("[")[0])
        if folder is not None:
            yield Dependency("python-project", folder, span, scope=scope)
    elif match and "://" not in text.partition("@")[0]:
        version = (match[3] or "").strip(" ()\\").partition(" --hash")[0]
        yield Dependency("python", _normalised(match[1]), span, version=version, scope=scope)


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _folder(artefact: Artefact) -> str:
    return artefact.directory.rpartition("/")[2]


def _line_of(artefact: Artefact, text: str) -> int:
    return next((n for n, line in enumerate(artefact.text.split("\n"), 1) if line.strip().startswith(text)), 1)


PARSER = Parser(
    "python_project",
    patterns=(
        "pyproject.toml",
        "setup.cfg",
        "Pipfile",
        "requirements*.txt",
        "*requirements.txt",
        "requirements/*.txt",
        "*/requirements/*.txt",
    ),
    parse=parse,
)
