"""HTTP clients of Go beside net/http: resty's `client.R().Get(url)` under its base URL, fasthttp's requests."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, Reference, Text, Unknown
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.go_calls import package_of
from parsed_graph.rules.go_routers import method_named
from parsed_graph.rules.http_requests import METHODS, requests
from parsed_graph.rules.script_arguments import chain_of, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_RESTY = ("github.com/go-resty/resty", "gopkg.in/resty", "resty.dev/")
_BASES = ("SetBaseURL", "SetHostURL")
_MAKERS = frozenset({"R", "NewRequest"})
_VERBS = tuple(name.capitalize() for name in METHODS)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A request made by `R()`, or a variable of type Request."""
    if not call.arguments or not _is_request(call, file):
        return
    position = 1 if call.name == "Execute" else 0
    method = method_named(call.arguments[0].node, file) if call.name == "Execute" else call.name.upper()
    urls = texts(call.argument(position=position), call, file)
    setting = call_index(file).named(*_BASES)
    bases = [_seen_from(call, setting[0], text) for text in _given(setting[0], file)] if len(setting) == 1 else []
    yield from requests(method, urls, call, file, "resty", bases)


def _is_request(call: CallSyntax, file: SourceFile) -> bool:
    links = [*call_index(file).receivers(call), *chain_of(file.origin(call.receiver), file)]
    return call.receiver_type == "Request" or any(link.name in _MAKERS for link in links)


def _given(setting: CallSyntax, file: SourceFile) -> list[Text]:
    return texts(setting.argument(position=0), setting, file)


def _seen_from(call: CallSyntax, setting: CallSyntax, text: Text) -> Text:
    """A base as another function sees it: a parameter of the function that sets it is a constant of that."""
    if call.function is setting.function:
        return text
    return tuple([Reference(_parameter(setting, p)) if isinstance(p, Unknown) and p.name else p for p in text])


def _parameter(setting: CallSyntax, part: Unknown) -> str:
    return f"{setting.caller}({part.name})"


def _based(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for text in _given(call, file):
        for part in text:
            if isinstance(part, Unknown) and part.name:
                yield ConstDecl(_parameter(call, part), (part,), file.span(call.line), call.caller)


def _fast(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`req.SetRequestURI(url)`, `fasthttp.Get(nil, url)`."""
    if call.name == "SetRequestURI":
        yield from requests("ANY", texts(call.argument(position=0), call, file), call, file, "fasthttp")
    elif package_of(call, file).startswith("github.com.valyala.fasthttp"):
        yield from requests(call.name.upper(), texts(call.argument(position=1), call, file), call, file, "fasthttp")


FRAMEWORK = Framework(
    "resty",
    ("go",),
    calls=(
        CallRule((*_VERBS, "Execute"), _sent, imports=_RESTY),
        CallRule(_BASES, _based, imports=_RESTY),
        CallRule(("SetRequestURI", "Get", "Post"), _fast, imports=("github.com/valyala/fasthttp",)),
    ),
)
