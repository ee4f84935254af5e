"""Settings of communities and their reports."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class CommunitySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the map is partitioned, and when a report is written anew."""

    declared: Annotated[
        Literal["pin", "seed", "ignore"],
        Meta(
            description="What declared systems do: pin makes each a community, seed draws its members together, ignore looks at links alone"
        ),
    ] = "pin"
    systems: Annotated[
        dict[str, list[str]], Meta(description="Systems beyond the catalogue's: a list of service names for each")
    ] = msgspec.field(default_factory=dict)
    report_threshold: Annotated[
        float, Meta(ge=0, description="Edge-change ratio since a report was written beyond which it is rewritten")
    ] = 0.10
    partition_threshold: Annotated[
        float, Meta(ge=0, description="Change of the whole map since its partition beyond which it is partitioned anew")
    ] = 0.10
    report_tokens: Annotated[int, Meta(ge=500, description="Tokens of facts that one report is written from")] = 6000
