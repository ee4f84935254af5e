"""Communities in a snapshot: what is written is read back, and the next run goes on from it as from memory."""

import random
from pathlib import Path

from community.community import CommunityState
from community.state import communities_part, read_previous
from community.update import update_communities
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from tests.community.generated_estate import generate_estate
from tests.community.test_update import same
from tests.community.writers import writer


def stored(output: Path, graph: PropertyGraph, state: CommunityState) -> CommunityState:
    write_snapshot(output, graph, [], RunReport(), parts=[communities_part(state)])
    read = read_previous(output)
    assert read
    return read


def test_a_state_is_read_back_as_it_was_written_and_the_next_run_goes_on_from_it(tmp_path: Path) -> None:
    estate = generate_estate(60, seed=8)
    first = update_communities(estate.graph(), None, writer()).state
    read = stored(tmp_path, estate.graph(), first)
    assert same(read, first)
    assert read.partition_edges.tolist() == first.partition_edges.tolist()
    assert read.settings == first.settings
    estate.edit(random.Random(1), 12)
    from_memory = update_communities(estate.graph(), first, writer())
    from_file = update_communities(estate.graph(), read, writer())
    assert from_file.written == from_memory.written
    assert same(from_file.state, from_memory.state)
    assert same(stored(tmp_path, estate.graph(), from_file.state), from_memory.state)


def test_an_output_without_a_snapshot_has_no_state(tmp_path: Path) -> None:
    assert read_previous(tmp_path) is None


def test_a_snapshot_without_communities_has_no_state(tmp_path: Path) -> None:
    write_snapshot(tmp_path, generate_estate(5, seed=1).graph(), [], RunReport())
    assert read_previous(tmp_path) is None
