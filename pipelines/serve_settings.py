"""The settings of `serve` and `mcp`."""

from pydantic import BaseModel, ConfigDict, Field


class ServeSettings(BaseModel):
    """How questions are answered over HTTP and MCP."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(
        default="127.0.0.1", description="Address to listen on; anything but this machine's own needs `tokens`"
    )
    port: int = Field(default=8765, ge=0, le=65535, description="Port to listen on; 0 takes a free one")
    tokens: str = Field(
        default="",
        description="File of bearer tokens, relative to this one; `estategraph serve --new-token NAME` adds to it",
    )
    concurrency: int = Field(default=16, ge=1, description="Requests at work at once; more get 429 and Retry-After")
    timeout_seconds: float = Field(default=10.0, gt=0, description="Longest that one request may take")
    reading_seconds: float = Field(default=10.0, gt=0, description="Longest that a client may take to send a request")
    body_bytes: int = Field(default=65536, ge=1024, description="Largest body of a request")
    answer_tokens: int = Field(default=2000, ge=100, description="Longest answer that a coding agent gets over MCP")
    stale_hours: float = Field(default=168.0, gt=0, description="Age at which answers say that the snapshot is old")
