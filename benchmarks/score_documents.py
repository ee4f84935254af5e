"""Scores the rules against labelled decision records and postmortems: prints the scorer's table, without and with aliases.

    python benchmarks/score_documents.py --gold DIR [--by corpus] [--errors N] [--write FOLDER]

DIR holds gold*.jsonl, services/<corpus>.json, docs/<corpus>/<path> and score.py. Of the labels only id, corpus,
repo, path and doc_type are read here.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from parsed_graph.parser import Artefact
from pipelines.documents.adr import read_adr
from pipelines.documents.inventory import Inventory, InventoryService
from pipelines.documents.read_document import read_document
from pipelines.documents.record_graph import governing_fields
from pipelines.documents.records import SUPERSEDED_BY, SUPERSEDES
from pipelines.documents.suffixes import file_stem
from pipelines.models.rules import read_by_rules


class Label(TypedDict):
    """What this reads of a labelled document."""

    id: str
    corpus: str
    repo: str
    path: str
    doc_type: str


def main() -> None:
    """Runs both modes and prints their tables."""
    options = _options()
    labels = [
        json.loads(line)
        for path in sorted(options.gold.glob("gold*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
        if line
    ]
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.write or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for with_aliases in (False, True):
            started = time.perf_counter()
            lines = list(predict(options.gold, labels, with_aliases))
            seconds = time.perf_counter() - started
            path = folder / f"rules_{'with' if with_aliases else 'without'}_aliases.jsonl"
            path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
            print(
                f"== rules, {'with' if with_aliases else 'without'} the given aliases ({len(lines)} documents in {seconds:.2f} s)",
                flush=True,
            )
            _print_table(options, path)


def predict(gold: Path, labels: list[Label], with_aliases: bool) -> Iterator[dict[str, object]]:
    """A prediction line for each labelled document."""
    inventories: dict[str, Inventory] = {}
    for label in labels:
        corpus = label["corpus"]
        if corpus not in inventories:
            inventories[corpus] = _inventory(gold / "services" / f"{corpus}.json", with_aliases)
        inventory = inventories[corpus]
        artefact = Artefact(label["path"], (gold / "docs" / corpus / label["path"]).read_bytes())
        document = read_document(label["path"], artefact.text)
        incident = label["doc_type"] == "postmortem"
        home = inventory.home(label["repo"], label["path"])
        found = read_by_rules(document, inventory, home, incident=incident)
        record = read_adr(document)
        names = {service.id: service.name for service in inventory.services}
        impacts = {names[claim.service]: claim.impact for claim in found.services}
        if not incident:
            # GOVERNED_BY: what the metadata states, and the service at home.
            stated = [index for _, named, _ in governing_fields(record, inventory) for index in named]
            stated += [home] if home is not None else []
            impacts |= {inventory.services[index].name: "direct" for index in stated}
        yield {
            "id": label["id"],
            "affected_services": [{"name": name, "kind": impact} for name, impact in impacts.items()],
            "referenced_adrs": sorted({r.number or file_stem(r.target) for r in record.references}),
            "supersedes": sorted(
                {r.number or file_stem(r.target) for r in record.references if r.relation == SUPERSEDES}
            ),
            "superseded_by": sorted(
                {r.number or file_stem(r.target) for r in record.references if r.relation == SUPERSEDED_BY}
            ),
            "decisions": [{"text": d.text, "category": d.category} for d in found.decisions],
        }


def _inventory(path: Path, with_aliases: bool) -> Inventory:
    listed = json.loads(path.read_text("utf-8"))["services"]
    return Inventory(
        tuple(
            InventoryService(s["name"], s["name"], tuple(s["aliases"]) if with_aliases else (), bool(s["external"]))
            for s in listed
        )
    )


def _print_table(options: argparse.Namespace, predictions: Path) -> None:
    command = [sys.executable, str(options.gold / "score.py"), str(predictions), "--errors", str(options.errors)]
    subprocess.run(command + (["--by", options.by] if options.by else []), check=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True, metavar="DIR")
    parser.add_argument("--by", choices=["corpus", "doc_type", "format"], default="corpus")
    parser.add_argument("--errors", type=int, default=0, metavar="N")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="keep the prediction files here")
    return parser.parse_args()


if __name__ == "__main__":
    main()
