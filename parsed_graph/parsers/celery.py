"""Celery: tasks sent by name or by function and the tasks that a worker defines, as topics `celery:<task>`; the broker of the application.

What a task is called stands where it is defined: its topic is a ConstDecl there, and `send_mail.delay()` elsewhere refers to that.
"""

from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, ConstDecl, Fact, Literal, Reference, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import annotation_texts, own_import, texts
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
    for name in _topics(names):
        yield ConstDecl(_topic_of(function.qualified_name), name, file.span(function.line))


def _delayed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`send_mail.delay(to)`, `tasks.send_mail.apply_async()`: of a task of this file, or of another of the estate."""
    written = file.text(call.receiver)
    head, _, rest = written.partition(".")
    own = next((f for f in file.functions if f.name == written and f.owner is None), None)
    imported = own_import(head, file)
    if (own is not None and b"celery" in file.source) or (own is None and imported and "(" not in rest):
        task = own.qualified_name if own is not None else f"{imported}.{rest}".rstrip(".")
        yield from published("", ((Reference(_topic_of(task)),),), call, file, client="celery")


def _topic_of(function: str) -> str:
    return f"{function}.celery-topic"


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
        CallRule(("delay", "apply_async"), _delayed),
        CallRule(("signature",), _sent, imports=_PACKAGES),
    ),
)
