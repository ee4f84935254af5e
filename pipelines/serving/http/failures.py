"""What goes wrong, as responses: one shape for all, `{"error": {"type": …, "message": …}}`, never a path of the server.

401 alone is `{"error": "Unauthorized"}`, as TrustGraph's clients expect it.
"""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from parsed_graph.errors import AccessError, CypherError, EstateError, QueryError, SnapshotError
from pipelines.serving.terminal_text import printable

LOG = logging.getLogger("estategraph")
_ADDRESS = ("path", "query", "body")


class UnauthorisedError(Exception):
    """No bearer token, or one that is not known."""


class TooSlowError(Exception):
    """A question took longer than it may."""


def failure(status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An error response."""
    return JSONResponse({"error": {"type": kind, "message": printable(message)}}, status, headers)


def handle_failures(app: FastAPI) -> None:
    """Makes an application answer with these responses."""
    app.add_exception_handler(UnauthorisedError, _unauthorised)
    app.add_exception_handler(TooSlowError, lambda *_: failure(504, "too-slow", "the question took too long"))
    app.add_exception_handler(EstateError, _estate_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _bug)


def _unauthorised(_request: Request, _error: Exception) -> JSONResponse:
    return JSONResponse({"error": "Unauthorized"}, 401, {"www-authenticate": "Bearer"})


def tell(error: EstateError) -> tuple[int, str, str]:
    """Status, kind and message of an error, as the caller may read them: what names a place of the server goes to its log."""
    if isinstance(error, AccessError):
        return 403, error.kind, str(error)
    if isinstance(error, SnapshotError):
        return 503, error.kind, "there is no snapshot to answer from"
    if isinstance(error, CypherError):
        return 400, error.kind, str(error)
    if isinstance(error, QueryError):
        return 404, error.kind, str(error)
    LOG.error("%s", error)
    return 500, "server-error", "the server is not set up rightly; its log says more"


def _estate_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, EstateError)
    status, kind, message = tell(error)
    return failure(status, kind, message, {"retry-after": "5"} if status == 503 else None)


def _invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    found = [
        f"{'.'.join(str(part) for part in problem['loc'] if part not in _ADDRESS) or 'the request'}: {problem['msg']}"
        for problem in error.errors()
    ]
    return failure(422, "invalid", "; ".join(found)[:2000])


def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return failure(error.status_code, "http", str(error.detail), dict(error.headers or {}))


def _bug(_request: Request, error: Exception) -> JSONResponse:
    LOG.error("a request failed", exc_info=error)
    return failure(500, "server-error", "the server failed; its log says more")
