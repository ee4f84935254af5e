"""Reads batches on a Ray cluster: the contents travel, so that its machines need no checkout, only this package and Ray.

https://docs.ray.io/en/latest/ray-core/walkthrough.html
"""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from parsed_graph.errors import SettingsError
from pipelines.stages.fact_cache import rules_version
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.read_batches import (
    Content,
    Read,
    Task,
    is_as_before,
    read_apart,
    read_batch,
    read_contents,
    unreadable,
)

LOCAL = "local"
_AHEAD = 4
"""How many batches for each core are under way at once: their contents are in memory."""

_Slot = Read | Content
"""What is known of a file without parsing it, or what has to be parsed."""


def read_on_ray(tasks: Sequence[Task], address: str, limits: FileLimits) -> Iterator[list[Read]]:
    """Reads batches in order. One whose worker dies is read apart on this machine, to find the file that ended it."""
    ray = _connected(address)
    remote = ray.remote(max_retries=0)(read_contents)
    _refuse_another_version(ray, address)
    ahead = max(int(ray.cluster_resources().get("CPU", 1)), 1) * _AHEAD
    under_way: deque[tuple[Task, list[_Slot], Any]] = deque()
    waiting = iter(tasks)
    while True:
        for task in waiting:
            slots = [_opened(Path(task[0]), *entry) for entry in task[1]]
            contents = [slot for slot in slots if isinstance(slot, Content)]
            under_way.append((task, slots, remote.remote(contents, limits.seconds) if contents else None))
            if len(under_way) >= ahead:
                break
        if not under_way:
            return
        task, slots, handle = under_way.popleft()
        try:
            read = iter(ray.get(handle) if handle is not None else ())
        except ray.exceptions.WorkerCrashedError:
            yield read_apart(task, limits, read_batch)
            continue
        yield [next(read) if isinstance(slot, Content) else slot for slot in slots]


def _connected(address: str) -> Any:
    # Ray would report its use to its makers; who wants that says so in the environment.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise SettingsError(
            "index.ray_address is set, but Ray is not installed. Run: pip install 'estategraph[ray]'"
        ) from error
    if not ray.is_initialized():
        try:
            if address == LOCAL:
                ray.init(address=LOCAL, include_dashboard=False, log_to_driver=False)
            else:
                ray.init(address=address, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise SettingsError(
                f"no Ray cluster answers at index.ray_address {address} ({error}). Start it, or set {LOCAL}"
            ) from error
    return ray


def _refuse_another_version(ray: Any, address: str) -> None:
    there = ray.get(ray.remote(_version_there).remote())
    if there != rules_version():
        raise SettingsError(
            f"the Ray cluster at {address} has another version of estategraph, whose facts would differ. "
            "Install the same there, or clear index.ray_address"
        )


def _version_there() -> str:
    return rules_version()


def _opened(root: Path, path: str, names: frozenset[str], known_digest: str, known_beside: str) -> _Slot:
    try:
        content = (root / path).read_bytes()
    except OSError as error:
        return unreadable(path, error)
    if is_as_before(content, names, known_digest, known_beside):
        return known_digest, known_beside, None
    return Content(path, names, content)
