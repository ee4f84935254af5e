r"""Subscriptions to every topic whose name fits a regular expression: Kafka's `orders\..*`."""

import re
from collections.abc import Iterable

_NO_NAME = re.compile(r"[*+?\\()|\[\]^$]")
"""What no name of a Kafka topic may hold."""
_SIMPLE = re.compile(r"\^?(?:[\w-]|\\[.-]|(?:\.|\\[wd]|\[[\w^.-]+\])[*+?]?|\((?:\?:)?[\w|-]+\))*\$?")
MAX_QUANTIFIERS = 2
"""Backtracking over more could take long on a hostile expression."""


def is_topic_pattern(broker: str, name: str) -> bool:
    """Whether what a subscription names is an expression for names."""
    return broker == "kafka" and _NO_NAME.search(name) is not None


def fitting_topics(pattern: str, names: Iterable[str]) -> list[str]:
    """The names that an expression matches as a whole; none where it is more than literals, classes and simple groups."""
    if not _SIMPLE.fullmatch(pattern) or len(re.findall(r"(?<!\\)[*+?](?!:)", pattern)) > MAX_QUANTIFIERS:
        return []
    try:
        expression = re.compile(pattern)
    except re.error:
        return []
    return [name for name in names if _NO_NAME.search(name) is None and expression.fullmatch(name)]
