"""`/api/v1`: one route for each command that asks, with its arguments; the answers are those of `--json`."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from parsed_graph.schema import RUNTIME_KINDS, Kind
from pipelines.impact.reach import DEPTH
from pipelines.serving import questions
from pipelines.serving.http.answers import Asking
from pipelines.serving.http.schemas import FAILURES, Whole

Name = Annotated[
    str, Query(min_length=1, max_length=500, description="An id, a name, an alias, a route or Label(name)")
]
Confidence = Annotated[float | None, Query(ge=0.3, le=1, description="Least confidence of edges; from settings, 0.5")]
Kinds = Annotated[list[Kind] | None, Query(max_length=20, description="Also follow dependencies of these kinds")]
Run = Annotated[
    str, Query(min_length=1, max_length=64, description="A run's number, a snapshot's id, previous or current")
]
Depth = Annotated[
    int, Query(ge=0, le=50, description="Hops to follow; 0 is all of them for a blast, none for an impact")
]
Rows = Annotated[bool, Query(description="As rows of a table, as --format csv has them")]

router = APIRouter(prefix="/api/v1", responses=FAILURES, tags=["questions"])


class CypherQuery(BaseModel):
    """A read-only Cypher query with its parameters."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=10_000)
    parameters: dict[str, str | int | float | bool | None] = Field(default_factory=dict, max_length=50)
    limit: Annotated[int, Field(ge=1, le=10_000), Whole] = 1_000


@router.get("/nodes/{name:path}", summary="A node with its edges and evidence, a record, or a community")
async def show(
    asking: Asking, name: Annotated[str, Path(min_length=1, max_length=500)], confidence: Confidence = None
) -> Response:
    """What `show` answers."""
    return await asking.respond(lambda view: questions.show(view, name), confidence)


@router.get("/path", summary="The shortest paths from one node to another")
async def path(
    asking: Asking,
    source: Name,
    target: Name,
    limit: Annotated[int, Query(ge=1, le=50)] = 5,
    kinds: Kinds = None,
    confidence: Confidence = None,
) -> Response:
    """What `path` answers."""
    return await asking.respond(lambda view: questions.path(view, source, target, limit, _followed(kinds)), confidence)


@router.get("/consumers", summary="Who consumes a topic or an event")
async def consumers(asking: Asking, topic: Name, confidence: Confidence = None) -> Response:
    """What `consumers` answers."""
    return await asking.respond(lambda view: questions.consumers(view, topic), confidence)


@router.get("/callers", summary="Who calls an endpoint")
async def callers(asking: Asking, endpoint: Name, confidence: Confidence = None) -> Response:
    """What `callers` answers."""
    return await asking.respond(lambda view: questions.callers(view, endpoint), confidence)


@router.get("/blast", summary="Who is hit if a node fails")
async def blast(
    asking: Asking, node: Name, depth: Depth = 0, kinds: Kinds = None, confidence: Confidence = None
) -> Response:
    """What `blast` answers."""
    return await asking.respond(lambda view: questions.blast(view, node, depth, _followed(kinds)), confidence)


@router.get("/impact/service", summary="The decisions that bind a service")
async def impact_service(
    asking: Asking,
    name: Name,
    depth: Depth = DEPTH,
    kinds: Kinds = None,
    rows: Rows = False,
    confidence: Confidence = None,
) -> Response:
    """What `impact service` answers."""
    return await asking.respond(
        lambda view: questions.impact_service(view, name, depth, _followed(kinds), as_rows=rows), confidence
    )


@router.get("/impact/adr", summary="What hangs on a decision record")
async def impact_adr(
    asking: Asking,
    record: Name,
    depth: Depth = DEPTH,
    kinds: Kinds = None,
    rows: Rows = False,
    confidence: Confidence = None,
) -> Response:
    """What `impact adr` answers."""
    return await asking.respond(
        lambda view: questions.impact_adr(view, record, depth, _followed(kinds), as_rows=rows), confidence
    )


@router.get("/impact/diff", summary="What came and went between two kept runs")
@router.get("/diff", summary="What came and went between two kept runs")
async def diff(asking: Asking, before: Run = "previous", after: Run = "current") -> Response:
    """What `diff` answers: a server compares runs, `impact diff` on the command line compares sources."""
    return await asking.compare((before, after), questions.diff)


@router.get("/graph", summary="What to draw: the surroundings of a node, or the map of services")
async def graph(
    asking: Asking,
    node: Annotated[str | None, Query(min_length=1, max_length=500)] = None,
    depth: Annotated[int, Query(ge=1, le=5, description="How far around the node, in edges")] = 1,
    confidence: Confidence = None,
) -> Response:
    """Nodes with positions, lines with their places."""
    return await asking.respond(lambda view: questions.graph(view, node, depth), confidence)


@router.get("/communities", summary="The tree of communities")
async def communities(asking: Asking, level: Annotated[int | None, Query(ge=0, le=10)] = None) -> Response:
    """What `communities` answers."""
    return await asking.respond(lambda view: questions.communities(view, level))


@router.get("/status", summary="What the snapshot holds, and how its run went")
async def status(asking: Asking) -> Response:
    """What `status` answers."""
    kept = asking.service.snapshots.kept_records()
    return await asking.respond(lambda view: questions.status(view, every=True, kept=kept))


@router.get("/problems", summary="What could not be used, file by file")
async def problems(asking: Asking, reason: Annotated[str, Query(max_length=100)] = "") -> Response:
    """What `status --problems` answers."""
    return await asking.respond(lambda view: questions.problems(view, reason))


@router.post("/cypher", summary="A read-only Cypher query")
async def cypher(asking: Asking, body: CypherQuery) -> Response:
    """What `cypher` answers, within the settings' limits on rows and time."""
    limits = asking.service.settings.query
    rows = min(body.limit, limits.cypher_rows)
    seconds = min(limits.cypher_seconds, asking.service.settings.serve.timeout_seconds)
    return await asking.respond(lambda view: questions.cypher(view, body.query, body.parameters, rows, seconds))


def _followed(kinds: list[Kind] | None) -> frozenset[Kind]:
    return RUNTIME_KINDS | frozenset(kinds or ())
