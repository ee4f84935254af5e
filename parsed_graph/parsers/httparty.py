"""HTTParty: requests of the module and of classes that include it, with their `base_uri`. https://github.com/jnunemaker/httparty"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, Reference, Text
from parsed_graph.framework import CallRule, Framework, TypeRule
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_SELF = frozenset({"", "self", "self.class"})


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    written = file.text(call.receiver)
    if written.lstrip(":") == "HTTParty":
        yield from requested(
            METHODS[call.name], texts(call.argument(position=0), call, file), call, file, "httparty", [()]
        )
    elif written in _SELF and call.owner is not None and "HTTParty" in call.owner.bases and call.arguments:
        urls = texts(call.argument(position=0), call, file)
        yield from requested(METHODS[call.name], urls, call, file, "httparty", _bases(call.owner, file))


def _bases(owner: TypeSyntax, file: SourceFile) -> list[Text]:
    found = [
        text
        for call in call_index(file).named("base_uri")
        if call.owner is owner and call.arguments
        for text in texts(call.arguments[0].node, call, file)
    ]
    own = list(dict.fromkeys(found))
    inherited = [base for base in owner.bases if base != "HTTParty"]
    return own or ([(Reference(f"{file.imports.get(inherited[0], inherited[0])}.base_uri"),)] if inherited else [()])


def _declared(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """The base address of a class that others inherit."""
    for call in call_index(file).named("base_uri"):
        if call.owner is declared and call.arguments:
            for text in texts(call.arguments[0].node, call, file):
                yield ConstDecl(f"{declared.qualified_name}.base_uri", text, file.span(call.line))


FRAMEWORK = Framework(
    "httparty",
    languages=("ruby",),
    calls=(CallRule(tuple(METHODS), _verb, imports=("HTTParty", "httparty")),),
    types=(TypeRule(("HTTParty",), _declared),),
)
