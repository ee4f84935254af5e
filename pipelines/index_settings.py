"""Settings of a run."""

from pydantic import BaseModel, ConfigDict, Field

from pipelines.stages.file_limits import DEFAULT_LIMITS


class IndexSettings(BaseModel):
    """How a run is carried out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workers: int = Field(default=0, ge=0, description="Parser processes; 0 means one for each core")
    ray_address: str = Field(
        default="",
        description="Ray cluster that parses instead: its address, or local for one started here; needs estategraph[ray]",
    )
    seconds_per_file: float = Field(
        default=DEFAULT_LIMITS.seconds, gt=0, description="Processor time after which a file is given up"
    )
    megabytes_per_worker: int = Field(
        default=DEFAULT_LIMITS.megabytes, ge=512, description="Memory of each parser process"
    )
