"""Where nodes belong that no partition placed: with whom most of their weight points to, step by step."""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping

Pair = tuple[str, str]


def settle(loose: Iterable[str], placed: Mapping[str, str], weights: Mapping[Pair, int]) -> dict[str, str]:
    """A group for each loose node that is joined, over others if need be, to a placed one.

    `placed` maps nodes to their groups. The strongest pull goes first; equal ones in the order of ids.
    """
    waiting = set(loose)
    near: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for (source, target), weight in sorted(weights.items()):
        if source in waiting or target in waiting:
            near[source].append((target, weight))
            near[target].append((source, weight))
    pulls: defaultdict[str, dict[str, int]] = defaultdict(dict)
    queue: list[tuple[int, str, str]] = []

    def pull(node: str, group: str, weight: int) -> None:
        pulls[node][group] = pulls[node].get(group, 0) + weight
        heapq.heappush(queue, (-pulls[node][group], node, group))

    for node in sorted(waiting):
        for other, weight in near[node]:
            if other in placed and other not in waiting:
                pull(node, placed[other], weight)
    found: dict[str, str] = {}
    while queue:
        strength, node, group = heapq.heappop(queue)
        if node in found or -strength < max(pulls[node].values()):
            continue
        found[node] = group
        for other, weight in near[node]:
            if other in waiting and other not in found:
                pull(other, group, weight)
    return found
