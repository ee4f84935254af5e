"""Applications and routers of Python web frameworks: which one a decorator stands on, and the prefixes that it is mounted under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, RouteDecl, RoutePrefix, Text
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.script_arguments import list_texts, literal_text, members, texts
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile, TypeSyntax

MAX_MOUNTS = 6
"""How deep routers of one file are mounted on one another."""


def maker(receiver: str, file: SourceFile) -> CallSyntax | None:
    """The call that made the object of this name: `APIRouter(prefix="/orders")` for `router`."""
    name = receiver.rpartition(".")[2]
    found = call_index(file).assigned(name) if name else []
    return found[-1] if found else None


def stands_on(
    annotation: AnnotationSyntax, file: SourceFile, makers: tuple[str, ...], packages: tuple[str, ...]
) -> bool:
    """Whether a decorator belongs to an object that one of these classes made, here or in another file of the estate."""
    made = maker(annotation.receiver, file)
    if made is not None:
        return made.name in makers
    declared = _declared(annotation, file)
    if declared:
        return declared in makers
    head = annotation.receiver.partition(".")[0]
    imported = file.imports.get(head, "")
    return bool(imported) and not imported.startswith(packages) and file.imports_any(packages)


def _declared(annotation: AnnotationSyntax, file: SourceFile) -> str:
    """The declared type of a parameter of this name in a function around: `def register(app: Flask)`."""
    line = annotation.line
    for function in file.functions:
        if function.line <= line <= function.end_line and annotation.receiver in function.parameters:
            return function.parameters[annotation.receiver].rpartition(".")[2]
    return ""


def router_name(receiver: str, file: SourceFile) -> str:
    """The qualified name of a router: `src.orders.router`; of an imported one the name under which it was declared."""
    head, dot, rest = receiver.removeprefix("self.").partition(".")
    imported = file.imports.get(head)
    return f"{imported}{dot}{rest}" if imported else f"{file.package}.{head}{dot}{rest}"


def routes(
    methods: Iterable[str],
    paths: Iterable[Text],
    line: int,
    file: SourceFile,
    *,
    framework: str,
    function: str,
    router: str,
) -> Iterator[Fact]:
    """A RouteDecl for each method and path."""
    found = list(paths)
    for method in methods:
        for path in found:
            yield RouteDecl(method, path, file.span(line), framework, function, router=router)


def given_methods(node: Node | None, file: SourceFile, default: tuple[str, ...]) -> list[str]:
    """The methods that a list of strings names, upper case; the default where none is given."""
    found = [literal_text(member, file).upper() for member in members(node, file)] if node is not None else []
    return [method for method in dict.fromkeys(found) if method.isalpha() and method != "HEAD"] or list(default)


def class_methods(owner: TypeSyntax | None, file: SourceFile, prefix: str = "") -> list[tuple[str, str]]:
    """(HTTP method, qualified function) of the methods of a class-based view: `get`, `on_post`."""
    return [
        (METHODS[name], function.qualified_name)
        for function in file.functions
        if owner is not None and function.owner is owner and (name := function.name.removeprefix(prefix)) in METHODS
        and function.name.startswith(prefix)
    ]  # fmt: skip


def type_named(node: Node | None, file: SourceFile) -> TypeSyntax | None:
    """The class of this file that an expression names or creates."""
    name = file.text(node).partition("(")[0].partition(".as_view")[0].strip()
    return next((declared for declared in file.types if declared.name == name), None)


def mounted(receiver: str, file: SourceFile, mounts: tuple[str, ...], *, keyword: str, depth: int = 0) -> list[Text]:
    """The prefixes under which this file mounts one of its own routers, through routers that it is mounted on."""
    found: list[Text] = []
    for call in file.calls if depth < MAX_MOUNTS else ():
        if call.name not in mounts or call.receiver is None or not call.arguments:
            continue
        if not any(file.text(argument.node) == receiver for argument in call.arguments[:2]):
            continue
        own = texts(mount_prefix(call, keyword), call, file) or [()]
        above = mounted(file.text(call.receiver), file, mounts, keyword=keyword, depth=depth + 1) or [()]
        outer = own_prefixes(maker(file.text(call.receiver), file), file, keyword)
        found += [joined_path(first, second, third) for first in above for second in outer for third in own]
    return list(dict.fromkeys(found))


def mount_prefix(call: CallSyntax, keyword: str) -> Node | None:
    """The prefix that a mounting call gives: by its keyword, or as a string before the router."""
    found = call.argument(keyword)
    if found is None and call.name in ("mount", "add_subapp", "add_domain"):
        return call.argument(position=0)
    return found


def own_prefixes(made: CallSyntax | None, file: SourceFile, keyword: str) -> list[Text]:
    """The prefix that a router was made with."""
    return (texts(made.argument(keyword), made, file) if made is not None else []) or [()]


def prefix_facts(call: CallSyntax, router: Node | None, prefix: Node | None, file: SourceFile) -> Iterator[Fact]:
    """RoutePrefix for a router of another file that is mounted here; routers of this file are joined where they are used."""
    written = file.text(router)
    if router is None or not written.replace(".", "").replace("_", "").isalnum():
        return
    if file.imports.get(written.partition(".")[0]) is None:
        return
    on = router_name(file.text(call.receiver), file) if call.receiver is not None else ""
    for text in list_texts(prefix, call, file) or [()]:
        yield RoutePrefix(router_name(written, file), text, file.span(call.line), on)
