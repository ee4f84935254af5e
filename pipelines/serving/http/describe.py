"""What the OpenAPI document says depends on the settings in one thing: whether a caller needs a token."""

from typing import Any

from fastapi import FastAPI


def leave_out_tokens(app: FastAPI) -> None:
    """Makes the document of an application that asks nobody who they are say so."""
    document: dict[str, Any] = app.openapi()
    document.get("components", {}).pop("securitySchemes", None)
    for operations in document["paths"].values():
        for operation in operations.values():
            operation.pop("security", None)
            operation["responses"].pop("401", None)
