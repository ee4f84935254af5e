"""What communities cost on a map of 100,000 nodes and 500,000 edges, beside one call of igraph's Leiden on the same map.

    python benchmarks/community_scale.py [--nodes 100000] [--edges 500000] [--rounds 2]

Prints processor seconds: the bare call, the first partition, a second run after 1% of the edges changed that makes a
new one (partition, lineage and ratios), and one that keeps the last; the least of the rounds, as other work on the
machine only adds. The bare call has the same weights and rounds, and is handed a list of numbered pairs. Making the map
from the graph is no part of it, as it is none of the call.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import igraph

from community.change import EdgeChange, edge_change
from community.community import Community, CommunityState, Report
from community.find_communities import Found, find_communities
from community.leiden import ROUNDS
from community.projection import Projection, project
from community.update import Grouping
from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel

AREA = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    rng = random.Random(7)
    pairs = make_pairs(given.nodes, given.edges, rng)
    first_map = project(make_graph(given.nodes, pairs))
    state = remember(find(first_map, None))
    gone = set(rng.sample(sorted(pairs), len(pairs) // 200))
    second_map = project(make_graph(given.nodes, (pairs - gone) | make_pairs(given.nodes, len(gone), rng)))
    call, _, again, kept = fastest(
        given.rounds,
        {
            "one igraph Leiden call": lambda: leiden(second_map),
            "first run: partition and ids": lambda: find(second_map, None),
            "second run: partition, lineage, ratios": lambda: find(second_map, state, force=True),
            "second run: partition kept, ratios": lambda: find(second_map, state),
        },
    )
    print(f"again / call {again / call:.2f}, kept / call {kept / call:.2f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def make_pairs(nodes: int, edges: int, rng: random.Random) -> set[tuple[int, int]]:
    """Who needs whom: four of five within an area of forty."""
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < edges:
        source = rng.randrange(nodes)
        near = source // AREA * AREA + rng.randrange(AREA)
        target = near if rng.random() < 0.8 else rng.randrange(nodes)
        if source != target and target < nodes:
            pairs.add((source, target))
    return pairs


def make_graph(nodes: int, pairs: set[tuple[int, int]]) -> PropertyGraph:
    graph = PropertyGraph()
    for number in range(nodes):
        graph.add_node(Node(service(number), NodeLabel.SERVICE, f"s{number}", service(number), {"role": "application"}))
    evidence = (Evidence("generated", "estate.yaml", 1, "generated"),)
    for source, target in sorted(pairs):
        graph.add_edge(
            Edge(
                service(source),
                EdgeType.DEPENDS_ON,
                service(target),
                Layer.PARSED,
                1.0,
                {"kinds": ("http",)},
                evidence,
            )
        )
    return graph


def service(number: int) -> str:
    return node_id(NodeLabel.SERVICE, f"s{number}")


def leiden(projection: Projection) -> object:
    weights = projection.weights
    ends = zip(weights.sources.tolist(), weights.targets.tolist(), strict=True)
    graph = igraph.Graph(n=len(projection.nodes), edges=list(ends))
    graph.es["weight"] = weights.values.tolist()
    igraph.set_random_number_generator(random.Random(1))
    return graph.community_leiden(objective_function="modularity", weights="weight", n_iterations=ROUNDS)


def find(projection: Projection, before: CommunityState | None, *, force: bool = False) -> Found:
    """Communities with their ids, and the ratio of each since the state before."""
    found = find_communities(
        projection, before, threshold=0.1, pinned=True, settings=Grouping().fingerprint, force=force
    )
    if before is not None:
        earlier = {report.community: report.edges for report in before.reports.values()}
        for identity, edges in zip(found.ids, found.edges, strict=True):
            if identity in earlier:
                edge_change(earlier[identity], edges)
    return found


def remember(found: Found) -> CommunityState:
    """The state that a run would leave, with a report for each community."""
    ids = dict(zip((group.key for group in found.groups), found.ids, strict=True))
    communities = tuple(
        Community(
            identity,
            group.tier,
            0,
            ids.get(group.parent, ""),
            group.kind,
            group.name,
            identity,
            group.members,
            EdgeChange(0, 0, 0),
        )
        for group, identity in zip(found.groups, found.ids, strict=True)
    )
    reports = {
        identity: Report(identity, identity, "", 0.0, "", (), "rules", "", "", edges)
        for identity, edges in zip(found.ids, found.edges, strict=True)
    }
    return CommunityState(
        communities, reports, found.index, found.partition_edges, found.partition, Grouping().fingerprint
    )


def fastest(rounds: int, works: Mapping[str, Callable[[], object]]) -> list[float]:
    """The least processor seconds of each work; they take turns, so that a busy moment meets all of them."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            started = time.process_time()
            work()
            times[name].append(time.process_time() - started)
    for name, seconds in times.items():
        print(f"{name:45}{min(seconds):8.2f} s")
    return [min(seconds) for seconds in times.values()]


if __name__ == "__main__":
    main()
