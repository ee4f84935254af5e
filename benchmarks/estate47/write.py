"""Writes a planned estate into a folder: one repository with all services, deployment files and records; the truth beside it."""

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.estate47.deployment import catalog, compose, environment, kubernetes, openapi, services_file
from benchmarks.estate47.languages import Channel, Need, Sources, proto, source_files
from benchmarks.estate47.plan import Estate, Service, plan_estate
from benchmarks.estate47.prose import write_record
from benchmarks.estate47.records import Record, plan_records
from benchmarks.estate47.truth import affecting

SERVICES, RECORDS = 47, 312


def write_estate(folder: Path, seed: int, services: int = SERVICES, records: int = RECORDS) -> dict[str, set[str]]:
    """Writes `folder/estate` and `folder/truth.json`, and returns the truth: service -> paths of the records that affect it."""
    estate = plan_estate(seed, services)
    planned = plan_records(seed, estate, records)
    for path, text in estate_files(seed, estate, planned):
        place = folder / "estate" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    truth = affecting(estate, planned)
    needs = {name: sorted(others) for name, others in estate.needs().items()}
    told = {"affects": {name: sorted(paths) for name, paths in truth.items()}, "needs": needs}
    (folder / "truth.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    return truth


def estate_files(seed: int, estate: Estate, records: tuple[Record, ...]) -> Iterator[tuple[str, str]]:
    """Every file of the estate: its path and text."""
    composed = []
    for service in estate.services:
        sources = _sources(estate, service)
        folder = f"services/{service.name}"
        yield from ((f"{folder}/{path}", text) for path, text in source_files(sources).items())
        yield f"{folder}/Dockerfile", f"FROM registry.test/{service.language}\nCOPY . .\n"
        if sources.serves_grpc:
            yield f"protos/{service.name.replace('-', '_')}.proto", proto(service.name)
        if service.is_declared_in == "catalog":
            yield f"{folder}/catalog-info.yaml", catalog(service)
        if len(service.name) % 3 == 0:
            yield f"{folder}/openapi.yaml", openapi(service)
        if service.platform == "compose":
            composed.append((service, environment(sources)))
        else:
            yield f"deploy/{service.name}.yaml", kubernetes(service, environment(sources))
    yield "docker-compose.yml", compose(composed)
    yield "services.yaml", services_file(estate)
    for record in records:
        yield record.path, write_record(seed, record, records, estate)


def _sources(estate: Estate, service: Service) -> Sources:
    resources = {other.name: other.resource for other in estate.services}
    needs = [
        Need(call.target, resources[call.target], call.kind, call.hidden)
        for call in estate.calls
        if call.source == service.name
    ]
    writes = [Channel(stream.topic) for stream in estate.streams if stream.publisher == service.name]
    reads = [Channel(stream.topic) for stream in estate.streams if service.name in stream.subscribers]
    grpc = any(call.target == service.name and call.kind == "grpc" for call in estate.calls)
    return Sources(service, needs, writes, reads, grpc)
