"""A corpus that another system read: which things its documents speak of, each with the place and the quote.

One file for each corpus in `output/cache/imports/`, so that it outlives the snapshots; `import` writes and removes them.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from parsed_graph.errors import SettingsError

FOLDER = Path("cache", "imports")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True, slots=True)
class Quote:
    """Where something is said: a document's title, the line, 0 where unknown, and the words."""

    document: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing that the corpus speaks of, with the first place in each document."""

    name: str
    kind: str
    description: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Association:
    """What the corpus says of two things, where both stand together."""

    source: str
    target: str
    description: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """All of it. `left_out` counts what had no verbatim place in its text."""

    name: str
    documents: tuple[str, ...]
    mentions: tuple[Mention, ...]
    associations: tuple[Association, ...]
    left_out: int


def keep_corpus(output: Path, corpus: Corpus) -> Path:
    """Writes a corpus, in place of an earlier one of its name. Raises SettingsError for a name that is none for a file."""
    path = _file(output, corpus.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}")
    partial.write_bytes(msgspec.json.encode(corpus, order="deterministic"))
    partial.replace(path)
    return path


def kept_corpora(output: Path) -> list[Corpus]:
    """All corpora by name. Raises SettingsError for a file that cannot be read."""
    return [_read(path) for path in _files(output)]


def remove_corpus(output: Path, name: str) -> None:
    """Takes a corpus out; the next run leaves it out of the graph. Raises SettingsError where there is none of the name."""
    path = _file(output, name)
    if not path.exists():
        known = ", ".join(path.stem for path in _files(output)) or "none"
        raise SettingsError(f"no corpus {name} was imported; there are: {known}")
    path.unlink()


def corpora_fingerprint(output: Path) -> str:
    """Changes whenever a corpus comes, changes or goes."""
    digest = hashlib.sha256()
    for path in _files(output):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def corpora_digests(corpora: Sequence[Corpus]) -> dict[tuple[str, str], str]:
    """A digest for each document, by corpus and title: that of all of its corpus, which is imported as one."""
    digests = {corpus.name: hashlib.sha256(msgspec.json.encode(corpus)).hexdigest() for corpus in corpora}
    return {(corpus.name, title): digests[corpus.name] for corpus in corpora for title in corpus.documents}


def _files(output: Path) -> list[Path]:
    return sorted(path for path in (output / FOLDER).glob("*.json") if not path.name.startswith("."))


def _file(output: Path, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise SettingsError(f"{name!r} cannot name a corpus: use letters, digits, dots, dashes. Give one with --name")
    return output / FOLDER / f"{name}.json"


def _read(path: Path) -> Corpus:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Corpus)
    except (OSError, msgspec.DecodeError) as error:
        raise SettingsError(f"{path}: not readable ({error}). Import the corpus again, or remove the file") from error
