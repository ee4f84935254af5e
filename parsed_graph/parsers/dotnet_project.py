""".NET: a project file is a ModuleDecl with its Dependencies; a solution lists projects.

Ecosystems: `nuget`; `nuget-managed` (scope managed) for central versions; `csproj-project` for a ProjectReference, its
artifact the project file; `dotnet-sdk` (scope build), which tells a web application from a library; `protobuf-spec` and
`openapi-spec` for contracts that code is generated from, their scope the generated side.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.artefacts.safe_xml import local_name, read_xml
from parsed_graph.facts import Dependency, Fact, ModuleDecl, ServiceAlias, SourceSpan
from parsed_graph.parser import Artefact, Parser

if TYPE_CHECKING:
    from lxml.etree import _Element

_PROJECT_LINE = re.compile(r'^Project\("[^"]*"\)\s*=\s*"[^"]*",\s*"([^"]+\.\w+proj)"', re.M)
_MANAGED = ("Directory.Packages.props", "Directory.Build.props", "Directory.Build.targets")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """The module is named after its assembly, else after the project file."""
    if artefact.name.endswith((".sln", ".slnx")):
        yield _solution(artefact)
        return
    root = read_xml(artefact)
    if local_name(root) != "Project":
        return
    elements = [element for group in root for element in (group, *group)]
    if artefact.name not in _MANAGED:
        yield from _module(artefact, root, elements)
    for element in elements:
        fact = _item(artefact, element)
        if fact is not None:
            yield fact


def _module(artefact: Artefact, root: "_Element", elements: list["_Element"]) -> Iterator[Fact]:
    stem = artefact.name.rpartition(".")[0]
    texts = {local_name(e): (e.text or "").strip() for e in elements if len(e) == 0}
    name = texts.get("AssemblyName", "")
    span = SourceSpan(artefact.path, 1)
    yield ModuleDecl(
        name if name and "$(" not in name else stem,
        artefact.directory,
        span,
        build="dotnet",
        version=texts.get("Version", ""),
    )
    for sdk in [root.get("Sdk") or "", *(e.get("Name") or "" for e in elements if local_name(e) == "Sdk")]:
        if sdk:
            yield Dependency("dotnet-sdk", sdk.partition("/")[0], span, scope="build")
    for key in ("ContainerRepository", "ContainerImageName"):
        if texts.get(key):
            yield ServiceAlias(texts[key], artefact.directory, span, origin="image")


def _item(artefact: Artefact, element: "_Element") -> Fact | None:
    kind, included = local_name(element), (element.get("Include") or element.get("Update") or "").strip()
    if not included:
        return None
    line = element.sourceline
    span = SourceSpan(artefact.path, line if isinstance(line, int) else 1)
    if kind in ("PackageReference", "FrameworkReference"):
        return Dependency("nuget", included, span, version=_value(element, "Version"), scope=_scope(element))
    if kind == "PackageVersion":
        return Dependency("nuget-managed", included, span, version=_value(element, "Version"), scope="managed")
    path = join_path(artefact.directory, included.replace("\\", "/"))
    if path is None:
        return None
    if kind == "ProjectReference":
        return Dependency("csproj-project", path, span)
    if kind == "Protobuf":
        return Dependency("protobuf-spec", path, span, scope=_value(element, "GrpcServices").lower() or "both")
    return Dependency("openapi-spec", path, span, scope="csharp") if kind == "OpenApiReference" else None


def _value(element: "_Element", name: str) -> str:
    """An attribute, or the child element that may stand for it."""
    children = ((child.text or "").strip() for child in element if local_name(child) == name)
    return element.get(name) or next(children, "")


def _scope(element: "_Element") -> str:
    return "dev" if _value(element, "PrivateAssets").lower() == "all" else ""


def _solution(artefact: Artefact) -> ModuleDecl:
    if artefact.name.endswith(".slnx"):
        paths = [element.get("Path") or "" for element in read_xml(artefact).iter() if local_name(element) == "Project"]
    else:
        paths = _PROJECT_LINE.findall(artefact.text)
    joined = (join_path(artefact.directory, path.replace("\\", "/")) for path in paths)
    members = tuple(dict.fromkeys(path.rpartition("/")[0] for path in joined if path))
    name, span = artefact.name.rpartition(".")[0], SourceSpan(artefact.path, 1)
    return ModuleDecl(name, artefact.directory, span, build="sln", is_aggregator=True, members=members)


PARSER = Parser(
    "dotnet_project",
    patterns=("*.csproj", "*.fsproj", "*.vbproj", "*.sln", "*.slnx", *_MANAGED[:2]),
    parse=parse,
)
