"""Ids follow the edges; births, splits, merges and deaths are told."""

from community.descent import Descent, Fate
from community.edge_set import EdgeIndex, EdgeKey
from community.group_kind import GroupKind
from community.hierarchy import MIDDLE, PART, Group
from community.lineage import Earlier, continue_ids

A = [("service:a1", "http", "service:a2"), ("service:a2", "http", "service:a3"), ("service:a3", "http", "service:a1")]
B = [("service:b1", "http", "service:b2"), ("service:b2", "http", "service:b3")]
A_NODES = ("service:a1", "service:a2", "service:a3")
B_NODES = ("service:b1", "service:b2", "service:b3")


def earlier(
    identity: str, members: tuple[str, ...], edges: list[EdgeKey], kind: GroupKind = GroupKind.LINKED, name: str = ""
) -> Earlier:
    (touching,) = EdgeIndex(edges).touching([members])
    return Earlier(identity, MIDDLE, kind, name, members, touching)


def continued(
    before: list[Earlier], members: list[tuple[str, ...]], edges: list[EdgeKey]
) -> tuple[list[str], list[Descent]]:
    groups = [Group(str(place), MIDDLE, nodes) for place, nodes in enumerate(members)]
    touching = EdgeIndex(sorted(edges)).touching(members)
    return continue_ids(before, groups, touching, {}, {})


def test_a_first_community_is_called_after_its_best_connected_service() -> None:
    group = Group("0", MIDDLE, ("database:x", "service:a1", "service:a2"))
    ids, descents = continue_ids([], [group], EdgeIndex(A).touching([group.members]), {"service:a2": 3}, {})
    assert ids == ["community:a2"]
    assert descents == [Descent("community:a2", Fate.BORN)]


def test_a_part_and_a_system_say_so() -> None:
    system = Group("s", MIDDLE, ("service:a1",), kind=GroupKind.SYSTEM, name="orders")
    part = Group("p", PART, ("service:a1",), "s")
    ids, _ = continue_ids([], [system, part], EdgeIndex(A).touching([("service:a1",)]) * 2, {}, {})
    assert ids == ["community:orders", "community:a1~part"]


def test_ids_follow_the_edges_whatever_the_order() -> None:
    before = [earlier("community:one", A_NODES, A + B), earlier("community:two", B_NODES, A + B)]
    assert continued(before, [B_NODES, A_NODES], A + B) == (["community:two", "community:one"], [])


def test_an_id_is_given_once_and_a_split_tells_where_it_came_from() -> None:
    before = [earlier("community:one", (*A_NODES, *B_NODES), A + B)]
    ids, descents = continued(before, [A_NODES, B_NODES], A + B)
    assert ids == ["community:one", "community:b1"]
    assert descents == [Descent("community:b1", Fate.SPLIT, ("community:one",))]


def test_a_merge_keeps_the_larger_ones_id() -> None:
    before = [earlier("community:one", A_NODES, A + B), earlier("community:two", B_NODES, A + B)]
    ids, descents = continued(before, [(*A_NODES, *B_NODES)], A + B)
    assert ids == ["community:one"]
    assert descents == [
        Descent("community:one", Fate.MERGED, ("community:two",)),
        Descent("community:two", Fate.DIED, ("community:one",)),
    ]


def test_what_is_gone_died_and_its_id_goes_to_nobody_else() -> None:
    before = [earlier("community:one", A_NODES, A), earlier("community:two", B_NODES, B)]
    ids, descents = continued(before, [A_NODES], A)
    assert ids == ["community:one"]
    assert descents == [Descent("community:two", Fate.DIED)]


def test_a_new_community_beside_a_dead_one_is_another() -> None:
    before = [earlier("community:b1", B_NODES, B)]
    ids, descents = continued(before, [("service:b1x",)], [("service:b1x", "http", "service:c")])
    assert ids == ["community:b1x"]
    assert [descent.fate for descent in descents] == [Fate.BORN, Fate.DIED]


def test_without_edges_members_decide() -> None:
    before = [earlier("community:one", ("service:x", "service:y"), [])]
    assert continued(before, [("service:x", "service:y", "service:z")], [])[0] == ["community:one"]


def test_two_communities_that_share_every_edge_are_told_apart_by_their_members() -> None:
    crossing = [("service:a1", "http", "service:b1"), ("service:a1", "grpc", "service:b1")]
    before = [earlier("community:one", ("service:a1",), crossing), earlier("community:two", ("service:b1",), crossing)]
    assert continued(before, [("service:b1",), ("service:a1",)], crossing)[0] == ["community:two", "community:one"]


def test_a_system_keeps_its_id_when_all_its_members_change() -> None:
    before = [earlier("community:orders", A_NODES, A, GroupKind.SYSTEM, "orders")]
    group = Group("s", MIDDLE, B_NODES, kind=GroupKind.SYSTEM, name="orders")
    assert continue_ids(before, [group], EdgeIndex(B).touching([B_NODES]), {}, {})[0] == ["community:orders"]
