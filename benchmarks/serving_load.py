"""A server under steady load while new snapshots come, then killed and started again.

    python benchmarks/serving_load.py [--rate 200] [--seconds 60] [--swaps 3] [--estate examples/shop] [--distinct]

The estate is copied and indexed. A process of its own asks structured questions at fixed times over loopback, whether or not
earlier ones are answered, and takes each time from when the question was due: a server that stalls is not spared the queue behind it.
Meanwhile a file is changed and the estate indexed again, several times. Then `kill -9`, a new server, and the time until it answers from
the last snapshot. Processor time counts the server alone; memory is what is resident and its own (no mapped files), ten seconds after the start of the load and at its end.

On a machine that others use too, `chrt -r 1 python benchmarks/serving_load.py` puts server and client before everything else.
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "pipelines.serving.cli"]
CONNECTIONS = 16
BESIDE = ["chrt", "--other", "0", "nice", "-n", "39"]
"""The batch job runs as other programs do, also where the server is put before them."""
QUESTIONS = (
    "nodes/orders-api",
    "nodes/payments",
    "path?source=storefront&target=fraud",
    "blast?node=payments",
    "blast?node=orders-api",
    "consumers?topic=orders-events",
    f"callers?endpoint={quote('POST /payments/v1/charges')}",
    "impact/service?name=orders-api",
    "impact/adr?record=ADR-5",
    "status",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--swaps", type=int, default=3)
    parser.add_argument("--estate", type=Path, default=ROOT / "examples" / "shop")
    parser.add_argument(
        "--distinct", action="store_true", help="No question comes twice, so that no kept answer serves"
    )
    parser.add_argument("--client", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.client:
        asyncio.run(client(int(arguments.client), arguments.rate, arguments.seconds, arguments.distinct))
        return
    with tempfile.TemporaryDirectory() as folder:
        estate, output = Path(folder) / "estate", Path(folder) / "output"
        shutil.copytree(arguments.estate, estate, symlinks=True)
        index(estate, output)
        measure(arguments, estate, output)


def measure(arguments: argparse.Namespace, estate: Path, output: Path) -> None:
    """Prints every figure."""
    server, port = started(output)
    fetched(port, "status")
    load = [sys.executable, __file__, "--client", str(port), "--rate", str(arguments.rate)]
    load += ["--distinct"] if arguments.distinct else []
    before = processor_seconds(server.pid)
    asking = subprocess.Popen([*load, "--seconds", str(arguments.seconds)], stdout=subprocess.PIPE, text=True)
    began = time.monotonic()
    time.sleep(10)
    early = memory(server.pid)
    for number in range(arguments.swaps):
        at = 10 + (arguments.seconds - 15) * (number + 1) / (arguments.swaps + 1)
        time.sleep(max(began + at - time.monotonic(), 0))
        readme = next(iter(sorted(estate.rglob("README.md"))))
        readme.write_text(f"{readme.read_text(encoding='utf-8')}\nMeasured {number + 1} times.\n", encoding="utf-8")
        index(estate, output)
    figures = json.loads(asking.communicate()[0])
    late, used = memory(server.pid), processor_seconds(server.pid) - before
    print(f"{figures['requests']} requests at {arguments.rate}/s, {len(figures['snapshots'])} snapshots answered")
    print(f"statuses {figures['statuses']}, lost {figures['lost']}")
    print("milliseconds " + ", ".join(f"{name} {value:.1f}" for name, value in figures["milliseconds"].items()))
    print(f"server's processor time {used / figures['requests'] * 1000:.2f} ms a request, {used:.1f} s in all")
    print(f"memory {early / 1024:.1f} MB after 10 s, {late / 1024:.1f} MB at the end: {late / early - 1:+.1%}")
    print(f"load average {os.getloadavg()[0]:.1f}")
    server.kill()
    server.wait()
    again = time.perf_counter()
    server, port = started(output)
    answer = json.loads(fetched(port, "blast?node=payments"))
    took = time.perf_counter() - again
    current = (output / "current").readlink().name
    print(
        f"after kill -9: the first answer {took:.2f} s after the start, snapshot {answer['snapshot']['id'] == current}"
    )
    server.terminate()
    server.wait()


def index(estate: Path, output: Path) -> None:
    """A run of the batch job, beside the server."""
    time.sleep(2.2)  # younger files are read whatever their times say
    subprocess.run(
        [*BESIDE, *COMMAND, "index", str(estate), "--output", str(output)],
        check=True,
        cwd=output.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )


def started(output: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A server and its port, once it listens."""
    command = [*COMMAND, "serve", "--output", str(output), "--port", "0"]
    log = output.parent / "server.log"
    with log.open("w", encoding="utf-8") as errors:
        server = subprocess.Popen(command, cwd=output.parent, env=environment(), stderr=errors)
    while not (said := log.read_text(encoding="utf-8").partition("\n"))[1]:
        if server.poll() is not None:
            raise SystemExit(f"the server did not start: {said[0]}")
        time.sleep(0.005)
    return server, int(said[0].split()[0].rpartition(":")[2])


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def fetched(port: int, question: str) -> bytes:
    """An answer, as soon as there is one."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/{question}", timeout=10) as response:
        return bytes(response.read())


def memory(process: int) -> int:
    """Resident kilobytes that are its own: the snapshots' files are mapped, once for each connection."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon:"))


def processor_seconds(process: int) -> float:
    """Seconds of user and system time."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def client(port: int, rate: int, seconds: int, is_distinct: bool) -> None:
    """Asks at fixed times, and prints what came of it as JSON."""
    due: asyncio.Queue[tuple[float, str] | None] = asyncio.Queue()
    times: list[float] = []
    statuses: Counter[str] = Counter()
    snapshots: set[str] = set()

    async def connection() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while (item := await due.get()) is not None:
            at, question = item
            writer.write(f"GET /api/v1/{question} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1]) for line in head.splitlines() if line.lower().startswith(b"content-length:")
            )
            body = await reader.readexactly(length)
            times.append(time.perf_counter() - at)
            statuses[head.split(maxsplit=2)[1].decode()] += 1
            snapshots.add(json.loads(body)["snapshot"]["id"])
        writer.close()

    open_connections = [asyncio.create_task(connection()) for _ in range(CONNECTIONS)]
    began, asked = time.perf_counter(), rate * seconds
    for number in range(asked):
        at = began + number / rate
        await asyncio.sleep(at - time.perf_counter())
        question = QUESTIONS[number % len(QUESTIONS)]
        mark = f"{'&' if '?' in question else '?'}confidence=0.5{number:06}" if is_distinct else ""
        due.put_nowait((at, question + mark))
    for _ in open_connections:
        due.put_nowait(None)
    await asyncio.gather(*open_connections)
    cuts = statistics.quantiles(times, n=1000)
    milliseconds = {"p50": cuts[499], "p90": cuts[899], "p99": cuts[989], "p99.9": cuts[998], "most": max(times)}
    print(
        json.dumps(
            {
                "requests": asked,
                "lost": asked - statuses["200"],
                "statuses": dict(statuses),
                "snapshots": sorted(snapshots),
                "milliseconds": {name: value * 1000 for name, value in milliseconds.items()},
            }
        )
    )


if __name__ == "__main__":
    main()
