"""Environment variables as values: how a key is spelt like one, and what one is worth with the code's own default."""

from __future__ import annotations

import re

from parsed_graph.facts import Env
from parsed_graph.syntax.alternatives import NOTHING, Alternatives, unless_unset

_UPPER = re.compile(r"^[A-Z][A-Z0-9_]*$")


def environment_value(key: str, default: Alternatives = NOTHING) -> Alternatives:
    """An environment variable, with what the code falls back to."""
    return unless_unset(((Env(key),),), default) if default else ((Env(key),),)


def looks_like_variable(key: str) -> bool:
    """Whether a key is spelt like an environment variable: `ORDERS_URL`."""
    return _UPPER.match(key) is not None
