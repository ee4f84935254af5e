"""The policy file: callers and their groups, what each group may see, and which crossings between domains are allowed.

Nothing is allowed that the file does not say. Format and examples: docs/access.md.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec

from parsed_graph.errors import AccessError
from parsed_graph.grant import Grant
from parsed_graph.view import Principal
from pipelines.settings_file import read_settings
from pipelines.settings_values import ONE_OR_MANY

Names = Annotated[tuple[str, ...], ONE_OR_MANY]


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a group may see: patterns with `*` and `?`, letter case ignored."""

    everything: bool = False
    services: Names = ()
    systems: Names = ()
    domains: Names = ()
    documents: Names = ()


class Crossing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Edges from one domain to another that may be seen; `*` is any."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")


class Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A policy file. `callers` maps a name to its groups."""

    callers: dict[str, Names] = {}
    groups: dict[str, Group] = {}
    crossings: tuple[Crossing, ...] = ()

    def principal(self, name: str) -> Principal:
        """The caller of this name. Raises AccessError for one that the policy does not know, or whose group is not there."""
        if name not in self.callers:
            raise AccessError(f"the policy knows no caller {name!r}. Add it under callers, with its groups")
        unknown = [group for group in self.callers[name] if group not in self.groups]
        if unknown:
            raise AccessError(f"the policy has no group {unknown[0]!r}, which caller {name!r} is said to be in")
        groups = [self.groups[group] for group in self.callers[name]]
        if any(group.everything for group in groups):
            return Principal(name)
        return Principal(name, grant=self._grant(groups))

    def _grant(self, groups: Iterable[Group]) -> Grant:
        chosen = tuple(groups)
        return Grant(
            services=frozenset(name for group in chosen for name in group.services),
            systems=frozenset(name for group in chosen for name in group.systems),
            domains=frozenset(name for group in chosen for name in group.domains),
            documents=frozenset(name for group in chosen for name in group.documents),
            crossings=frozenset((crossing.source, crossing.target) for crossing in self.crossings),
        )


def read_policy(file: Path) -> Policy:
    """The policy of a YAML file. Raises SettingsError with file, line and key."""
    return read_settings(file, Policy)


def find_principal(file: Path, name: str | None) -> Principal:
    """The caller of this name by the policy in `file`. Raises AccessError where no name is given, SettingsError for a bad file."""
    policy = read_policy(file)
    if not name:
        raise AccessError(f"{file} says who may see what: say who asks with --as NAME")
    return policy.principal(name)
