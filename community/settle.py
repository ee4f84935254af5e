"""Where nodes belong that no partition placed: with whom most of their weight points to, step by step."""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping

from community.pair_weights import PairWeights

Neighbours = Mapping[str, list[tuple[str, int]]]
"""Node -> the others that a weight joins it to, in the order of ids."""


def neighbours(nodes: Iterable[str], weights: PairWeights) -> Neighbours:
    """The neighbours of some nodes."""
    wanted = set(nodes)
    near: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for (source, target), weight in weights.near(wanted).by_pair().items():
        if source in wanted:
            near[source].append((target, weight))
        if target in wanted:
            near[target].append((source, weight))
    return {node: sorted(others) for node, others in near.items()}


def settle(loose: Iterable[str], placed: Mapping[str, str], near: Neighbours) -> dict[str, str]:
    """A group for each loose node that is joined, over others if need be, to a placed one.

    `placed` maps nodes to their groups, `near` holds the neighbours of the loose ones. The strongest pull goes first; equal ones in
    the order of ids.
    """
    waiting = set(loose)
    pulls: defaultdict[str, dict[str, int]] = defaultdict(dict)
    queue: list[tuple[int, str, str]] = []

    def pull(node: str, group: str, weight: int) -> None:
        pulls[node][group] = pulls[node].get(group, 0) + weight
        heapq.heappush(queue, (-pulls[node][group], node, group))

    for node in sorted(waiting):
        for other, weight in near.get(node, ()):
            if other in placed and other not in waiting:
                pull(node, placed[other], weight)
    found: dict[str, str] = {}
    while queue:
        strength, node, group = heapq.heappop(queue)
        if node in found or -strength < max(pulls[node].values()):
            continue
        found[node] = group
        for other, weight in near.get(node, ()):
            if other in waiting and other not in found:
                pull(other, group, weight)
    return found
