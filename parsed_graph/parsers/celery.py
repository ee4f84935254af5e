"""Celery: tasks sent by name and the tasks that a worker defines, as topics `celery:<task>`; the broker of the application."""

from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, Fact, Literal, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import annotation_texts, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.alternatives import Alternatives, joined, literal
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, FunctionSyntax, SourceFile

_PACKAGES = ("celery",)


def _application(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(file.span(call.line), file.language, "celery")
    broker = texts(call.argument("broker", position=2), call, file)
    if broker:
        yield from connections(broker, file, call.line, function=call.caller, capability="messaging")
    backend = texts(call.argument("backend"), call, file)
    if backend:
        yield from connections(backend, file, call.line, function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    names = texts(call.argument("name", "task", position=0), call, file)
    yield from published("", _topics(names), call, file, client="celery")


def _task(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function = annotation.on_function
    if function is None or (annotation.receiver == "" and annotation.name == "task" and not _is_imported(file)):
        return
    names = annotation_texts(annotation.argument("name"), annotation, file) or [_default_name(function, file)]
    yield from subscribed("", _topics(names), function.line, function, file, client="celery")


def _topics(names: list[Text]) -> Alternatives:
    return joined([literal("celery:"), tuple(names)])


def _is_imported(file: SourceFile) -> bool:
    return file.imports.get("task", "").startswith("celery")


def _default_name(function: FunctionSyntax, file: SourceFile) -> Text:
    """A task is named for its module as the worker imports it: with its package, if the folder is one."""
    words = function.qualified_name.split(".")
    start = len(file.package.split(".")) - (2 if "/" in file.path and _is_package(file) else 1)
    return (Literal(".".join(words[max(start, 0) :])),)


def _is_package(file: SourceFile) -> bool:
    return any(name.startswith(".") for name in file.imported) or file.path.rpartition("/")[2] == "tasks.py"


FRAMEWORK = Framework(
    "celery",
    languages=("python",),
    annotations=(AnnotationRule(("task", "shared_task", "periodic_task"), _task, imports=_PACKAGES),),
    calls=(
        CallRule(("Celery",), _application, imports=_PACKAGES),
        CallRule(("send_task",), _sent),
        CallRule(("signature",), _sent, imports=_PACKAGES),
    ),
)
