"""Go: a go.mod is a ModuleDecl with its direct Dependencies; a go.work lists modules. https://go.dev/ref/mod#go-mod-file

A dependency that `replace` points into the repository is of ecosystem `go-project`, its artifact the folder.
"""

from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.unclosed import layout, unclosed

_LAYOUT = layout(code=r"""//[^\n]* | "[^"\n]*" | `[^`]*` | (?P<open>\() | (?P<close>\))""")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Indirect requirements are left out: the module itself does not use them."""
    yield from _declared(artefact)
    yield from unclosed(artefact.path, artefact.text, _LAYOUT)


def _declared(artefact: Artefact) -> Iterator[Fact]:
    directives = list(_directives(artefact.text))
    if artefact.name == "go.work":
        used = [join_path(artefact.directory, words[0]) for verb, words, _, _ in directives if verb == "use" and words]
        members = tuple(member for member in used if member is not None)
        name = artefact.directory.rpartition("/")[2]
        span = SourceSpan(artefact.path, 1)
        yield ModuleDecl(name, artefact.directory, span, build="go.work", is_aggregator=True, members=members)
        return
    local = dict(_replacements(artefact, directives))
    for verb, words, line, is_indirect in directives:
        span = SourceSpan(artefact.path, line)
        if verb == "module" and words:
            yield ModuleDecl(words[0], artefact.directory, span, build="go")
        elif verb == "require" and len(words) > 1 and not is_indirect:
            if words[0] in local:
                yield Dependency("go-project", local[words[0]], span, version=words[1])
            else:
                yield Dependency("go", words[0], span, version=words[1])


def _directives(text: str) -> Iterator[tuple[str, list[str], int, bool]]:
    """(verb, words, line, whether the comment says indirect), blocks in parentheses spread out."""
    block = ""
    for number, raw in enumerate(text.split("\n"), 1):
        code, _, comment = raw.partition("//")
        words = [word.strip('"`') for word in code.split()]
        if not words:
            continue
        if words[-1] == "(":
            block = words[0]
        elif block and words[0] == ")":
            block = ""
        elif block:
            yield block, words, number, "indirect" in comment
        else:
            yield words[0], words[1:], number, "indirect" in comment


def _replacements(artefact: Artefact, directives: list[tuple[str, list[str], int, bool]]) -> Iterator[tuple[str, str]]:
    for verb, words, _, _ in directives:
        if verb == "replace" and "=>" in words:
            target = words[words.index("=>") + 1 :]
            if target and target[0].startswith("."):
                folder = join_path(artefact.directory, target[0])
                if folder is not None:
                    yield words[0], folder


PARSER = Parser("go_module", patterns=("go.mod", "go.work"), parse=parse)
