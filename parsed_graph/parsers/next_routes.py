"""Next.js: route files of both routers are routes, rewrites forward paths; pages make the module a web application.

https://nextjs.org/docs/app/building-your-application/routing/route-handlers
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ApplicationDecl, Fact, Literal, ProxyRoute, RouteDecl, Text
from parsed_graph.framework import Framework
from parsed_graph.rules.object_search import objects_in
from parsed_graph.rules.route_syntax import bracket_path
from parsed_graph.rules.script_arguments import entry_of, literal_text
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile

_APP_ROUTE = re.compile(r"(?:^|/)app/(.*?)/?route\.[jt]sx?$")
_PAGE_ROUTE = re.compile(r"(?:^|/)pages/(api(?:/.*)?)\.[jt]sx?$")
_ENTRY = re.compile(r"(?:^|/)(?:pages/_app|app/layout)\.[jt]sx?$")
_EXPORTED = re.compile(rb"export\s+(?:async\s+)?(?:function|const|let)\s+(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b")
_REEXPORTED = re.compile(rb"\b(?:as\s+)?(GET|POST|PUT|PATCH|DELETE)\b(?=\s*[,}])")
_METHOD = re.compile(rb"(?:case|method\s*===?|method\s*!==?)\s*['\"](GET|POST|PUT|PATCH|DELETE)['\"]")
_DEFAULT = re.compile(rb"export\s+default\s+(?:(?:async\s+)?function\s+(\w+)|(?:\w+\()*(\w+))")
_GROUP = re.compile(r"(?:^|/)\([^/()]*\)(?=/|$)|(?:^|/)@[^/]+(?=/|$)")


def _routes(file: SourceFile) -> Iterator[Fact]:
    found = _APP_ROUTE.search(file.path)
    if found is not None:
        yield from _app_route(_GROUP.sub("", found.group(1)).strip("/"), file)
        return
    page = _PAGE_ROUTE.search(file.path)
    if page is not None and (b"export default" in file.source or b"module.exports" in file.source):
        yield from _page_route(re.sub(r"(^|/)index$", "", page.group(1)), file)
    elif _ENTRY.search(file.path) and (b"Component" in file.source or b"children" in file.source):
        yield ApplicationDecl(file.span(1), file.language, "next")
    elif file.path.rpartition("/")[2].startswith("next.config."):
        yield from _rewrites(file)


def _app_route(path: str, file: SourceFile) -> Iterator[Fact]:
    methods = [*_EXPORTED.finditer(file.source)]
    if not methods and re.search(rb"export\s*\{", file.source):
        methods = [*_REEXPORTED.finditer(file.source)]
    for match in methods:
        method = match.group(1).decode()
        function = next((f.qualified_name for f in file.functions if f.name == method), "")
        line = file.source.count(b"\n", 0, match.start()) + 1
        yield RouteDecl(method, (Literal("/" + bracket_path(path)),), file.span(line), "next", function)


def _page_route(path: str, file: SourceFile) -> Iterator[Fact]:
    methods = list(dict.fromkeys(match.decode() for match in _METHOD.findall(file.source)))
    exported = _DEFAULT.search(file.source)
    named = (exported.group(1) or exported.group(2)) if exported is not None else b"default"
    names = ("default", named.decode())
    handler = next((f for f in file.functions if f.name in names), None)
    line = handler.line if handler is not None else 1
    for method in methods or ["ANY"]:
        function = handler.qualified_name if handler is not None else ""
        yield RouteDecl(method, (Literal("/" + bracket_path(path)),), file.span(line), "next", function)


def _rewrites(file: SourceFile) -> Iterator[Fact]:
    for function in file.functions:
        if function.name == "rewrites":
            for node in objects_in(function.node):
                yield from _rewrite(node, function, file)


def _rewrite(node: Node, function: FunctionSyntax, file: SourceFile) -> Iterator[Fact]:
    source = literal_text(entry_of(node, file, "source"), file)
    destination = entry_of(node, file, "destination")
    if not source or destination is None:
        return
    path = re.sub(r":\w+\*.*$", "**", source)
    for target in file.lower(destination, function, None):
        host, rewrite = _divided(target)
        if host:
            line = node.start_point[0] + 1
            yield ProxyRoute(path, host, file.span(line), "next", rewrite=rewrite, function=function.qualified_name)


def _divided(target: Text) -> tuple[Text, str | None]:
    """The destination's address, and what stands in place of the source's prefix."""
    last = target[-1] if target else None
    if not isinstance(last, Literal) or (len(target) == 1 and "://" not in last.text):
        return (target, None) if target and not isinstance(target[0], Literal) else ((), None)
    start = last.text.find("/", last.text.find("://") + 3 if "://" in last.text else 0)
    if start < 0:
        return target, None
    rewrite = re.sub(r":\w+\*?.*$", "", last.text[start:]) or "/"
    kept = last.text[:start]
    return ((*target[:-1], Literal(kept)) if kept else target[:-1]), rewrite


FRAMEWORK = Framework("next_routes", languages=SCRIPTS, files=(_routes,))
