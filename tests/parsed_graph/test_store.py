import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pyarrow.parquet as pq
import pytest

from parsed_graph.errors import SnapshotError
from parsed_graph.model import Node, Problem
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.layout import current_id
from parsed_graph.snapshot.lock import locked
from parsed_graph.snapshot.reader import kept_snapshots, open_snapshot
from parsed_graph.snapshot.run_report import Change, Extraction, RunReport
from parsed_graph.store import SnapshotPart, write_snapshot
from parsed_graph.view import View
from tests.small_estate import add_node, shop, write_shop

ROOT = Path(__file__).resolve().parents[2]


def one_service(name: str) -> PropertyGraph:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, name)
    return graph


def names_in(output: Path) -> list[str]:
    return [node.name for _, node in View(open_snapshot(output)).labelled(NodeLabel.SERVICE)]


def test_every_file_is_reached_under_its_plain_name(tmp_path: Path) -> None:
    write_shop(tmp_path)
    for name in ("estate.db", "nodes.parquet", "edges.parquet", "problems.parquet", "run.json"):
        assert (tmp_path / name).readlink() == Path("current", name)
        assert (tmp_path / name).exists()


def test_parquet_has_the_columns_of_the_design(tmp_path: Path) -> None:
    write_shop(tmp_path)
    assert pq.read_schema(tmp_path / "nodes.parquet").names == ["id", "label", "name", "service", "properties"]
    edge_columns = ["source", "target", "type", "layer", "confidence", "properties", "evidence"]
    assert pq.read_schema(tmp_path / "edges.parquet").names == edge_columns
    assert pq.read_schema(tmp_path / "problems.parquet").names == ["stage", "path", "line", "reason", "detail"]


def test_parquet_rows_hold_properties_and_evidence_as_sorted_json(tmp_path: Path) -> None:
    write_shop(tmp_path)
    nodes = {row["id"]: row for row in pq.read_table(tmp_path / "nodes.parquet").to_pylist()}
    assert nodes["service:orders"]["properties"] == (
        '{"aliases":["orders-api","oms"],"oncall":"P1","owner":"team-orders","path":"orders"}'
    )
    assert nodes["endpoint:orders:GET /orders/{}"]["service"] == "service:orders"
    edges = pq.read_table(tmp_path / "edges.parquet").to_pylist()
    stored = next(row for row in edges if row["source"] == "service:orders" and row["target"] == "database:orders-db")
    assert stored["properties"] == '{"kinds":["database"]}'
    assert stored["evidence"] == '[{"line":1,"path":"src/Client.java","quote":"","repo":"shop","rule":"test"}]'
    problems = pq.read_table(tmp_path / "problems.parquet").to_pylist()
    assert problems == [
        {"stage": "http", "path": "shop:src/X.java", "line": 3, "reason": "unresolved-host", "detail": "x"}
    ]


def test_an_empty_graph_is_a_snapshot_too(tmp_path: Path) -> None:
    write_snapshot(tmp_path, PropertyGraph(), [], RunReport())
    assert pq.read_table(tmp_path / "edges.parquet").num_rows == 0
    assert names_in(tmp_path) == []


def test_a_run_without_change_writes_nothing_and_says_so(tmp_path: Path) -> None:
    first = write_snapshot(tmp_path, shop(), [], RunReport(started_at="2026-01-01T00:00:00+00:00"))
    stamps = {path: path.stat().st_mtime_ns for path in first.folder.iterdir()}
    second = write_snapshot(tmp_path, shop(), [], RunReport(started_at="2026-01-02T00:00:00+00:00"))
    assert not second.is_new
    assert second.id == first.id
    assert second.record.run.started_at == "2026-01-01T00:00:00+00:00"
    assert {path: path.stat().st_mtime_ns for path in first.folder.iterdir()} == stamps


def test_a_change_of_one_property_makes_another_snapshot(tmp_path: Path) -> None:
    first = write_snapshot(tmp_path, shop(), [], RunReport())
    changed = shop()
    changed.set_properties("service:orders", owner="team-checkout")
    second = write_snapshot(tmp_path, changed, [], RunReport())
    assert second.is_new
    assert second.id != first.id
    assert second.record.changes["nodes"].changed == 1
    assert second.record.number == 2


def test_changes_are_counted_since_the_snapshot_before(tmp_path: Path) -> None:
    first = write_snapshot(tmp_path, one_service("orders"), [], RunReport())
    assert first.record.changes["nodes"].added == 1
    second = write_snapshot(tmp_path, one_service("payments"), [], RunReport())
    nodes = second.record.changes["nodes"]
    assert (nodes.added, nodes.removed, nodes.changed) == (1, 1, 0)


def test_files_are_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tests.small_estate import write_shop; write_shop(Path(sys.argv[1]))"
    )
    for name, seed in (("one", "1"), ("two", "2")):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", script, tmp_path / name], check=True, cwd=ROOT, env=environment)
    for file in ("estate.db", "nodes.parquet", "edges.parquet", "problems.parquet", "run.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file


def test_the_order_of_adding_does_not_matter(tmp_path: Path) -> None:
    forth, back = PropertyGraph(), PropertyGraph()
    for name in ("a", "b", "c"):
        add_node(forth, NodeLabel.SERVICE, name)
    for name in ("c", "b", "a"):
        add_node(back, NodeLabel.SERVICE, name)
    assert write_snapshot(tmp_path, forth, [], RunReport()).id == write_snapshot(tmp_path, back, [], RunReport()).id


def test_old_snapshots_are_kept_up_to_the_limit(tmp_path: Path) -> None:
    ids = [write_snapshot(tmp_path, one_service(name), [], RunReport(), keep=2).id for name in "abcd"]
    assert kept_snapshots(tmp_path) == sorted(ids[-2:])
    assert current_id(tmp_path) == ids[-1]


def test_input_as_it_was_brings_the_old_snapshot_back(tmp_path: Path) -> None:
    first = write_snapshot(tmp_path, one_service("a"), [], RunReport())
    write_snapshot(tmp_path, one_service("b"), [], RunReport())
    third = write_snapshot(tmp_path, one_service("a"), [], RunReport(started_at="later"), keep=1)
    assert third.id == first.id
    assert third.record.number == 3
    assert kept_snapshots(tmp_path) == [first.id]
    assert names_in(tmp_path) == ["a"]


def test_a_reader_goes_on_after_its_snapshot_was_replaced_and_removed(tmp_path: Path) -> None:
    write_snapshot(tmp_path, one_service("old"), [], RunReport())
    view = View(open_snapshot(tmp_path))
    write_snapshot(tmp_path, one_service("new"), [], RunReport(), keep=1)
    assert [node.name for _, node in view.labelled(NodeLabel.SERVICE)] == ["old"]
    assert names_in(tmp_path) == ["new"]
    assert len(kept_snapshots(tmp_path)) == 1


def test_leftovers_of_a_killed_run_are_removed(tmp_path: Path) -> None:
    write_shop(tmp_path)
    leftover = tmp_path / "snapshots" / ".partial-0123"
    leftover.mkdir()
    (leftover / "estate.db").write_bytes(b"half")
    write_shop(tmp_path)
    assert not leftover.exists()


def test_a_snapshot_deleted_by_hand_is_written_again(tmp_path: Path) -> None:
    written = write_snapshot(tmp_path, shop(), [], RunReport())
    (written.folder / "estate.db").unlink()
    with pytest.raises(SnapshotError):
        open_snapshot(tmp_path)
    (written.folder / "run.json").unlink()
    for path in written.folder.iterdir():
        path.unlink()
    written.folder.rmdir()
    assert write_snapshot(tmp_path, shop(), [], RunReport()).is_new
    assert "orders" in names_in(tmp_path)


def test_a_second_run_is_told_who_holds_the_folder(tmp_path: Path) -> None:
    hold = "import sys, time; from pathlib import Path; from parsed_graph.snapshot.lock import locked\n"
    hold += "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", hold, tmp_path], stdout=subprocess.PIPE, cwd=ROOT)
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(SnapshotError, match=f"another run is writing here, pid {holder.pid}"):
            write_snapshot(tmp_path, shop(), [], RunReport())
    finally:
        holder.kill()
        holder.communicate()
    assert write_snapshot(tmp_path, shop(), [], RunReport()).is_new


def test_a_run_that_holds_the_lock_may_write(tmp_path: Path) -> None:
    with locked(tmp_path):
        assert write_snapshot(tmp_path, shop(), [], RunReport()).is_new


def test_another_schema_version_is_refused_with_what_to_run(tmp_path: Path) -> None:
    write_shop(tmp_path)
    database = (tmp_path / "estate.db").resolve()
    connection = apsw.Connection(str(database))
    connection.execute("PRAGMA application_id = 99")
    connection.close()
    with pytest.raises(SnapshotError, match=r"has schema 99; this version reads 2\. Run: estategraph index"):
        open_snapshot(tmp_path)


def test_a_run_file_of_another_schema_version_is_refused_like_the_database(tmp_path: Path) -> None:
    write_shop(tmp_path)
    run = (tmp_path / "run.json").resolve()
    run.write_bytes(run.read_bytes().replace(b'"schema_version": 2', b'"schema_version": 99'))
    with pytest.raises(SnapshotError, match=r"run\.json has schema 99; this version reads 2\. Run: estategraph index"):
        open_snapshot(tmp_path)


def test_no_snapshot_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"no snapshot yet\. Run: estategraph index"):
        open_snapshot(tmp_path)


def test_an_unknown_snapshot_lists_those_that_are_kept(tmp_path: Path) -> None:
    written = write_snapshot(tmp_path, shop(), [], RunReport())
    with pytest.raises(SnapshotError, match=f"no snapshot 1234; kept are: {written.id}"):
        open_snapshot(tmp_path, "1234")


def test_an_older_snapshot_opens_by_its_id(tmp_path: Path) -> None:
    first = write_snapshot(tmp_path, one_service("old"), [], RunReport())
    write_snapshot(tmp_path, one_service("new"), [], RunReport())
    view = View(open_snapshot(tmp_path, first.id))
    assert [node.name for _, node in view.labelled(NodeLabel.SERVICE)] == ["old"]


def test_names_that_are_no_utf8_are_written_escaped(tmp_path: Path) -> None:
    graph = one_service("caf\udce9")
    write_snapshot(tmp_path, graph, [Problem("walk", "caf\udce9.txt", 0, "binary", "NUL \0 inside")], RunReport())
    assert names_in(tmp_path) == ["caf\\udce9"]


def test_further_parts_are_written_into_the_same_snapshot(tmp_path: Path) -> None:
    def write(connection: apsw.Connection, folder: Path) -> None:
        connection.execute("CREATE TABLE text_units (id TEXT)")
        (folder / "text_units.parquet").write_bytes(b"rows")

    part = SnapshotPart("text units", "fingerprint-1", write)
    first = write_snapshot(tmp_path, shop(), [], RunReport(), parts=[part])
    assert (tmp_path / "text_units.parquet").read_bytes() == b"rows"
    assert not write_snapshot(tmp_path, shop(), [], RunReport(), parts=[part]).is_new
    changed = SnapshotPart("text units", "fingerprint-2", write)
    assert write_snapshot(tmp_path, shop(), [], RunReport(), parts=[changed]).id != first.id


def test_files_that_stay_the_same_are_those_of_the_last_snapshot(tmp_path: Path) -> None:
    def part(fingerprint: str) -> SnapshotPart:
        return SnapshotPart("extra", fingerprint, lambda _, folder: write(folder), ("extra.bin",))

    def write(folder: Path) -> None:
        (folder / "extra.bin").write_bytes(b"")

    def files() -> dict[str, int]:
        names = ("nodes.parquet", "edges.parquet", "problems.parquet", "extra.bin")
        return {name: (tmp_path / "current" / name).stat().st_ino for name in names}

    write_snapshot(tmp_path, one_service("a"), [], RunReport(code="1"), parts=[part("1")])
    first = files()
    write_snapshot(tmp_path, one_service("b"), [], RunReport(code="1"), parts=[part("1")])
    second = files()
    write_snapshot(tmp_path, one_service("b"), [], RunReport(code="1"), parts=[part("2")])
    third = files()

    assert {name for name in first if first[name] == second[name]} == {"edges.parquet", "problems.parquet", "extra.bin"}
    assert {name for name in second if second[name] == third[name]} == {
        "nodes.parquet",
        "edges.parquet",
        "problems.parquet",
    }


def test_a_link_to_what_is_no_longer_written_goes(tmp_path: Path) -> None:
    part = SnapshotPart("extra", "1", lambda _, folder: (folder / "extra.parquet").write_bytes(b"") and None)
    write_snapshot(tmp_path, shop(), [], RunReport(), parts=[part])
    assert (tmp_path / "extra.parquet").is_symlink()
    write_snapshot(tmp_path, shop(), [], RunReport())
    assert not (tmp_path / "extra.parquet").is_symlink()


def test_a_part_that_fails_leaves_the_last_snapshot(tmp_path: Path) -> None:
    def fail(connection: apsw.Connection, folder: Path) -> None:
        raise RuntimeError("no more")

    first = write_snapshot(tmp_path, one_service("old"), [], RunReport())
    with pytest.raises(RuntimeError):
        write_snapshot(tmp_path, one_service("new"), [], RunReport(), parts=[SnapshotPart("bad", "1", fail)])
    assert current_id(tmp_path) == first.id
    assert names_in(tmp_path) == ["old"]


def test_files_and_errors_of_a_service_are_counted(tmp_path: Path) -> None:
    graph = PropertyGraph()
    orders = add_node(graph, NodeLabel.SERVICE, "orders", repo="shop", path="orders")
    for name in ("A.java", "B.java", "C.java", "D.java"):
        graph.add_node(Node(f"file:shop:orders/{name}", NodeLabel.FILE, name, orders, {"path": f"orders/{name}"}))
    problems = [
        Problem("parse", "shop:orders/B.java", 1, "unparseable", ""),
        Problem("parse", "shop:orders-v2/X.java", 1, "unparseable", ""),
        Problem("http", "shop:orders/A.java", 1, "unresolved-host", ""),
    ]
    run = RunReport(repositories=(Extraction("shop", 5, 2, "2026-01-01T00:00:00+00:00", 1.5),))
    service = write_snapshot(tmp_path, graph, problems, run).record.run.services[0]
    assert (service.name, service.files, service.errors, service.error_rate) == ("service:orders", 4, 1, 0.25)
    assert service.extracted_at == "2026-01-01T00:00:00+00:00"


WRITER = """
import sys
from pathlib import Path
from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.snapshot.run_report import Change, RunReport
from parsed_graph.snapshot.run_report import Change, Extraction, RunReport
from parsed_graph.store import write_snapshot

graph = PropertyGraph()
for number in range(2000):
    graph.add_node(Node(f"service:s{number:05d}", NodeLabel.SERVICE, f"s{number:05d}"))
for number in range(9000):
    evidence = (Evidence("shop", f"src/{number}.java", number, "test", "quote " * 8),)
    source, target = f"service:s{number % 2000:05d}", f"service:s{(number * 7 + 1) % 2000:05d}"
    if source != target:
        graph.add_edge(Edge(source, EdgeType.DEPENDS_ON, target, Layer.PARSED, 1.0, {"kinds": ("http",)}, evidence))
print("built", flush=True)
write_snapshot(Path(sys.argv[1]), graph, [], RunReport())
print("written", flush=True)
"""

MOMENTS: dict[str, Callable[[Path], bool]] = {
    "at once": lambda output: True,
    "folder made": lambda output: any(output.glob("snapshots/.partial-*")),
    "database begun": lambda output: any(output.glob("snapshots/.partial-*/estate.db")),
    "database grown": lambda output: any(
        p.stat().st_size > 500_000 for p in output.glob("snapshots/.partial-*/estate.db")
    ),
    "nodes written": lambda output: any(output.glob("snapshots/.partial-*/nodes.parquet")),
    "edges begun": lambda output: any(output.glob("snapshots/.partial-*/edges.parquet")),
    "record written": lambda output: any(output.glob("snapshots/.partial-*/run.json")),
    "folder complete": lambda output: len([p for p in output.glob("snapshots/*") if p.name[0] != "."]) == 2,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_run_leaves_the_last_good_snapshot_and_the_next_one_works(tmp_path: Path, moment: str) -> None:
    write_snapshot(tmp_path, one_service("good"), [], RunReport())
    writer = subprocess.Popen([sys.executable, "-c", WRITER, tmp_path], stdout=subprocess.PIPE, cwd=ROOT)
    assert writer.stdout is not None
    writer.stdout.readline()
    deadline = time.monotonic() + 60
    while not MOMENTS[moment](tmp_path) and writer.poll() is None and time.monotonic() < deadline:
        time.sleep(0.0005)
    writer.send_signal(signal.SIGKILL)
    finished = b"written" in writer.communicate()[0]
    assert names_in(tmp_path)[:1] == (["s00000"] if finished or len(names_in(tmp_path)) > 1 else ["good"])
    assert pq.read_table(tmp_path / "nodes.parquet").num_rows in (1, 2000)
    assert write_snapshot(tmp_path, one_service("next"), [], RunReport()).is_new
    assert names_in(tmp_path) == ["next"]
    assert not list(tmp_path.glob("snapshots/.partial-*"))


READER = """
import sys
from pathlib import Path
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_file import decode_record
from parsed_graph.view import View

print("reading", flush=True)
seen = set()
while len(seen) < 1000:
    snapshot = open_snapshot(Path(sys.argv[1]))
    names = {node.name for _, node in View(snapshot).labelled(NodeLabel.SERVICE)}
    record = decode_record(snapshot.run)
    assert record.snapshot == snapshot.id
    assert record.counts.nodes["Service"] == len(names) == 1
    seen |= names
    snapshot.close()
    if "last" in seen:
        break
print(len(seen), flush=True)
"""


def test_readers_always_find_one_whole_snapshot(tmp_path: Path) -> None:
    write_snapshot(tmp_path, one_service("first"), [], RunReport())
    reader = subprocess.Popen([sys.executable, "-c", READER, tmp_path], stdout=subprocess.PIPE, cwd=ROOT)
    assert reader.stdout is not None
    reader.stdout.readline()
    for number in range(25):
        write_snapshot(tmp_path, one_service(f"s{number}"), [], RunReport(), keep=1)
    write_snapshot(tmp_path, one_service("last"), [], RunReport(), keep=1)
    seen = int(reader.communicate(timeout=60)[0])
    assert reader.returncode == 0
    assert seen >= 2


def test_files_that_other_code_wrote_are_written_anew(tmp_path: Path) -> None:
    write_snapshot(tmp_path, one_service("a"), [], RunReport(code="1"))
    first = (tmp_path / "current" / "edges.parquet").stat().st_ino
    write_snapshot(tmp_path, one_service("b"), [], RunReport(code="2"))
    assert (tmp_path / "current" / "edges.parquet").stat().st_ino != first


def test_a_graph_that_is_taken_over_is_the_same_bytes_as_one_that_is_written(tmp_path: Path) -> None:
    problem = Problem("parse", "shop:pom.xml", 1, "syntax", "line 1")
    write_snapshot(tmp_path / "one", shop(), [], RunReport(code="1"))
    second = write_snapshot(tmp_path / "one", shop(), [problem], RunReport(code="1"))
    alone = write_snapshot(tmp_path / "two", shop(), [problem], RunReport(code="1"))
    assert second.record.changes == {"nodes": Change(), "edges": Change()}
    assert (second.folder / "estate.db").read_bytes() == (alone.folder / "estate.db").read_bytes()


def test_names_that_are_taken_over_are_the_same_bytes_as_those_that_are_made(tmp_path: Path) -> None:
    def graph(line: int) -> PropertyGraph:
        graph = shop()
        add_node(graph, NodeLabel.FUNCTION, "place", "orders", "shop.Orders.place", line=line)
        return graph

    write_snapshot(tmp_path / "one", graph(7), [], RunReport(code="1"))
    second = write_snapshot(tmp_path / "one", graph(8), [], RunReport(code="1"))
    alone = write_snapshot(tmp_path / "two", graph(8), [], RunReport(code="1"))
    assert second.record.changes["nodes"] == Change(changed=1)
    assert (second.folder / "estate.db").read_bytes() == (alone.folder / "estate.db").read_bytes()
