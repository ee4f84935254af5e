"""`/api/v1/ask`: a question in plain words, answered at once as JSON, or as it comes by server-sent events.

Events: `token` with a piece of the text, then `citations`, then `end` with the whole answer and its snapshot; `error` in place of what cannot come.
https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import fields
from typing import Annotated

from fastapi import APIRouter, Header, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from parsed_graph.errors import EstateError
from parsed_graph.schema import RUNTIME_KINDS, Kind
from parsed_graph.view import View
from pipelines.asking.answer import Answer
from pipelines.serving import questions
from pipelines.serving.as_json import plain
from pipelines.serving.http.answers import Asking
from pipelines.serving.http.failures import tell
from pipelines.serving.http.schemas import EVENTS, FAILURES, AnswerBody, Whole, streamed
from pipelines.serving.http.streamed import stream_pieces
from pipelines.serving.live_snapshots import SnapshotAge

Dated = tuple[Answer, SnapshotAge]
router = APIRouter(prefix="/api/v1", responses=FAILURES, tags=["questions"])


class AskBody(BaseModel):
    """A question, and how far to go for it."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=2_000)
    entity_limit: Annotated[int, Field(ge=1, le=200), Whole] | None = None
    triple_limit: Annotated[int, Field(ge=1, le=100), Whole] | None = None
    max_subgraph_size: Annotated[int, Field(ge=10, le=5_000), Whole] | None = None
    max_path_length: Annotated[int, Field(ge=1, le=5), Whole] | None = None
    kinds: list[Kind] = Field(default=[], max_length=20)
    confidence: float | None = Field(strict=True, default=None, ge=0.3, le=1)

    def limits(self) -> dict[str, int | None]:
        """The limits that are given."""
        return self.model_dump(include={"entity_limit", "triple_limit", "max_subgraph_size", "max_path_length"})

    def followed(self) -> frozenset[Kind]:
        """The kinds of dependencies to follow."""
        return RUNTIME_KINDS | frozenset(self.kinds)


@router.post("/ask", summary="A question in plain words", responses=streamed(AnswerBody))
async def ask(asking: Asking, body: AskBody, accept: Annotated[str, Header(include_in_schema=False)] = "") -> Response:
    """What `ask` answers; with `Accept: text/event-stream` as it comes, in events `token`, `citations` and `end`."""
    parts = asking.service.parts.limited(**body.limits())
    if EVENTS not in accept.lower():
        return await asking.respond(
            lambda view: questions.ask(view, body.question, parts, body.followed()), body.confidence
        )

    def in_pieces(view: View) -> Iterator[str | Dated]:
        for piece in questions.ask_in_pieces(view, body.question, parts, body.followed()):
            yield piece if isinstance(piece, str) else (piece, asking.service.snapshots.age(view.snapshot))

    return StreamingResponse(_events(stream_pieces(asking, in_pieces, body.confidence)), media_type=EVENTS)


async def _events(pieces: AsyncIterator[str | Dated]) -> AsyncIterator[str]:
    said = False
    try:
        async for piece in pieces:
            if isinstance(piece, str):
                said = True
                yield _event("token", {"text": piece})
                continue
            answer, age = piece
            if not said:
                yield _event("token", {"text": answer.text})
            yield _event("citations", answer.citations)
            yield _event("end", _with(answer, age))
    except EstateError as error:
        _, kind, message = tell(error)
        yield _event("error", {"type": kind, "message": message})


def _with(answer: Answer, age: SnapshotAge) -> dict[str, object]:
    return {**{field.name: getattr(answer, field.name) for field in fields(answer)}, "snapshot": age}


def _event(name: str, value: object) -> str:
    return f"event: {name}\ndata: {json.dumps(plain(value), ensure_ascii=True)}\n\n"
