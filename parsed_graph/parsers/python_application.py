"""Python processes: servers that are run, workers and scripts behind a main guard, Django's and ASGI's entry modules."""

import re
from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_SERVERS = {
    "Flask": "flask", "FastAPI": "fastapi", "Sanic": "sanic", "Bottle": "bottle", "Quart": "quart", "SocketIO": "flask",
    "FlaskApp": "connexion", "App": "connexion", "AioHttpApp": "connexion",
}  # fmt: skip
_MAIN = re.compile(rb"^if\s+__name__\s*==\s*[\"']__main__[\"']", re.M)
_ENTRIES = {"manage.py": b"django", "wsgi.py": b"get_wsgi_application", "asgi.py": b"get_asgi_application"}


def _run(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.run(…)` of a web application, however it was made."""
    framework = _SERVERS.get(call.receiver_type)
    if framework is None and call.receiver is not None and file.imports_any(("flask",)):
        made = file.origin(call.receiver)
        framework = (
            "flask"
            if made is not None and (made.name == "Flask" or made.name.startswith(("create_", "make_")))
            else None
        )
    if framework is not None:
        yield ApplicationDecl(file.span(call.line), "python", framework)


def _server(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield ApplicationDecl(
        file.span(call.line), "python", {"uvicorn": "asgi", "hypercorn": "asgi"}.get(call.receiver_type, "python")
    )


def _grpc(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver_type.endswith(".server"):
        yield ApplicationDecl(file.span(call.line), "python", "grpc")


def _entry(file: SourceFile) -> Iterator[Fact]:
    name = file.path.rpartition("/")[2]
    mark = _ENTRIES.get(name)
    if mark is not None and mark in file.source:
        yield ApplicationDecl(file.span(1), "python", "django")
        return
    found = _MAIN.search(file.source)
    if found is not None and not name.startswith(("setup", "conftest")):
        line = file.source.count(b"\n", 0, found.start()) + 1
        yield ApplicationDecl(file.span(line), "python", "main")
        return
    # Process managers load a module's application by name: `gunicorn orders.wsgi:app`.
    for call in file.calls:
        if (
            call.function is None
            and call.name in ("Flask", "FastAPI", "Starlette", "Sanic", "Quart")
            and call.receiver is None
        ):
            yield ApplicationDecl(file.span(call.line), "python", call.name.lower())
            return


FRAMEWORK = Framework(
    "python_application",
    languages=("python",),
    calls=(
        CallRule(("run",), _run, types=(*_SERVERS, "")),
        CallRule(("run",), _server, types=("uvicorn", "hypercorn", "waitress")),
        CallRule(("Server",), _server, imports=("uvicorn",)),
        CallRule(("serve",), _server, types=("", "waitress", "hypercorn"), imports=("waitress", "hypercorn")),
        CallRule(("run_app",), _server, imports=("aiohttp",)),
        CallRule(("listen",), _server, types=("Application", "HTTPServer"), imports=("tornado",)),
        CallRule(("serve_forever",), _server, imports=("http.server", "socketserver", "wsgiref")),
        CallRule(("start",), _grpc, imports=("grpc",)),
    ),
    files=(_entry,),
)
