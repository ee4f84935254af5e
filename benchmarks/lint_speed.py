"""How long `lint` takes over 312 decision records, as a whole process, each time anew: wall and processor time.

    python benchmarks/lint_speed.py [--records N] [--runs N] [--lint FOLDER]

Without a folder, records are made up: as long as real ones are on average, three in five with an `applies_to`.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVICES = 47
_PARAGRAPH = (
    "The service-{service} keeps its own copy of what it needs, and reads the rest from a topic. Until now it asked its neighbours"
    " for each request, which made their bad days its own. We looked at [record {other}]({file}) and at what others do.\n\n"
)


def main() -> None:
    """Makes the records, runs the command, prints medians."""
    options = _options()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.lint or _records(Path(scratch), options.records)
        walls, processor = zip(*(_run(folder, Path(scratch)) for _ in range(options.runs)), strict=True)
    print(
        f"{options.runs} runs: wall {statistics.median(walls):.2f} s, processor {statistics.median(processor):.2f} s (medians)"
    )


def _run(folder: Path, output: Path) -> tuple[float, float]:
    command = [sys.executable, "-m", "pipelines.serving.cli", "lint", str(folder), "--output", str(output / "none")]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _records(root: Path, count: int) -> Path:
    folder = root / "docs" / "adr"
    folder.mkdir(parents=True)
    (root / "services.yaml").write_text("".join(f"- name: service-{i}\n" for i in range(SERVICES)), encoding="utf-8")
    for number in range(1, count + 1):
        service, other = number % SERVICES, max(1, number - 7)
        scope = f"applies_to: [service-{service}]\n" if number % 5 < 3 else ""
        text = _PARAGRAPH.format(service=service, other=other, file=f"{other:04}-keep-a-copy-{other}.md")
        sections = "".join(
            f"## {title}\n\n{text * 2}* one thing\n* another\n\n" for title in ("Context", "Considered options")
        )
        sections += "".join(f"## {title}\n\n{text * 2}" for title in ("Decision", "Consequences"))
        head = f"---\nstatus: accepted\ndate: 2024-03-{number % 28 + 1:02}\n{scope}---\n# {number}. Keep a copy {number}\n\n"
        (folder / f"{number:04}-keep-a-copy-{number}.md").write_text(head + sections, encoding="utf-8")
    return folder


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=312)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--lint", type=Path, metavar="FOLDER", help="a folder of real records instead")
    return parser.parse_args()


if __name__ == "__main__":
    main()
