"""Why the members of a community are together."""

from enum import StrEnum


class GroupKind(StrEnum):
    """Links, a declared system or domain, infrastructure that many share, want of any link, or all there is."""

    LINKED = "linked"
    SYSTEM = "system"
    DOMAIN = "domain"
    SHARED = "shared"
    UNLINKED = "unlinked"
    WHOLE = "whole"
