"""Reads batches of files in order, equal wherever they are read: in this process, in processes of this machine, or on a Ray cluster."""

import os
from collections.abc import Iterator, Sequence
from functools import partial

from parsed_graph.read_facts import FactReader
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.read_batches import Read, Task, read_batch, read_in_workers

_WORKER_THRESHOLD = 120
"""Below this many changed files, starting workers costs more than it saves."""


def map_batches(
    tasks: Sequence[Task], reader: FactReader, workers: int, limits: FileLimits, ray_address: str = ""
) -> Iterator[list[Read]]:
    """What is read of each file, batch by batch; `workers` 0 means one process for each core.

    An address means the Ray cluster there, `local` one that is started here. Raises SettingsError where it cannot be used.
    """
    if ray_address and tasks:
        from pipelines.stages.ray_batches import read_on_ray

        return read_on_ray(tasks, ray_address, limits)
    count = workers or os.cpu_count() or 1
    if count > 1 and sum(len(files) for _, files in tasks) >= _WORKER_THRESHOLD:
        return read_in_workers(tasks, count, limits)
    return map(partial(read_batch, seconds=limits.seconds, reader=reader), tasks)
