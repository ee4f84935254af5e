"""ConfigValue facts from keys and values: profiles that a key or a document names are taken out of it."""

import re
from collections.abc import Iterable, Iterator

from parsed_graph.facts import ConfigValue, SourceSpan

_PROFILE_KEY = re.compile(r"spring\.(?:profiles|config\.activate\.on-profile|config\.activate\.onProfile)(?:\[\d+\])?$")
MAX_VALUE = 4_000
"""Longer values (certificates, scripts) are cut: no address, name or placeholder stands in them."""


def config_values(
    path: str, entries: Iterable[tuple[str, str, int]], profile: str = "", order: int = 0, prefix: str = ""
) -> Iterator[ConfigValue]:
    """One ConfigValue per (key, value, line). A document's own `spring.profiles` wins over the file's profile."""
    kept = list(entries)
    named = [value for key, value, _ in kept if _PROFILE_KEY.fullmatch(key)]
    active = ",".join(named) if named else profile
    for key, value, line in kept:
        own, key = _key_profile(key)
        yield ConfigValue(prefix + key, value[:MAX_VALUE], SourceSpan(path, line), own or active, order)


def _key_profile(key: str) -> tuple[str, str]:
    """Quarkus: `%dev.quarkus.http.port` is `quarkus.http.port` for the profile dev."""
    if key.startswith("%") and "." in key:
        profile, _, rest = key[1:].partition(".")
        return profile.strip('"'), rest
    return "", key
