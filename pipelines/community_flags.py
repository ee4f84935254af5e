"""What a user asks of one run's communities beyond the settings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CommunityFlags:
    """Find the communities anew, or write their reports anew, however little has changed."""

    repartition: bool = False
    rewrite_reports: bool = False
