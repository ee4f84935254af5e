"""Settings of the decision layer: whether and where documents are read."""

from typing import Annotated

import msgspec
from msgspec import Meta


class DocumentPatterns(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where documents lie, beyond the usual places: glob patterns over the repository-relative path."""

    adr: tuple[str, ...] = ()
    incident: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


class DocumentSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which documents are read, beyond what their usual places give."""

    enabled: Annotated[bool, Meta(description="Read decision records, postmortems and other documents")] = True
    patterns: DocumentPatterns = DocumentPatterns()
    prompts: Annotated[str, Meta(description="A folder whose Markdown prompts take the place of the shipped ones")] = ""
