"""JSON whose bytes depend on the values alone: keys sorted, no white space."""

from collections.abc import Mapping

import msgspec

from parsed_graph.model import Evidence, Property


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_plain, order="deterministic")


def canonical_bytes(value: object) -> bytes:
    """Any value made of mappings, sequences, dataclasses and scalars, as canonical JSON."""
    return _encoder.encode(value)


def properties_json(properties: Mapping[str, Property]) -> str:
    """Properties as a JSON object."""
    return _encoder.encode(properties).decode() if properties else "{}"


def evidence_json(evidence: tuple[Evidence, ...]) -> str:
    """Evidence as a JSON list of objects; `hops` stands only where there are any."""
    return _encoder.encode([_evidence_object(item) for item in evidence]).decode()


def _evidence_object(item: Evidence) -> dict[str, object]:
    row: dict[str, object] = {
        "repo": item.repo,
        "path": item.path,
        "line": item.line,
        "rule": item.rule,
        "quote": item.quote,
    }
    if item.hops:
        row["hops"] = item.hops
    return row
