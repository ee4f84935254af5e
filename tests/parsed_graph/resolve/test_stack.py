"""The language and runtime of services whose code has no main class."""

from parsed_graph.build import build_graph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import (
    ApplicationDecl,
    Dependency,
    Fact,
    FunctionDecl,
    Literal,
    RouteDecl,
    RpcServe,
    ServiceDecl,
    SourceSpan,
)

BUILT = ServiceDecl("orders", SourceSpan("compose.yaml", 1), "compose", directory="orders")


def function(path: str, language: str, name: str = "run") -> FunctionDecl:
    return FunctionDecl(f"shop.{path}.{name}", "run()", SourceSpan(path, 1), 9, language)


def library(group: str, artifact: str, scope: str = "") -> Dependency:
    return Dependency("maven", artifact, SourceSpan("orders/pom.xml", 9), group, scope=scope)


def route(framework: str, line: int = 1) -> RouteDecl:
    return RouteDecl("GET", (Literal(f"/orders/{line}"),), SourceSpan("orders/Orders.java", line), framework)


def stack(*facts: Fact) -> tuple[object, object]:
    node = build_graph(EstateFacts([("shop", [BUILT, *facts])])).graph.node("service:orders")
    assert node is not None
    return node.properties.get("language"), node.properties.get("runtime")


def test_language_is_that_of_most_files_however_many_functions_one_has() -> None:
    page = [function("orders/page.js", "javascript", name) for name in ("a", "b", "c")]
    found = stack(*page, function("orders/A.kt", "kotlin"), function("orders/B.kt", "kotlin"))

    assert found == ("kotlin", None)


def test_build_file_names_the_runtime_that_serves_the_routes() -> None:
    assert stack(library("io.quarkus", "quarkus-rest"), route("jax-rs")) == (None, "quarkus")


def test_routes_name_the_runtime_where_no_build_file_does() -> None:
    assert stack(library("jakarta.ws.rs", "jakarta.ws.rs-api"), route("jax-rs")) == (None, "jax-rs")
    assert stack(route("servlet", 1), route("jax-rs", 2), route("jax-rs", 3)) == (None, "jax-rs")
    assert stack(RpcServe("Orders", SourceSpan("orders/server.py", 4), "grpc")) == (None, "grpc")


def test_library_of_the_tests_is_no_runtime() -> None:
    assert stack(library("io.quarkus", "quarkus-junit5", "test")) == (None, None)


def test_group_that_only_begins_alike_is_no_runtime() -> None:
    assert stack(library("io.quarkusish", "core")) == (None, None)


def test_main_class_says_more_than_files_and_routes() -> None:
    main = ApplicationDecl(SourceSpan("orders/App.java", 3), "java", "spring-boot")
    found = stack(main, function("orders/A.kt", "kotlin"), function("orders/B.kt", "kotlin"), route("jax-rs"))

    assert found == ("java", "spring-boot")


def test_files_of_others_say_nothing() -> None:
    assert stack(function("stock/a.py", "python")) == (None, None)
