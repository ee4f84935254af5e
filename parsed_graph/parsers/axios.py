"""axios: requests of the default client and of instances with their base URL; instances that other files import.

An instance is declared as a constant of its name that holds its base URL; a call on an imported object that looks like a
client refers to that constant.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import IMPORTED_CLIENT, ConstDecl, Fact, Reference, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import BROWSER, METHODS, is_path, method_of, requests
from parsed_graph.rules.script_arguments import UNKNOWN, entry_of, object_entries, option, origin, own_import, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.ecmascript_grammar import called
from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.url_joining import prefix_urls

_TYPES = (
    "axios", "axios.create", "AxiosInstance", "Axios", "HttpService", "HttpService.axiosRef", "AxiosStatic", "axios.default",
    "NuxtAxiosInstance",
)  # fmt: skip
_MAX_NAME = 80
_CLIENT_NAME = re.compile(r"(?i)^(?:this\.)?[_$]?\w*(api|axios|http|request|client|instance|service|fetcher|ajax)\w*$")
_NOT_CLIENTS = re.compile(r"(?i)(router|app|server|cache|store|storage|cookie|redis|map)$")
_GLOBAL = re.compile(r"^(?:this\.|window\.)?\$?axios$|^this\.\$axios$|^this\.\$http$")
_DEFAULT_EXPORT = re.compile(rb"(?:export\s+default|module\.exports\s*=)\s*(\w+)")
_BOUND = re.compile(
    rb"(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=\s*$|export\s+(default)\s*$|module\.(exports)\s*=\s*$|(\w+)\s*=\s*$"
)
_BEFORE = 120


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`axios.get(url)`, `api.request({ url, method })`."""
    if call.receiver_type in _TYPES or (call.receiver is not None and _GLOBAL.match(file.text(call.receiver))):
        made = origin(call, file)
        # The base of an instance that is made elsewhere is not known, but there may be one.
        is_elsewhere = made is None and call.receiver_type not in ("axios", "")
        if is_elsewhere and _is_held(call, file):
            return
        yield from _request(call, file, [UNKNOWN] if is_elsewhere else _bases(made, file))


def _is_held(call: CallSyntax, file: SourceFile) -> bool:
    """Whether the instance belongs to a client object that is made in this file: that object's address says more."""
    value = file.value(call.receiver)
    holder = value.child_by_field_name("object") if value is not None and value.type == "member_expression" else None
    made = file.origin(holder)
    return made is not None and made.is_new and bool(made.arguments)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`axios(url, options)`, `api({ url, method })`."""
    yield from _request(call, file, _bases(file.origin(called(call.node)), file))


def _request(call: CallSyntax, file: SourceFile, bases: list[Text]) -> Iterator[Fact]:
    first = call.argument(position=0)
    if first is None:
        return
    is_config = call.name not in METHODS and bool(object_entries(first, file))
    url = entry_of(first, file, "url") if is_config else first
    method = METHODS.get(call.name) or _method(first if is_config else call.argument(position=1), file)
    own = texts(option(call, file, "baseURL"), call, file)
    for found in texts(url, call, file) or [UNKNOWN]:
        base = [] if bases == [UNKNOWN] and not is_path(found) else own or bases
        yield from requests(method, [found], call, file, "axios", base)


def _method(options: Node | None, file: SourceFile) -> str:
    return method_of(entry_of(options, file, "method"), file) if options is not None else "GET"


def _bases(made: CallSyntax | None, file: SourceFile) -> list[Text]:
    if made is not None and made.name in ("create", "Axios", "extend"):
        return texts(option(made, file, "baseURL"), made, file)
    return _defaults(file)


def _defaults(file: SourceFile) -> list[Text]:
    """`axios.defaults.baseURL = …` of this file."""
    return [f.value for f in file.facts if isinstance(f, ConstDecl) and f.name.endswith(".axios.defaults.baseURL")]


def _instance(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """An instance that other files may import, by the name it is bound to and as the default export."""
    if call.receiver_type not in ("axios", "axios.default") or call.function is not None:
        return
    match = _BOUND.search(file.source[max(0, call.node.start_byte - _BEFORE) : call.node.start_byte])
    bound = next((group.decode() for group in match.groups() if group), "") if match is not None else ""
    exported = _DEFAULT_EXPORT.search(file.source)
    names = {"default"} if bound in ("default", "exports") else {bound} - {""}
    if exported is not None and exported.group(1).decode() == bound:
        names.add("default")
    for base in texts(option(call, file, "baseURL"), call, file) or [()]:
        for name in sorted(names):
            yield ConstDecl(f"{file.package}.{name}", base, file.span(call.line))


def _imported(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`api.get("/orders")` where `api` is imported from a file of the estate."""
    if call.receiver is None or file.imports_any(("axios",)):
        return
    written = file.text(call.receiver)
    imported = own_import(written, file)
    first = call.argument(position=0)
    if not imported or first is None or len(written) > _MAX_NAME or _NOT_CLIENTS.search(written) or _has_handler(call):
        return
    is_config = call.name == "request"
    url = entry_of(first, file, "url") if is_config else first
    method = METHODS.get(call.name) or _method(first, file)
    client = BROWSER if _CLIENT_NAME.match(written) else IMPORTED_CLIENT
    yield from _referring(method, texts(url, call, file), imported, call, file, client)


def _imported_function(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`request({ url: "/orders", method: "post" })` where `request` is imported from a file of the estate."""
    imported = own_import(call.name, file)
    entries = object_entries(call.argument(position=0), file) if imported else {}
    if "url" in entries and len(call.arguments) == 1:
        yield from _referring(
            _method(call.argument(position=0), file), texts(entries["url"], call, file), imported, call, file, BROWSER
        )


def _referring(
    method: str, urls: list[Text], imported: str, call: CallSyntax, file: SourceFile, client: str
) -> Iterator[Fact]:
    paths = [url for url in urls if is_path(url)]
    if paths:
        joined = prefix_urls(((Reference(imported),),), tuple(paths))
        yield from requests(method, joined, call, file, client)


def _has_handler(call: CallSyntax) -> bool:
    return any(a.node.type in ("arrow_function", "function_expression") for a in call.arguments)


def _functions(file: SourceFile) -> Iterator[Fact]:
    """Calls of instances and of imported clients, which may have any name."""
    for call in file.calls:
        if (
            call.receiver is not None
            or call.is_new
            or call.name in ("axios", "$axios")
            or len(call.arguments) not in (1, 2)
        ):
            continue
        if call.name in file.imports:
            yield from _imported_function(call, file)
        elif file.imports_any(("axios",)):
            made = file.origin(called(call.node))
            if made is not None and made.name == "create" and made.receiver_type == "axios":
                yield from _request(call, file, _bases(made, file))


FRAMEWORK = Framework(
    "axios",
    languages=SCRIPTS,
    calls=(
        CallRule((*METHODS, "request"), _verb),
        CallRule(("axios", "$axios"), _called),
        CallRule(("create",), _instance, imports=("axios",)),
        CallRule((*METHODS, "request"), _imported),
    ),
    files=(_functions,),
)
