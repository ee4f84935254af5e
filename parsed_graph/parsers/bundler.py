"""Bundler: a Gemfile is a ModuleDecl with its Dependencies. https://bundler.io/man/gemfile.5.html

A gem with a `path:` is of ecosystem `gem-project`, its artifact the folder.
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.unclosed import CODE, ENDLESS, layout, unclosed

_GEM = re.compile(r"""^\s*gem[\s(]+["']([\w./-]+)["'](.*)""")
_DEPENDENCY = re.compile(r"""^\s*\w+\.add_(runtime_|development_)?dependency[\s(]+["']([\w./-]+)["'](.*)""")
_VERSION = re.compile(r"""^\s*,\s*["']([^"']+)["']""")
_PATH = re.compile(r"""\bpath(?::|\s*=>)\s*["']([^"']+)["']""")
_NAME = re.compile(r"""^[ \t]*\w+\.name\s*=\s*["']([\w-]+)["']""", re.M)
_GROUP = re.compile(r"^\s*group\s+(.*)\bdo\b")
_CODE = r"""
    ^=begin\b.*?^=end\b | ^__END__$.* | <<[~-]?(["']?)([A-Z_]{2}\w*)\1[^\n]*\n(?:.*?\n)??[ \t]*\2$ | (?P<heredoc><<[~-]?["']?[A-Z_]{2}\w*)
    | \#[^\n]* | (?P<text>") | (?P<quote>') | (?P<command>`) | %[qQwWiIr]?(?:\{[^{}]*\} | \([^()]*\) | \[[^\[\]]*\])
    | (?:(?<=[=~(,]) | (?<=[=~(,]\ ) | (?<=when\ ))/(?:\\. | [^/\\\n])*+/ | (?:^|=)[ \t]*(?P<loop>while|until|for)\b[^\n]*?(?:\bdo\b | $)
    | (?:^|=)[ \t]*(?P<block>if|unless|case|begin|def|class|module)\b(?!:) | (?<![.:\w])(?P<do>do)\b(?!:) | (?P<open>[{\[(]) |
"""
_BLOCK = _CODE + r"(?<![.:\w])(?P<close>end)\b(?![:?])"
_LAYOUT = layout(
    **{CODE: _CODE + r"(?P<close>[}\])])"},
    **dict.fromkeys(("loop", "block", "do"), _BLOCK),
    heredoc=ENDLESS,
    text=r"""\\. | (?P<open>\#\{) | (?P<close>")""",
    quote=r"\\. | (?P<close>')",
    command=r"\\. | (?P<close>`)",
)
"""Ruby, as far as a Gemfile goes: what opens a block stands at the beginning of its line or of a value, or is `do`."""
_DEVELOPMENT = re.compile(r":(development|test|ci)\b")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A gemspec beside the Gemfile names the module."""
    is_gemspec = artefact.name.endswith(".gemspec")
    named = _NAME.search(artefact.text) if is_gemspec else None
    if is_gemspec or not any(name.endswith(".gemspec") for name in artefact.siblings):
        name = named[1] if named else artefact.directory.rpartition("/")[2]
        yield ModuleDecl(name, artefact.directory, SourceSpan(artefact.path, 1), build="bundler")
    group = ""
    for number, line in enumerate(artefact.text.split("\n"), 1):
        opened = _GROUP.match(line)
        group = opened[1] if opened else "" if line.strip() == "end" else group
        gem, required = _GEM.match(line), _DEPENDENCY.match(line)
        if required:
            scope = "dev" if required[1] == "development_" else ""
            yield from _dependency(artefact, required[2], required[3], number, scope)
        elif gem:
            is_development = _DEVELOPMENT.search(group) or ("group" in gem[2] and _DEVELOPMENT.search(gem[2]))
            yield from _dependency(artefact, gem[1], gem[2], number, "dev" if is_development else "")
    yield from unclosed(artefact.path, artefact.text, _LAYOUT)


def _dependency(artefact: Artefact, name: str, rest: str, line: int, scope: str) -> Iterator[Fact]:
    span = SourceSpan(artefact.path, line)
    path, version = _PATH.search(rest), _VERSION.match(rest)
    if path:
        folder = join_path(artefact.directory, path[1])
        if folder is not None:
            yield Dependency("gem-project", folder, span, scope=scope)
    else:
        yield Dependency("gem", name, span, version=version[1] if version else "", scope=scope)


PARSER = Parser("bundler", patterns=("Gemfile", "*.gemspec"), parse=parse)
