"""Mappings that a type inherits."""

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import Fact, Host, HttpCall, Literal, RouteDecl, RoutePrefix, SourceSpan, TypeDecl, render_text

API = SourceSpan("api/OrdersApi.java", 5)
CONTROLLER = SourceSpan("orders/OrdersController.java", 8)
CLIENT = SourceSpan("shop/OrdersClient.java", 4)
DECLARED_ROUTE = RouteDecl("GET", (Literal("/orders"),), API, "spring-mvc-interface", "api.OrdersApi.all")


def estate(*facts: Fact) -> EstateFacts:
    return EstateFacts([("shop", facts)])


def test_a_controller_serves_the_routes_of_its_interface_under_its_prefix() -> None:
    prefix = RoutePrefix("api.OrdersApi", (Literal("/v1"),), CONTROLLER, "orders.OrdersController")

    (route,) = estate(DECLARED_ROUTE, prefix).of(RouteDecl)

    assert (render_text(route.fact.path), route.fact.framework) == ("/v1/orders", "spring-mvc")
    assert (route.fact.function, route.path) == ("orders.OrdersController.all", CONTROLLER.path)


def test_a_base_class_between_controller_and_interface_does_not_hide_the_routes() -> None:
    base = TypeDecl("orders.Base", CONTROLLER, "class", ("api.OrdersApi",))
    prefix = RoutePrefix("orders.Base", (), CONTROLLER, "orders.OrdersController")

    (route,) = estate(DECLARED_ROUTE, base, prefix).of(RouteDecl)

    assert render_text(route.fact.path) == "/orders"


def test_a_controller_that_maps_a_method_anew_serves_only_that() -> None:
    own = RouteDecl("GET", (Literal("/mine"),), CONTROLLER, "spring-mvc", "orders.OrdersController.all")
    prefix = RoutePrefix("api.OrdersApi", (), CONTROLLER, "orders.OrdersController")

    (route,) = estate(DECLARED_ROUTE, own, prefix).of(RouteDecl)

    assert render_text(route.fact.path) == "/mine"


def test_an_interface_alone_serves_nothing() -> None:
    assert estate(DECLARED_ROUTE).of(RouteDecl) == []


def test_a_feign_client_calls_the_routes_of_its_base_interface() -> None:
    client = TypeDecl("shop.OrdersClient", CLIENT, "interface", ("api.OrdersApi",))
    call = HttpCall("ANY", (Host("orders"),), CLIENT, "feign", "shop.OrdersClient")

    (found,) = estate(DECLARED_ROUTE, client, call).of(HttpCall)

    assert (found.fact.method, render_text(found.fact.url)) == ("GET", "{host:orders}/orders")
    assert (found.fact.function, found.fact.via) == ("shop.OrdersClient.all", (API,))


def test_a_jax_rs_class_serves_the_routes_of_its_interface() -> None:
    declared = RouteDecl("GET", (Literal("orders"),), API, "jax-rs-interface", "api.OrdersApi.all")
    implementing = TypeDecl("orders.OrdersResource", CONTROLLER, "class", ("api.OrdersApi",))

    (route,) = estate(declared, implementing).of(RouteDecl)

    assert (route.fact.framework, route.fact.function) == ("jax-rs", "orders.OrdersResource.all")


def test_a_client_with_methods_of_its_own_calls_those_of_its_interface_too() -> None:
    extends = TypeDecl("shop.OrdersClient", CLIENT, "interface", ("api.OrdersApi",))
    base = HttpCall("ANY", (Host("orders"),), CLIENT, "feign", "shop.OrdersClient")
    own = HttpCall("POST", (Host("orders"), Literal("/new")), CLIENT, "feign", "shop.OrdersClient.place")

    calls = [each.fact for each in estate(DECLARED_ROUTE, extends, base, own).of(HttpCall)]

    assert [(call.method, call.function) for call in calls] == [
        ("GET", "shop.OrdersClient.all"),
        ("POST", "shop.OrdersClient.place"),
    ]


def test_a_client_with_methods_of_its_own_and_an_unknown_base_calls_only_its_own() -> None:
    base = HttpCall("ANY", (Host("orders"),), CLIENT, "feign", "shop.OrdersClient")
    own = HttpCall("POST", (Host("orders"), Literal("/new")), CLIENT, "feign", "shop.OrdersClient.place")

    assert [each.fact for each in estate(base, own).of(HttpCall)] == [own]
