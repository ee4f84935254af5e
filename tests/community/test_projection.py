"""The service-level map: what is folded into what, what weighs how much, what goes with whom."""

import random

from community.projection import UNIT, project
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from tests.community.generated_estate import generate_estate
from tests.small_estate import add_edge, add_node, depend


def services(graph: PropertyGraph, *names: str, **properties: str) -> list[str]:
    return [add_node(graph, NodeLabel.SERVICE, name, **properties) for name in names]


def test_a_call_weighs_its_confidence() -> None:
    graph = PropertyGraph()
    orders, payments = services(graph, "orders", "payments")
    depend(graph, orders, payments, "http", confidence=0.8)
    assert project(graph).weights.by_pair() == {(orders, payments): 0.8 * UNIT}
    assert project(graph).edges.edges == ((orders, "http", payments),)


def test_what_is_parsed_and_observed_counts_once() -> None:
    graph = PropertyGraph()
    orders, payments = services(graph, "orders", "payments")
    for layer in (Layer.PARSED, Layer.OBSERVED):
        add_edge(graph, orders, EdgeType.DEPENDS_ON, payments, 1.0, layer, kinds=("http",))
    assert project(graph).weights.by_pair() == {(orders, payments): UNIT}


def test_start_order_alone_is_no_edge_but_still_ties() -> None:
    graph = PropertyGraph()
    orders, mail = services(graph, "orders", "mail")
    depend(graph, orders, mail, "other", confidence=0.4)
    projection = project(graph)
    assert not projection.edges
    assert projection.ties.by_pair() == {(orders, mail): 0.04 * UNIT}


def test_a_topic_and_its_events_go_with_their_publisher() -> None:
    graph = PropertyGraph()
    orders, mail = services(graph, "orders", "mail")
    topic = add_node(graph, NodeLabel.TOPIC, "orders-events")
    event = add_node(graph, NodeLabel.EVENT, "OrderCreated")
    subscription = add_node(graph, NodeLabel.SUBSCRIPTION, "mail", service=mail)
    add_edge(graph, orders, EdgeType.PUBLISHES, event)
    add_edge(graph, event, EdgeType.ON, topic)
    add_edge(graph, mail, EdgeType.OWNS, subscription)
    add_edge(graph, subscription, EdgeType.CONSUMES, topic)
    projection = project(graph)
    assert projection.homes == {topic: orders, event: orders}
    assert projection.weights.by_pair() == {(mail, orders): 0.5 * UNIT}
    assert (mail, "CONSUMES", topic) in projection.edges.edges


def test_a_store_goes_with_its_only_user_and_binds_two() -> None:
    graph = PropertyGraph()
    orders, stock = services(graph, "orders", "stock")
    own, shared = (add_node(graph, NodeLabel.DATABASE, name) for name in ("own", "shared"))
    depend(graph, orders, own, "database")
    depend(graph, orders, shared, "database")
    depend(graph, stock, shared, "database")
    projection = project(graph)
    assert projection.homes == {own: orders}
    assert projection.weights.by_pair()[stock, shared] > 0


def test_a_database_is_that_users_which_alone_defines_entities() -> None:
    graph = PropertyGraph()
    orders, worker = services(graph, "orders", "order-worker")
    entity = add_node(graph, NodeLabel.ENTITY, "Order", "orders", "Order", service=orders)
    add_edge(graph, orders, EdgeType.DEFINES, entity)
    database, cache = (add_node(graph, NodeLabel.DATABASE, name) for name in ("orders-db", "sessions"))
    for user in (orders, worker):
        depend(graph, user, database, "database")
        depend(graph, user, cache, "cache")
    projection = project(graph)
    assert projection.homes == {database: orders, entity: orders}
    assert projection.weights.by_pair()[worker, orders] > 0


def test_a_database_of_three_is_nobodys() -> None:
    graph = PropertyGraph()
    users = services(graph, "orders", "order-worker", "reports")
    entity = add_node(graph, NodeLabel.ENTITY, "Order", "orders", "Order", service=users[0])
    add_edge(graph, users[0], EdgeType.DEFINES, entity)
    database = add_node(graph, NodeLabel.DATABASE, "orders-db")
    for user in users:
        depend(graph, user, database, "database")
    assert project(graph).homes == {entity: users[0]}


def test_entities_go_with_their_service_and_do_not_drown_its_calls() -> None:
    graph = PropertyGraph()
    orders, payments = services(graph, "orders", "payments")
    for name in ("Order", "OrderLine", "Basket"):
        entity = add_node(graph, NodeLabel.ENTITY, name, "orders", name, service=orders)
        add_edge(graph, orders, EdgeType.DEFINES, entity)
    depend(graph, orders, payments, "http")
    projection = project(graph)
    assert set(projection.homes.values()) == {orders}
    assert projection.weights.by_pair() == {(orders, payments): UNIT}


def test_what_everything_needs_ties_nothing() -> None:
    graph = PropertyGraph()
    names = [f"service-{number}" for number in range(10)]
    many = services(graph, *names)
    (config,) = services(graph, "settings", role="config")
    for service in many:
        depend(graph, service, config, "config")
    assert max(project(graph).weights.values) <= 0.002 * UNIT


def test_services_of_one_team_are_drawn_together() -> None:
    graph = PropertyGraph()
    first, second = services(graph, "orders", "invoices", owner="team-orders")
    services(graph, "mail", "stock", owner="")
    assert project(graph).weights.by_pair() == {(second, first): round(0.5 * UNIT * (1 - 1 / 4) ** 2)}


def test_settings_go_before_the_catalogue() -> None:
    graph = PropertyGraph()
    (orders,) = services(graph, "orders", system="sales")
    assert project(graph).systems == {orders: "sales"}
    assert project(graph, {orders: "fulfilment"}).systems == {orders: "fulfilment"}


def test_the_order_in_which_a_graph_is_filled_does_not_matter() -> None:
    estate = generate_estate(40, seed=3)
    first = project(estate.graph())
    second = project(estate.graph(random.Random(9)))
    assert first == second
