"""sbt: a build.sbt names modules, one for each project in a folder, and their Dependencies.

`"org" %% "artifact" % "1.0" % Test` is what is read; versions in vals of the file are filled in.
https://www.scala-sbt.org/1.x/docs/Basic-Def.html
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.unclosed import layout, unclosed

_LIBRARY = re.compile(r'"([\w.-]+)"\s*%{1,3}\s*"([\w.-]+)"\s*%\s*("[^"\n]*"|[\w.]+)(?:\s*%\s*"?(\w+))?')
_VALUE = re.compile(r'\bval\s+(\w+)\s*(?::\s*String\s*)?=\s*"([^"\n]*)"')
_SETTING = re.compile(r'^[ \t]*(?:ThisBuild\s*/\s*)?(name|organization|version)\s*:=\s*"([^"\n]*)"', re.M)
_PROJECT = re.compile(
    r"^[ \t]*(?:lazy\s+)?val\s+(`[^`\n]+`|\w+)\s*(?::\s*\w+\s*)?=\s*\(?\s*(?:crossProject\s*\([^()]*\)|project\b)"
    r"(?:\s*\.\s*crossType\([^()]*\))?(?:\s*\.?\s*in\s*\(?\s*file\(\s*\"([^\"\n]*)\")?",
    re.M,
)
_NAMED_PROJECT = re.compile(
    r'\bval\s+(`[^`\n]+`|\w+)\s*=\s*Project\(\s*(?:id\s*=\s*)?"[^"\n]*"\s*,\s*(?:base\s*=\s*)?file\("([^"\n]*)"'
)

_HELPER = re.compile(r"\bdef\s+(\w+)\s*\(\s*\w+\s*:\s*String\b[^()]*\)\s*(?::\s*(\w+)\s*)?=")
_HELPER_PREFIX = re.compile(r"""\bfile\(\s*(?:s"([^"$\n]*)\$|"([^"\n]*)"\s*\+)""")
_HELPER_BODY = 400
"""How many characters of a helper's body are looked at for the folder of its projects."""
_HELPED_PROJECT = re.compile(
    r"^[ \t]*lazy\s+val\s+(`[^`\n]+`|\w+)\s*(?::\s*\w+\s*)?=\s*\(?\s*(\w+)\(\s*\"([\w./-]+)\"", re.M
)
_LAYOUT = layout(
    code=r"""//[^\n]* | (?P<comment>/\*) | (?<=\w)(?P<filled_texts>\"{3}) | (?P<texts>\"{3}) | (?<=\w)(?P<filled>") | (?P<text>")
        | '(?:\\[^\n]+? | [^'\\\n])' | `[^`\n]*` | (?P<open>[{\[(]) | (?P<close>[}\])])""",
    comment=r"(?P<comment>/\*) | (?P<close>\*/)",
    filled_texts=r"""(?P<open>\$\{) | (?P<close>"{3,})""",
    texts=r"""(?P<close>"{3,})""",
    filled=r"""\\. | (?P<open>\$\{) | (?P<close>") | (?P<broken>\n)""",
    text=r"""\\. | (?P<close>") | (?P<broken>\n)""",
)
"""`s"…"` and its like are filled in: what stands in `${…}` is code."""


def parse(artefact: Artefact) -> Iterator[Fact]:
    """All libraries count for the folder of the file: which project of it uses which is not told apart."""
    text = artefact.text
    settings = dict(reversed(_SETTING.findall(text)))
    projects = list(_projects(text))
    folders = {name: join_path(artefact.directory, folder) for name, folder, _ in projects}
    members = tuple(dict.fromkeys(f for f in folders.values() if f is not None and f != artefact.directory))
    if artefact.directory.rpartition("/")[2] != "project":
        yield ModuleDecl(
            settings.get("name") or artefact.directory.rpartition("/")[2],
            artefact.directory,
            SourceSpan(artefact.path, 1),
            build="sbt",
            group=settings.get("organization", ""),
            version=settings.get("version", ""),
            is_aggregator=bool(members) and artefact.siblings.isdisjoint({"src", "app"}),
            members=members,
        )
    for name, _, line in projects:
        folder = folders[name]
        if folder is not None and folder != artefact.directory:
            yield ModuleDecl(name, folder, SourceSpan(artefact.path, line), build="sbt")
    values = dict(_VALUE.findall(text))
    for match in _LIBRARY.finditer(text):
        given = match[3].strip('"')
        version = given if match[3].startswith('"') else values.get(given.rpartition(".")[2], f"${{{given}}}")
        scope = "test" if (match[4] or "").lower() in ("test", "it") else (match[4] or "").lower()
        yield Dependency(
            "maven", match[2], SourceSpan(artefact.path, _line(text, match.start())), match[1], version, scope
        )
    yield from unclosed(artefact.path, text, _LAYOUT)


def _projects(text: str) -> Iterator[tuple[str, str, int]]:
    """Name, folder and line of each project; one without a folder is in that of its name."""
    for match in (*_PROJECT.finditer(text), *_NAMED_PROJECT.finditer(text)):
        name = match[1].strip("`")
        yield name, match[2] if match[2] is not None else name, _line(text, match.start(1))
    helpers = dict(_helpers(text))
    for match in _HELPED_PROJECT.finditer(text) if helpers else ():
        if match[2] in helpers:
            yield match[1].strip("`"), helpers[match[2]] + match[3], _line(text, match.start(1))


def _helpers(text: str) -> Iterator[tuple[str, str]]:
    """The functions of a build that make a project of a name, and what stands before the name in its folder."""
    for match in _HELPER.finditer(text):
        body = text[match.end() : match.end() + _HELPER_BODY]
        if match[2] == "Project" or "Project(" in body or "project" in body:
            prefix = _HELPER_PREFIX.search(body)
            yield match[1], (prefix[1] or prefix[2] or "") if prefix else ""


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


PARSER = Parser("sbt", patterns=("build.sbt", "Dependencies.scala"), parse=parse)
