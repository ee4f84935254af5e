from pathlib import Path

from parsed_graph.schema import NodeLabel
from parsed_graph.view import Principal, View
from pipelines.serving.live_snapshots import LiveSnapshots
from tests.small_estate import add_node, shop, write_shop


def test_what_a_caller_may_see_is_worked_out_once_for_all_connections_to_one_snapshot(tmp_path: Path) -> None:
    output = write_shop(tmp_path / "output")
    snapshots = LiveSnapshots(output, stale_hours=1)
    first, second = snapshots.borrow(), snapshots.borrow()
    guest = Principal("guest", frozenset({"service:orders"}))
    View(first, guest)
    assert guest in second.memory
    grown = shop()
    add_node(grown, NodeLabel.SERVICE, "reports")
    write_shop(output, grown)
    newer = snapshots.borrow()
    assert newer.id != first.id
    assert not newer.memory
    for snapshot in (first, second, newer):
        snapshots.give_back(snapshot)
    snapshots.close()
