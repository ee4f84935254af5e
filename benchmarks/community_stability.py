"""How many community reports a small change costs: going on from the last partition against partitioning from scratch.

    python benchmarks/community_stability.py [--seeds 20] [--services 300] [--edited 0.01]

For each seed an estate is generated, partitioned and reported on; then a share of its edges is edited, and the share of
communities whose edges changed by more than the threshold is taken three ways. Medians over the seeds.
"""

import argparse
import random
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from community.change import edge_change
from community.community import CommunityState
from community.find_communities import earlier_communities, find_communities
from community.lineage import continue_ids
from community.projection import Projection, project
from community.update import Grouping, update_communities
from tests.community.generated_estate import generate_estate
from tests.community.writers import writer

THRESHOLD = 0.10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--services", type=int, default=300)
    parser.add_argument("--edited", type=float, default=0.01, help="share of the edges that is edited")
    given = parser.parse_args()
    rows = [measure(seed, given.services, given.edited) for seed in range(given.seeds)]
    kept, again, scratch = (median(column) for column in zip(*rows, strict=True))
    print(f"communities past {THRESHOLD:.0%}, median of {given.seeds} seeds, {given.edited:.0%} of the edges edited:")
    print(f"  partition kept (as a run does)        {kept:6.1%}")
    print(f"  partitioned again from the last one   {again:6.1%}")
    print(f"  partitioned from scratch              {scratch:6.1%}")
    print(f"  as a run does / from scratch          {kept / scratch if scratch else float('nan'):6.2f}")
    print(f"  again from the last / from scratch    {again / scratch if scratch else float('nan'):6.2f}")


def measure(seed: int, services: int, edited: float) -> tuple[float, float, float]:
    """The share of communities past the threshold: partition kept, made again from the last one, made from scratch."""
    rng = random.Random(seed)
    estate = generate_estate(services, seed)
    state = update_communities(estate.graph(rng), None, writer(None)).state
    estate.edit(rng, round(len(state.edges) * edited))
    projection = project(estate.graph(rng))
    return (
        past_threshold(projection, state, force=False),
        past_threshold(projection, state, force=True),
        past_threshold_from_scratch(projection, state),
    )


def past_threshold(projection: Projection, state: CommunityState, *, force: bool) -> float:
    found = find_communities(
        projection, state, threshold=THRESHOLD, pinned=True, settings=Grouping().fingerprint, force=force
    )
    return share(state, list(found.ids), list(found.edges))


def past_threshold_from_scratch(projection: Projection, state: CommunityState) -> float:
    found = find_communities(projection, None, threshold=THRESHOLD, pinned=True, settings=Grouping().fingerprint)
    degrees = dict.fromkeys(projection.nodes, 0)
    for source, _, target in found.index.edges:
        degrees[source] += 1
        degrees[target] += 1
    ids, _ = continue_ids(earlier_communities(state), list(found.groups), list(found.edges), degrees, {})
    return share(state, ids, list(found.edges))


def share(state: CommunityState, ids: list[str], edges: list) -> float:  # type: ignore[type-arg]
    due = sum(
        identity not in state.reports or edge_change(state.reports[identity].edges, now).ratio > THRESHOLD
        for identity, now in zip(ids, edges, strict=True)
    )
    return due / len(ids)


if __name__ == "__main__":
    main()
