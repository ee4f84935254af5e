"""HTTP calls of programs that serve no page: a relative URL is that of the client's base, open where the client comes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parsed_graph.facts import Env, Fact, HttpCall, Literal, Setting, Text
from parsed_graph.rules.script_arguments import UNKNOWN
from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.url_joining import join_urls, prefix_urls


def requested(
    method: str,
    urls: Iterable[Text],
    call: CallSyntax,
    file: SourceFile,
    client: str,
    bases: Iterable[Text] = (),
    *,
    resolves: bool = False,
) -> Iterator[Fact]:
    """One HttpCall for each possible URL. A base that is not known stays open; `resolves` as RFC 3986 does, else the base is a prefix."""
    join = join_urls if resolves else prefix_urls
    known = tuple(bases) or (UNKNOWN,)
    for path in tuple(urls) or (UNKNOWN,):
        stands_alone = path and (isinstance(path[0], Env | Setting) or (known == (UNKNOWN,) and is_open(path)))
        for url in (path,) if stands_alone else join(known, (path,)):
            yield HttpCall(method, url or UNKNOWN, file.span(call.line), client, call.caller)


def is_open(url: Text) -> bool:
    """Whether a URL starts with something that may hold a whole address."""
    return bool(url) and not isinstance(url[0], Literal)
