"""Paths of proxy routes: what is literal in a pattern, and how many segments a prefix has."""

import re

_LITERAL = re.compile(r"(?:[\w/@~!&,;=%-]|\.(?![*+?])|\\[./-])*")


def prefix_path(path: str) -> str:
    """`/api/` as a prefix is `/api/**`, `/` is `/**`; patterns stay as they are."""
    return path if path.endswith("*") else f"{path.rstrip('/')}/**"


def segment_count(path: str) -> int:
    """How many segments a prefix has: 2 for `/api/v1/`."""
    return len([segment for segment in path.split("/") if segment])


def regex_prefix(pattern: str) -> str:
    r"""The literal start of a pattern, whole segments only: `^/api/(.*)$` is `/api`, `/x/[0-9]+` is `/x`, `\.php$` is ``."""
    text = pattern.removeprefix("^")
    if not text.startswith("/"):
        return ""
    matched = _LITERAL.match(text)
    literal = matched[0] if matched else ""
    rest = text[len(literal) :]
    if rest.startswith(("?", "*", "+")):
        literal = literal[:-1]
        rest = "" if text[len(literal)] == "/" else rest
    # `/a(/|$)`, `/a$` and, as people mean it, `/a.*` end a segment where they stand.
    if rest and not rest.startswith(("(/", "(?:/", "$", ".*", "(.*")) and not literal.endswith("/"):
        literal = literal.rpartition("/")[0]
    return literal.replace("\\", "").rstrip("/")


def regex_rewrite(replacement: str) -> str:
    """The literal start of a rewrite target with groups: `/v1/$2` is `/v1`, `/$1` is ``."""
    return re.split(r"\$\{?\d|\$\{?\w|\\\d", replacement, maxsplit=1)[0].rstrip("/")


def target_url(host: str, port: str = "", scheme: str = "http") -> str:
    """A URL for a named backend; a port that is a name is left out."""
    return f"{scheme}://{host}:{port}" if port.isdigit() else f"{scheme}://{host}"
