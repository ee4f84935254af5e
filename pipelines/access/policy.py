"""The policy file: callers and their groups, what each group may see, and which crossings between domains are allowed.

Nothing is allowed that the file does not say. Format and examples: docs/access.md.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from parsed_graph.errors import AccessError
from parsed_graph.grant import Grant
from parsed_graph.view import Principal
from pipelines.settings_file import read_settings


def _as_list(value: object) -> object:
    return () if value is None else (value,) if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Group(_Part):
    """What a group may see: patterns with `*` and `?`, letter case ignored."""

    everything: bool = False
    services: Names = ()
    systems: Names = ()
    domains: Names = ()
    documents: Names = ()


class Crossing(_Part):
    """Edges from one domain to another that may be seen; `*` is any."""

    source: str = Field(alias="from")
    target: str = Field(alias="to")


class Policy(_Part):
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
