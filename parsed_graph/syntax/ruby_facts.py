"""What Ruby files say by themselves: settings that Rails' configuration files make, methods that give addresses, and programs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, ConfigValue, ConstDecl, Fact
from parsed_graph.syntax.placeholders import written_placeholders
from parsed_graph.syntax.script_symbols import is_telling, is_useful
from parsed_graph.syntax.script_text import ScriptText

_ENVIRONMENT = re.compile(r"(?:^|/)config/environments/(\w+)\.rb$")
_CONFIGURES = re.compile(r"(?:^|/)config/(?:application|environments/\w+|initializers/[\w/]+)\.rb$")
_LOOPS = frozenset(
    {"run!", "start", "run", "subscribe", "loop", "serve", "run_till_terminated", "run_till_terminated_or_interrupted"}
)
_SERVERS = {
    "sinatra": "sinatra", "sinatra/base": "sinatra", "webrick": "webrick", "grpc": "grpc", "roda": "roda", "grape": "grape",
    "rack": "rack", "hanami": "hanami", "bunny": "ruby", "kafka": "ruby", "racecar": "racecar", "karafka": "karafka",
    "sneakers": "sneakers", "cuba": "cuba", "async/http": "async", "socket": "ruby",
}  # fmt: skip


def ruby_facts(text: ScriptText) -> Iterator[Fact]:
    """Settings, then methods, then the program that the file starts."""
    yield from _settings(text)
    yield from _methods(text)
    yield from _application(text)


def _settings(text: ScriptText) -> Iterator[Fact]:
    """`config.x.orders.url = ENV["ORDERS_URL"]` in Rails' configuration is the setting `x.orders.url`."""
    if not _CONFIGURES.search(text.file.path):
        return
    environment = _ENVIRONMENT.search(text.file.path)
    profile = environment.group(1) if environment else ""
    for scope in text.tree.scopes:
        for name, bindings in scope.names.items():
            head, dot, key = name.partition(".")
            while key.startswith(("config.", "application.")):
                head, dot, key = key.partition(".")
            if not dot or head not in ("config", "Rails", "application"):
                continue
            for binding in bindings:
                text.restart()
                for value in text.lower_at(binding.node, scope):
                    written = written_placeholders(value)
                    if written:
                        line = binding.node.start_point[0] + 1
                        yield ConfigValue(key, written[:4_000], text.file.span(line), profile)


def _methods(text: ScriptText) -> Iterator[Fact]:
    """`def self.base_url = ENV["ORDERS_URL"]` reads like a constant from other files."""
    for function in text.file.functions:
        if function.parameters or function.owner is None or not is_telling(function.name):
            continue
        for node in text.grammar.returns(function.node):
            text.restart()
            for value in text.lower_at(node, text.tree.at(node.start_byte)):
                if is_useful(value) and value:
                    yield ConstDecl(function.qualified_name, value, text.file.span(function.line))


def _application(text: ScriptText) -> Iterator[Fact]:
    """`config.ru` and Rails' application class; a script that requires a server and defines routes or starts a loop."""
    file = text.file
    name = file.path.rpartition("/")[2]
    if name == "config.ru":
        framework = "rails" if b"Rails.application" in file.source or b"config/environment" in file.source else "rack"
        yield ApplicationDecl(file.span(1), file.language, framework)
        return
    if file.path.endswith("config/application.rb"):
        application = next((t for t in file.types if "Rails::Application" in t.bases), None)
        if application is not None:
            yield ApplicationDecl(file.span(application.line), file.language, "rails")
        return
    framework = next((word for required, word in _SERVERS.items() if required in file.imported), "")
    if framework and _runs(text, framework):
        yield ApplicationDecl(file.span(1), file.language, framework)


def _runs(text: ScriptText, framework: str) -> bool:
    calls = [call for call in text.file.calls if call.function is None]
    if framework == "sinatra" and "sinatra" in text.file.imported:
        return True
    return any(call.name in _LOOPS and (call.receiver is not None or call.name == "loop") for call in calls)
