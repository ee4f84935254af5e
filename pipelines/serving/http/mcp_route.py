"""`/mcp`: the Model Context Protocol over streamable HTTP, for those whom a bearer token lets in."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from parsed_graph.errors import AccessError
from parsed_graph.view import Principal
from pipelines.serving.mcp_server import make_server
from pipelines.serving.service import Service

PATH = "/mcp"


class McpRoute:
    """The route and the sessions behind it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._server = make_server(service, self._principal)
        self._app = self._server.streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            max_request_body_size=service.settings.serve.body_bytes,
            # The guard around the whole application looks at host and origin.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """What to add to the application."""
        return [
            Route(route.path, endpoint=_LetIn(self._service, route.app), methods=None, include_in_schema=False)
            for route in self._app.routes
            if isinstance(route, Route)
        ]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keeps the sessions for as long as the server runs."""
        async with self._server.session_manager.run():
            yield

    def _principal(self, context: Context) -> Principal:
        return self._service.principal(bearer_token(context.headers or {}))


class _LetIn:
    """Asks for a token before anything of the protocol is read."""

    def __init__(self, service: Service, app: ASGIApp) -> None:
        self._service = service
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            principal = self._service.principal(bearer_token(Headers(scope=scope)))
        except AccessError:
            refusal = JSONResponse({"error": "Unauthorized"}, 401, {"www-authenticate": "Bearer"})
            await refusal(scope, receive, send)
            return
        scope.setdefault("state", {})["caller"] = principal.name
        await self._app(scope, receive, send)


def bearer_token(headers: Mapping[str, str]) -> str | None:
    """The bearer token in the headers of a request."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
