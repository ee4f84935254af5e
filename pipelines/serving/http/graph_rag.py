"""TrustGraph's graph-rag call, so that its clients get their answers from here unchanged.

https://docs.trustgraph.ai: `POST /api/v1/flow/{flow}/service/graph-rag`. The flow and collection name nothing here and are taken as they
come; `user` in a body is ignored: who asks is said by the bearer token alone.
"""

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from parsed_graph.errors import EstateError
from parsed_graph.schema import RUNTIME_KINDS
from pipelines.asking.answer import Answer
from pipelines.asking.citation import Citation
from pipelines.serving import questions
from pipelines.serving.as_json import json_text
from pipelines.serving.http.answers import Asking
from pipelines.serving.http.failures import tell
from pipelines.serving.http.schemas import EVENTS, FAILURES, Whole, streamed
from pipelines.serving.http.streamed import stream_pieces
from pipelines.serving.questions import Answered

router = APIRouter(tags=["trustgraph"])


class GraphRagBody(BaseModel):
    """TrustGraph's request. What it has for its own pipeline (workspace, reranker, seeds) is accepted and has no meaning here."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    query: str = Field(min_length=1, max_length=2_000)
    user: str = Field(default="", max_length=500)
    collection: str = Field(default="default", max_length=500)
    entity_limit: Annotated[int, Field(ge=1, le=200), Whole] = Field(default=50, alias="entity-limit")
    triple_limit: Annotated[int, Field(ge=1, le=100), Whole] = Field(default=30, alias="triple-limit")
    max_subgraph_size: Annotated[int, Field(ge=10, le=5_000), Whole] = Field(default=1_000, alias="max-subgraph-size")
    max_path_length: Annotated[int, Field(ge=1, le=5), Whole] = Field(default=2, alias="max-path-length")
    streaming: bool = Field(default=False, strict=True)


class GraphRagSource(BaseModel):
    """A place that the answer cites."""

    uri: str
    title: str


class GraphRagAnswer(BaseModel):
    """TrustGraph's response."""

    response: str
    sources: list[GraphRagSource] = []


@router.post(
    "/api/v1/flow/{flow}/service/graph-rag",
    summary="A question, as TrustGraph's clients ask it",
    responses={**FAILURES, **streamed(GraphRagAnswer)},
)
async def graph_rag(
    asking: Asking, flow: Annotated[str, Path(min_length=1, max_length=200)], body: GraphRagBody
) -> Response:
    """The answer that `ask` gives, in TrustGraph's form."""
    parts = asking.service.parts.limited(
        entity_limit=body.entity_limit,
        triple_limit=body.triple_limit,
        max_subgraph_size=body.max_subgraph_size,
        max_path_length=body.max_path_length,
    )
    if not body.streaming:
        text = await asking.run(lambda view: _body(questions.ask(view, body.query, parts, RUNTIME_KINDS)))
        return Response(text, media_type="application/json")
    pieces = stream_pieces(
        asking,
        lambda view: questions.ask_in_pieces(view, body.query, parts, RUNTIME_KINDS),
        None,
    )
    return StreamingResponse(_events(pieces), media_type=EVENTS)


def _body(answered: Answered) -> str:
    answer = answered.value
    assert isinstance(answer, Answer)
    return json_text({"response": answer.text, "sources": _sources(answer)})


async def _events(pieces: AsyncIterator[str | Answer]) -> AsyncIterator[str]:
    said = False
    try:
        async for piece in pieces:
            if isinstance(piece, str):
                said = True
                yield _event({"message_type": "chunk", "response": piece, "end-of-stream": False})
                continue
            if not said:
                yield _event({"message_type": "chunk", "response": piece.text, "end-of-stream": False})
            yield _event({"response": "", "sources": _sources(piece), "end-of-stream": True, "end_of_session": True})
    except EstateError as error:
        _, kind, message = tell(error)
        yield _event({"error": {"type": kind, "message": message}, "end-of-stream": True})


def _event(value: object) -> str:
    return f"data: {json.dumps(value)}\n\n"


def _sources(answer: Answer) -> list[dict[str, str]]:
    return [{"uri": _uri(citation), "title": citation.service} for citation in answer.citations]


def _uri(citation: Citation) -> str:
    where = f"{citation.repo}:{citation.path}" if citation.repo else citation.path or citation.text_unit
    return f"{where}:{citation.line}" if citation.line else where
