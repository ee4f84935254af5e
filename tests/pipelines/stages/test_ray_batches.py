"""What a Ray cluster reads is what this machine reads. Skipped without the extra `ray`."""

import builtins
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from parsed_graph.read_facts import every_reader
from parsed_graph.repository import walk_repository
from pipelines.stages import ray_batches
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.map_batches import map_batches
from pipelines.stages.read_batches import Task, read_batch

LIMITS = FileLimits(seconds=10.0, megabytes=2048)
SHOP = Path(__file__).parents[3] / "examples" / "shop"


def batches(root: Path, size: int) -> list[Task]:
    entries = [
        (entry.path, entry.siblings, "", "") for entry in walk_repository(root, every_reader().is_wanted).entries
    ]
    return [(str(root), list(entries[start : start + size])) for start in range(0, len(entries), size)]


@pytest.fixture(scope="module")
def local_cluster() -> Iterator[str]:
    ray = pytest.importorskip("ray")
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()


@pytest.mark.ray
def test_a_cluster_gives_the_same_digests_and_facts_in_the_same_order(local_cluster: str) -> None:
    tasks = batches(SHOP, 7)
    here = [read_batch(task, seconds=LIMITS.seconds) for task in tasks]

    there = list(map_batches(tasks, every_reader(), 0, LIMITS, local_cluster))

    assert len(here) > 5
    assert there == here


@pytest.mark.ray
def test_what_is_known_and_what_is_gone_stays_in_its_place(local_cluster: str, tmp_path: Path) -> None:
    (tmp_path / "B.java").write_bytes(b"class B {}")
    [(digest, beside, _)] = read_batch((str(tmp_path), [("B.java", frozenset(), "", "")]), seconds=10)
    task: Task = (str(tmp_path), [("A.java", frozenset(), "", ""), ("B.java", frozenset(), digest, beside)])

    there = list(map_batches([task], every_reader(), 0, LIMITS, local_cluster))

    assert there == [read_batch(task, seconds=10)]
    assert there[0][1] == (digest, beside, None)


@pytest.mark.ray
def test_a_cluster_with_other_rules_is_refused(local_cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_batches, "rules_version", _other_version)

    with pytest.raises(SettingsError, match="another version"):
        list(map_batches(batches(SHOP, 7), every_reader(), 0, LIMITS, local_cluster))


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without_ray(name: str, *args: object, **named: object) -> object:
        if name == "ray":
            raise ImportError(name)
        return original(name, *args, **named)  # type: ignore[arg-type]  # handed on as given

    monkeypatch.setattr(builtins, "__import__", without_ray)

    with pytest.raises(SettingsError, match=r"estategraph\[ray\]"):
        list(map_batches(batches(SHOP, 7)[:1], every_reader(), 0, LIMITS, "local"))


def test_ray_reports_its_use_to_nobody_unless_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delenv("RAY_USAGE_STATS_ENABLED", raising=False)
    with pytest.raises(SettingsError, match="Ray is not installed"):
        list(map_batches(batches(SHOP, 7)[:1], every_reader(), 0, LIMITS, "local"))
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"


def _other_version() -> str:
    return f"rules of process {os.getpid()}"
