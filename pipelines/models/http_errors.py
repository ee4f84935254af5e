"""Reason codes for what the clients of both providers raise; the two SDKs share their class names and their transport."""

from pipelines.models.model import ModelError, Usage

_BY_STATUS = {
    401: "unauthorised",
    403: "unauthorised",
    408: "timed-out",
    413: "invalid-request",
    429: "rate-limited",
    529: "rate-limited",
}


def as_model_error(error: Exception) -> ModelError:
    """The ModelError for an SDK's exception. The message never holds a key: SDKs keep headers out of it."""
    status = getattr(error, "status_code", None)
    detail = " ".join(str(getattr(error, "message", "") or error).split())[:300]
    if isinstance(status, int):
        reason = _BY_STATUS.get(status) or ("server-error" if status >= 500 else "invalid-request")
        return ModelError(reason, f"HTTP {status}: {detail}")
    if "Timeout" in type(error).__name__:
        return ModelError("timed-out", detail)
    if "Connection" in type(error).__name__:
        return ModelError("unreachable", detail)
    # What the transport raises while a stream is read: the other side went away in the middle.
    return ModelError("cut-off", f"{type(error).__name__}: {detail}", Usage())
