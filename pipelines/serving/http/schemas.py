"""What the OpenAPI document says of answers and failures that all routes share."""

from typing import Any

from pydantic import BaseModel, BeforeValidator

EVENTS = "text/event-stream"


def _number(value: object) -> object:
    if isinstance(value, (str, bool)):
        raise ValueError("must be a number")
    return value


Whole = BeforeValidator(_number)
"""Makes an int a whole number as JSON Schema means it: 5.0 is one, "5" and true are none."""


class Failure(BaseModel):
    """What went wrong."""

    type: str
    message: str


class FailureBody(BaseModel):
    """The body of every response that is no answer."""

    error: Failure


class UnauthorisedBody(BaseModel):
    """The body of 401."""

    error: str


class SnapshotBody(BaseModel):
    """Which snapshot an answer comes from."""

    id: str
    written_at: str
    age_seconds: int
    is_stale: bool


class AnswerBody(BaseModel):
    """An answer, in the form that the command of the same name has with --json."""

    result: Any
    snapshot: SnapshotBody


def _failure(description: str) -> dict[str, Any]:
    return {"model": FailureBody, "description": description}


FAILURES: dict[int | str, dict[str, Any]] = {
    200: {"model": AnswerBody, "description": "The answer"},
    400: _failure("The body cannot be read, or the Cypher query is wrong"),
    401: {"model": UnauthorisedBody, "description": "No bearer token, or one that is not known"},
    403: _failure("The caller may not do this"),
    404: _failure("No node is called so, or several are; the message says which"),
    408: _failure("The body took too long to come"),
    413: _failure("The request is too large"),
    414: _failure("The address is too long"),
    422: _failure("A parameter is missing or out of bounds"),
    429: _failure("Too many requests are at work; Retry-After says when to come again"),
    431: _failure("The headers are too large"),
    500: _failure("The server failed"),
    503: _failure("There is no snapshot yet"),
    504: _failure("The question took too long"),
}


def streamed(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """The response of a route that answers at once, or in server-sent events when asked."""
    return {200: {"model": model, "description": "The answer, at once or as it comes", "content": {EVENTS: {}}}}
