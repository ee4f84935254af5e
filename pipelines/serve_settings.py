"""The settings of `serve` and `mcp`."""

from typing import Annotated

import msgspec
from msgspec import Meta


class ServeSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How questions are answered over HTTP and MCP."""

    host: Annotated[str, Meta(description="Address to listen on; anything but this machine's own needs `tokens`")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen on; 0 takes a free one")] = 8765
    tokens: Annotated[
        str,
        Meta(
            description="File of bearer tokens, relative to this one; `estategraph serve --new-token NAME` adds to it"
        ),
    ] = ""
    concurrency: Annotated[int, Meta(ge=1, description="Requests at work at once; more get 429 and Retry-After")] = 16
    timeout_seconds: Annotated[float, Meta(gt=0, description="Longest that one request may take")] = 10.0
    reading_seconds: Annotated[float, Meta(gt=0, description="Longest that a client may take to send a request")] = 10.0
    body_bytes: Annotated[int, Meta(ge=1024, description="Largest body of a request")] = 65536
    answer_tokens: Annotated[int, Meta(ge=100, description="Longest answer that a coding agent gets over MCP")] = 2000
    stale_hours: Annotated[float, Meta(gt=0, description="Age at which answers say that the snapshot is old")] = 168.0
