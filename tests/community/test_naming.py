"""Titles: system, shared word, hub; unique; kept while they fit."""

from community.change import EdgeChange
from community.community import Community
from community.group_kind import GroupKind
from community.hierarchy import MIDDLE, Group
from community.naming import name_communities, readable
from parsed_graph.model import Node
from parsed_graph.schema import NodeLabel


def nodes(*names: str) -> dict[str, Node]:
    return {f"service:{name}": Node(f"service:{name}", NodeLabel.SERVICE, name) for name in names}


def group(*names: str, kind: GroupKind = GroupKind.LINKED, name: str = "") -> Group:
    return Group("-".join(names), MIDDLE, tuple(f"service:{n}" for n in sorted(names)), kind=kind, name=name)


def titles(groups: list[Group], known: dict[str, Node], **degrees: int) -> list[str]:
    ids = [f"community:{place}" for place in range(len(groups))]
    return name_communities(groups, ids, known, {f"service:{name}": count for name, count in degrees.items()})


def test_a_declared_system_gives_the_title() -> None:
    assert titles([group("a", "b", kind=GroupKind.SYSTEM, name="order-management")], nodes("a", "b")) == [
        "Order management"
    ]


def test_the_word_that_services_share_gives_the_title() -> None:
    known = nodes("order-api", "order-worker", "order-export", "mail", "stock", "search")
    assert titles([group("order-api", "order-worker", "order-export")], known) == ["Order"]


def test_a_word_that_every_service_carries_tells_nothing() -> None:
    known = nodes("acme-orders", "acme-stock", "acme-mail", "acme-tax")
    found = titles([group("acme-orders", "acme-stock"), group("acme-mail", "acme-tax")], known)
    assert found == ["Orders & stock", "Mail & tax"]


def test_without_a_shared_word_the_hub_gives_the_title() -> None:
    known = nodes("cart", "checkoutservice", "mail", "tax")
    assert titles([group("cart", "checkoutservice", "mail")], known, checkoutservice=7) == ["Checkout area"]


def test_titles_are_unique() -> None:
    known = nodes("orders", "orders-eu", "orders-us", "stock", "mail", "tax")
    first = group("orders", kind=GroupKind.SYSTEM, name="orders")
    second = group("orders-eu", "orders-us")
    assert titles([first, second], known, **{"orders-eu": 3}) == ["Orders", "Orders (Orders eu)"]


def test_a_title_stays_while_its_words_are_among_the_members() -> None:
    known = nodes("cart", "checkout", "mail", "tax")
    last = Community("community:0", 0, 0, "", GroupKind.LINKED, "", "Cart area", ("service:cart",), EdgeChange(0, 0, 0))
    now = group("cart", "checkout", "mail")
    degrees = {"service:checkout": 9}
    assert name_communities([now], ["community:0"], known, degrees, [last]) == ["Cart area"]
    moved = group("checkout", "mail", "tax")
    assert name_communities([moved], ["community:0"], known, degrees, [last]) == ["Checkout area"]


def test_names_are_written_as_people_write_them() -> None:
    assert [readable(name) for name in ("order-management", "IAM", "ts-ui", "OrderDesk", "Orders API")] == [
        "Order management",
        "IAM",
        "Ts UI",
        "Order desk",
        "Orders API",
    ]
