"""What we have put into a LightRAG storage: kept beside it, so that the next export finds what changed and what is gone."""

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from parsed_graph.errors import SettingsError

FILE = "estategraph.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Fingerprints by entity name, by pair (`source`, tab, `target`) and by chunk id; `embedder` made the vectors."""

    embedder: str = ""
    entities: dict[str, str] = field(default_factory=dict)
    relations: dict[str, str] = field(default_factory=dict)
    chunks: dict[str, str] = field(default_factory=dict)

    def joined(self, other: "Manifest") -> "Manifest":
        """What may be there while an export is under way: nothing in it is taken for unchanged."""
        return Manifest(
            other.embedder,
            dict.fromkeys([*self.entities, *other.entities], ""),
            dict.fromkeys([*self.relations, *other.relations], ""),
            dict.fromkeys([*self.chunks, *other.chunks], ""),
        )


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a storage, an empty one before the first export. Raises SettingsError for one that cannot be read."""
    path = folder / FILE
    if not path.exists():
        return Manifest()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise SettingsError(f"{path}: not readable ({error}). Remove {folder} to export anew") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replaces the manifest in one step."""
    partial = folder / f".{FILE}"
    partial.write_bytes(msgspec.json.encode(manifest, order="deterministic"))
    partial.replace(folder / FILE)
