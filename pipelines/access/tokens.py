"""The file of bearer tokens: which caller a token belongs to. It holds hashes only, so that reading it lets nobody in.

```yaml
- caller: ana
  sha256: 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b
```
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from parsed_graph.errors import SettingsError
from pipelines.settings_file import read_entries

_PREFIX = "eg_"
_NAME = re.compile(r"[\w.@+-]{1,100}")


class Token(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token's owner and hash."""

    caller: str
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Tokens:
    """Who a bearer token belongs to."""

    def __init__(self, callers: Mapping[str, str]) -> None:
        """`callers`: SHA-256 of a token, in hexadecimal -> the caller's name."""
        self._callers = dict(callers)

    def caller(self, token: str) -> str | None:
        """The caller that a token belongs to, None for one that is not known. Takes as long for every token."""
        given = _hash(token)
        found = [name for known, name in self._callers.items() if hmac.compare_digest(known, given)]
        return found[0] if found else None


def read_tokens(file: Path) -> Tokens:
    """The tokens of a file. Raises SettingsError with file, line and key."""
    return Tokens({entry.sha256: entry.caller for entry in read_entries(file, Token)})


def add_token(file: Path, caller: str) -> str:
    """Makes a token for a caller, adds its hash to the file, and gives the token: it is written nowhere else."""
    if not _NAME.fullmatch(caller):
        raise SettingsError(f"{caller!r} is no name for a caller: letters, digits and . @ + - _ are allowed")
    if file.exists():
        read_tokens(file)  # a broken file is not to be written to
    token = _PREFIX + secrets.token_urlsafe(32)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as target:
        target.write(f"- caller: {caller}\n  sha256: {_hash(token)}\n")
    file.chmod(0o600)
    return token


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
