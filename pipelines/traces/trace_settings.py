"""Settings of traces."""

from typing import Annotated

import msgspec
from msgspec import Meta


class TraceSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which traces count."""

    megabytes: Annotated[
        int, Meta(ge=1, description="Size up to which a trace file is read; other files end at 1 MB")
    ] = 256
    days: Annotated[
        int, Meta(ge=1, description="Days before the newest observation after which an older one no longer counts")
    ] = 90
