"""The communities of an indexed estate, and the adjusted Rand index of them and the systems that the estate declares.

    python benchmarks/community_groups.py OUTPUT

Index with `communities.declared: ignore` to see what the links alone say. Shared infrastructure and what nothing links is
listed and not counted.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from math import comb
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pyarrow.parquet as pq

from community.community import Community
from community.group_kind import GroupKind
from community.state import read_previous

_LOOSE = (GroupKind.SHARED, GroupKind.UNLINKED)


def main() -> None:
    output = Path(sys.argv[1])
    state = read_previous(output)
    if state is None:
        raise SystemExit(f"{output} holds no communities; run `estategraph index`")
    middle = [community for community in state.communities if community.tier == 0]
    declared = read_systems(output)
    for community in middle:
        print(f"{community.title}: {', '.join(sorted(map(name, services(community))))}")
    rows = [
        (community.id, declared[service])
        for community in middle
        if community.kind not in _LOOSE
        for service in services(community)
        if service in declared
    ]
    if rows:
        print(f"adjusted Rand index over {len(rows)} services: {adjusted_rand_index(rows):.2f}")


def read_systems(output: Path) -> dict[str, str]:
    rows = pq.read_table(output / "nodes.parquet", columns=["id", "properties"]).to_pylist()
    systems = {row["id"]: json.loads(row["properties"]).get("system", "") for row in rows}
    return {node: system for node, system in systems.items() if system}


def services(community: Community) -> list[str]:
    return [member for member in community.members if member.startswith("service:")]


def name(service: str) -> str:
    return service.partition(":")[2]


def adjusted_rand_index(rows: Sequence[tuple[str, str]]) -> float:
    """How far two groupings agree on which pairs belong together: 1 for equal ones, 0 for what chance gives."""
    both = sum(comb(count, 2) for count in Counter(rows).values())
    first, second = (sum(comb(count, 2) for count in Counter(row[side] for row in rows).values()) for side in (0, 1))
    expected = first * second / max(comb(len(rows), 2), 1)
    most = (first + second) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)


if __name__ == "__main__":
    main()
