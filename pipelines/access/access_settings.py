"""The setting that names the policy file."""

from typing import Annotated

import msgspec
from msgspec import Meta


class AccessSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may see what."""

    policy: Annotated[
        str,
        Meta(
            description="The policy file, relative to this one; empty means that everybody may see everything. See docs/access.md"
        ),
    ] = ""
