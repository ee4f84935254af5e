"""Settings of a run."""

from typing import Annotated

import msgspec
from msgspec import Meta


class IndexSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a run is carried out."""

    workers: Annotated[int, Meta(ge=0, description="Parser processes; 0 means one for each core")] = 0
    ray_address: Annotated[
        str,
        Meta(
            description="Ray cluster that parses instead: its address, or local for one started here; needs estategraph[ray]"
        ),
    ] = ""
    seconds_per_file: Annotated[float, Meta(gt=0, description="Processor time after which a file is given up")] = 10.0
    megabytes_per_worker: Annotated[int, Meta(ge=512, description="Memory of each parser process")] = 2048
