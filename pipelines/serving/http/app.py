"""The application: routes, failures and the guard around them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, Response
from starlette.types import ASGIApp

from parsed_graph.errors import SnapshotError
from pipelines.serving.http import ask_api, graph_rag, page, questions_api
from pipelines.serving.http.answers import service_of
from pipelines.serving.http.describe import leave_out_tokens
from pipelines.serving.http.failures import failure, handle_failures
from pipelines.serving.http.guard import Guard
from pipelines.serving.http.mcp_route import McpRoute
from pipelines.serving.http.metrics import CONTENT_TYPE, Metrics
from pipelines.serving.service import OWN_ADDRESSES, Service

Serving = Annotated[Service, Depends(service_of)]


def make_app(service: Service, host: str) -> ASGIApp:
    """The application for a service that listens on `host`."""
    mcp = McpRoute(service)
    app = FastAPI(
        title="estategraph",
        version="1",
        description="Questions about a microservice estate, answered with evidence.",
        lifespan=lambda _: _running(service, mcp),
        docs_url=None,
        redoc_url=None,
    )
    app.state.service = service
    metrics = Metrics()
    _add_operations(app, metrics)
    for api in (questions_api, ask_api, graph_rag, page):
        app.include_router(api.router)
    app.router.routes.extend(mcp.routes)
    handle_failures(app)
    limits = service.settings.serve
    if not service.asks_who:
        leave_out_tokens(app)
    return Guard(
        app,
        concurrency=limits.concurrency,
        body_bytes=limits.body_bytes,
        reading_seconds=limits.reading_seconds,
        metrics=metrics,
        hosts=OWN_ADDRESSES if host in OWN_ADDRESSES else None,
    )


@asynccontextmanager
async def _running(service: Service, mcp: McpRoute) -> AsyncIterator[None]:
    async with mcp.running():
        yield
    service.close()


def _add_operations(app: FastAPI, metrics: Metrics) -> None:
    @app.get("/healthz", tags=["operations"], summary="Whether the server runs")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/readyz", tags=["operations"], summary="Whether there is a snapshot to answer from", responses=_NOT_READY)
    async def readyz(service: Serving) -> Response:
        if service.snapshots.is_ready():
            return Response('{"status":"ok"}', media_type="application/json")
        return failure(503, "no-snapshot", "there is no snapshot to answer from")

    @app.get(
        "/metrics", tags=["operations"], summary="Figures for Prometheus", response_class=Response, responses=_TEXT
    )
    async def figures(service: Serving) -> Response:
        return Response(metrics.text(_age(service)), media_type=CONTENT_TYPE)


def _age(service: Service) -> float:
    try:
        snapshot = service.snapshots.borrow()
    except SnapshotError:
        return float("nan")
    try:
        return service.snapshots.age(snapshot).age_seconds
    finally:
        service.snapshots.give_back(snapshot)


_NOT_READY: dict[int | str, dict[str, str]] = {503: {"description": "There is no snapshot yet"}}
_TEXT: dict[int | str, dict[str, object]] = {200: {"content": {"text/plain": {}}, "description": "The figures"}}
