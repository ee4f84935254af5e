"""Locust: the module generates load; its client's requests are HTTP calls to the host under test (`LOCUST_HOST`)."""

from collections.abc import Iterator

from parsed_graph.facts import Env, Fact, RoleDecl, Text
from parsed_graph.framework import CallRule, Framework, TypeRule
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.python_class_body import assigned_in
from parsed_graph.rules.script_arguments import texts, values_at
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_USERS = ("HttpUser", "FastHttpUser", "HttpLocust", "TaskSet", "SequentialTaskSet", "FastHttpLocust")


def _user(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    if any(base in _USERS[:3] for base in declared.bases):
        yield RoleDecl("load-generator", "locust", file.span(declared.line))


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver is None or not file.text(call.receiver).endswith(".client"):
        return
    method = METHODS.get(call.name) or method_of(call.argument("method", position=0), file, "ANY")
    urls = texts(call.argument("url", "path", position=0 if call.name in METHODS else 1), call, file)
    yield from requests(method, urls, call, file, "locust", _hosts(file))


def _hosts(file: SourceFile) -> list[Text]:
    """The `host` of the user classes, else what the command line or the environment gives."""
    found: list[Text] = []
    for declared in file.types:
        found += values_at(assigned_in(declared, file).get("host"), None, declared, file)
    return found or [(Env("LOCUST_HOST"),)]


FRAMEWORK = Framework(
    "locust",
    languages=("python",),
    calls=(CallRule((*METHODS, "request"), _verb, imports=("locust",)),),
    types=(TypeRule(_USERS, _user, imports=("locust",)),),
)
