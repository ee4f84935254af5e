"""Runs `impact diff C~1..C` on real commits and prints a table of what it says, beside what a reader found by hand.

    python benchmarks/impact_diff.py FOLDER

FOLDER holds clones (bare or not) named `owner+name`. `impact_diff.csv` lists the commits and what was checked. Seconds are
processor time of a second run, so that what is measured is the change and not the first reading of a repository.
"""

import csv
import sys
import tempfile
import time
from pathlib import Path

from pipelines.impact.compare import compare_states
from pipelines.impact.diff import DiffImpact
from pipelines.serving.render_diff import headline
from pipelines.settings import Settings

COMMITS = Path(__file__).with_name("impact_diff.csv")


def main(folder: Path) -> None:
    """Prints the table as Markdown."""
    print("| repository | commit | what it says | checked by hand | right | CPU seconds |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch, COMMITS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            output = Path(scratch) / row["repository"].replace("/", "+")
            repository = folder / row["repository"].replace("/", "+")
            _compare(repository, row["commit"], output)
            started = time.process_time()
            found = _compare(repository, row["commit"], output)
            seconds = time.process_time() - started
            cells = (row["repository"], row["commit"], headline(found), row["checked"], row["right"], f"{seconds:.1f}")
            print("|", " | ".join(cells), "|", flush=True)


def _compare(repository: Path, commit: str, output: Path) -> DiffImpact:
    return compare_states([f"{commit}~1..{commit}"], repository, output, Settings(), lambda *_: None)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
