"""Stands before every request: size, slowness, number at work, origin; and behind it: security headers, audit line, metrics.

Plain ASGI, so that streams pass through without being gathered.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pipelines.serving.http.metrics import Metrics
from pipelines.serving.terminal_text import one_line

AUDIT = logging.getLogger("estategraph.audit")
_UNGUARDED = frozenset({"/", "/healthz", "/readyz"})
_PAGE = "/page/"
"""Its files are in memory: a browser that comes for all of them at once holds up nobody."""
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_NO_CONTENT = "default-src 'none'; frame-ancestors 'none'"
_LONGEST_TARGET = 8_000
_LONGEST_HEAD = 16_000
_UNREAD = frozenset({408, 413})


class Guard:
    """Wraps an application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        concurrency: int,
        body_bytes: int,
        reading_seconds: float,
        metrics: Metrics,
        hosts: frozenset[str] | None,
    ) -> None:
        """`reading_seconds`: longest that a body may take to come; `hosts`: the names that this server may be called by, None for any."""
        self._app = app
        self._hosts = hosts
        self._concurrency = concurrency
        self._body_bytes = body_bytes
        self._reading_seconds = reading_seconds
        self._metrics = metrics
        self._at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it at once."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(send)
        started = time.perf_counter()
        try:
            await self._answer(scope, receive, exchange)
        finally:
            self._take_down(scope, exchange.status, time.perf_counter() - started)

    async def _answer(self, scope: Scope, receive: Receive, exchange: "_Exchange") -> None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:20]) > self._body_bytes:
            await exchange.refuse(413, "too-large", f"a request has at most {self._body_bytes} bytes")
        elif len(scope["raw_path"]) + len(scope["query_string"]) > _LONGEST_TARGET:
            await exchange.refuse(414, "too-large", f"an address has at most {_LONGEST_TARGET} bytes")
        elif sum(len(name) + len(value) for name, value in scope["headers"]) > _LONGEST_HEAD:
            await exchange.refuse(431, "too-large", f"headers have at most {_LONGEST_HEAD} bytes")
        elif self._hosts is not None and _host_name(headers.get("host", "")) not in self._hosts:
            # A page elsewhere can make its own name point here: https://en.wikipedia.org/wiki/DNS_rebinding
            await exchange.refuse(403, "forbidden", "this server is called by another name")
        elif not _is_own_origin(headers):
            await exchange.refuse(403, "forbidden", "requests from pages of other sites are refused")
        elif self._at_work >= self._concurrency and not _is_unguarded(scope["path"]):
            self._metrics.refuse()
            await exchange.refuse(429, "busy", "too many requests are at work", {"retry-after": "1"})
        else:
            self._at_work += 1
            try:
                await self._app(scope, _limited(receive, self._body_bytes, self._reading_seconds), exchange.send)
            finally:
                self._at_work -= 1

    def _take_down(self, scope: Scope, status: int, seconds: float) -> None:
        # The route, not the path: a path may carry a name that others must not read in a log of figures.
        route = getattr(scope.get("route"), "path", "unknown")
        self._metrics.count(route, status, seconds)
        AUDIT.info(
            json.dumps(
                {
                    "caller": one_line(scope.get("state", {}).get("caller", "")),
                    "method": scope["method"],
                    "route": route,
                    "target": one_line(scope["path"])[:200],
                    "status": status,
                    "milliseconds": round(seconds * 1000, 1),
                },
                ensure_ascii=False,
            )
        )


class _Exchange:
    """The way out: sets the headers that every response has, and remembers the status."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", _NO_CONTENT)
            if self.status in _UNREAD:
                headers["connection"] = "close"  # the rest of the body is not worth waiting for
        await self._send(message)

    async def refuse(self, status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> None:
        body = json.dumps({"error": {"type": kind, "message": message}}).encode()
        given = {"content-type": "application/json", "content-length": str(len(body)), **(headers or {})}
        raw = [(name.encode(), value.encode()) for name, value in given.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": raw})
        await self.send({"type": "http.response.body", "body": body})


def _limited(receive: Receive, most: int, seconds: float) -> Callable[[], Awaitable[Message]]:
    taken, is_whole = 0, False
    deadline = asyncio.get_running_loop().time() + seconds

    async def limited() -> Message:
        nonlocal taken, is_whole
        try:
            # After the body one waits for the client to go away, for as long as the answer takes.
            async with asyncio.timeout_at(None if is_whole else deadline):
                message = await receive()
        except TimeoutError as error:
            raise HTTPException(408, "the body took too long to come") from error
        taken += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if taken > most:
            # The framework lets no other exception through while it reads a body.
            raise HTTPException(413, f"a request has at most {most} bytes")
        return message

    return limited


def _is_unguarded(path: str) -> bool:
    return path in _UNGUARDED or path.startswith(_PAGE)


def _is_own_origin(headers: Headers) -> bool:
    """Whether a browser's request comes from a page of this server; other clients send no origin."""
    origin = headers.get("origin")
    try:
        return origin is None or (origin != "null" and urlsplit(origin).netloc == headers.get("host", ""))
    except ValueError:
        return False


def _host_name(host: str) -> str:
    return host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0].lower()
