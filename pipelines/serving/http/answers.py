"""Runs a question in a thread, within its time, and makes the response."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from parsed_graph.errors import AccessError
from parsed_graph.snapshot.reader import Snapshot
from parsed_graph.view import Principal, View
from pipelines.serving.as_json import json_text
from pipelines.serving.http.failures import TooSlowError, UnauthorisedError
from pipelines.serving.kept_answers import KeptAnswer, Question
from pipelines.serving.live_snapshots import SnapshotAge
from pipelines.serving.questions import Answered
from pipelines.serving.service import Service

_bearer = HTTPBearer(auto_error=False, description="A token that `estategraph serve --new-token` made")


async def service_of(request: Request) -> Service:
    """The service of the application that a request came to."""
    found = request.app.state.service
    assert isinstance(found, Service)
    return found


async def principal_of(
    request: Request,
    service: Annotated[Service, Depends(service_of)],
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Principal:
    """Who asks, by their bearer token alone."""
    try:
        principal = service.principal(credentials.credentials if credentials else None)
    except AccessError as error:
        raise UnauthorisedError from error
    request.state.caller = principal.name
    return principal


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks questions on behalf of one request; `target` is its path and query where they are all of it."""

    service: Service
    principal: Principal
    target: bytes | None = None

    async def respond(self, question: Callable[[View], Answered], confidence: float | None = None) -> Response:
        """The answer as JSON: `result`, and under `snapshot` which one it comes from and how old that is."""
        body = self._kept()
        if body is None:
            body = await self.run(lambda view: self._body(view, question), confidence)
        return Response(body, media_type="application/json")

    async def run(self, work: Callable[[View], str], confidence: float | None = None) -> str:
        """What some work over a view gives. Raises TooSlowError where it takes too long; the work is then stopped."""
        loop = asyncio.get_running_loop()
        borrowed: list[Snapshot] = []

        def in_thread() -> str:
            snapshot = self.service.snapshots.borrow()
            borrowed.append(snapshot)
            try:
                return work(self.service.view(snapshot, self.principal, confidence))
            finally:
                borrowed.clear()
                self.service.snapshots.give_back(snapshot)

        future = loop.run_in_executor(self.service.threads, in_thread)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self.service.settings.serve.timeout_seconds)
        except TimeoutError as error:
            for snapshot in borrowed:
                snapshot.database.interrupt()
            future.add_done_callback(lambda done: done.exception())
            raise TooSlowError from error

    async def compare(self, runs: tuple[str, str], question: Callable[[View, View], Answered]) -> Response:
        """The answer to a question about two kept runs."""
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(
            self.service.threads,
            lambda: self.service.compare(
                self.principal, runs, lambda before, after: self._compared(after, question(before, after))
            ),
        )
        try:
            body = await asyncio.wait_for(asked, self.service.settings.serve.timeout_seconds)
        except TimeoutError as error:
            raise TooSlowError from error
        return Response(body, media_type="application/json")

    def _compared(self, after: View, answered: Answered) -> str:
        return _body_of(json_text(answered.value, indent=0), self.service.snapshots.age(after.snapshot))

    def _kept(self) -> str | None:
        snapshot = self.service.snapshots.newest_id()
        if self.target is None or snapshot is None:
            return None
        found = self.service.kept.find(Question(snapshot, self.principal, self.target))
        return _body_of(found.result, self.service.snapshots.age_of(snapshot, found.written_at)) if found else None

    def _body(self, view: View, question: Callable[[View], Answered]) -> str:
        result, age = json_text(question(view).value, indent=0), self.service.snapshots.age(view.snapshot)
        if self.target is not None:
            self.service.kept.keep(Question(age.id, self.principal, self.target), KeptAnswer(result, age.written_at))
        return _body_of(result, age)


def _body_of(result: str, age: SnapshotAge) -> str:
    return f'{{"result":{result},"snapshot":{json_text(age, indent=0)}}}'


async def asker_of(
    request: Request,
    service: Annotated[Service, Depends(service_of)],
    principal: Annotated[Principal, Depends(principal_of)],
) -> Asker:
    """The asker of a request."""
    scope = request.scope
    target = scope["raw_path"] + b"?" + scope["query_string"] if scope["method"] == "GET" else None
    return Asker(service, principal, target)


Asking = Annotated[Asker, Depends(asker_of)]
