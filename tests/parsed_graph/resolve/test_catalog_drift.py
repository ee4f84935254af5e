"""Where catalogue and code disagree, both ways: each disagreement is one row of problems, and agreement is none."""

from parsed_graph.build import build_graph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import (
    ApplicationDecl,
    CatalogEntity,
    Fact,
    HttpCall,
    Literal,
    ModuleDecl,
    RouteDecl,
    ServiceDecl,
    SourceSpan,
)


def span(path: str, line: int = 1) -> SourceSpan:
    return SourceSpan(path, line)


def program(name: str) -> list[Fact]:
    return [
        ServiceDecl(name, span("compose.yaml"), "compose", directory=name),
        ModuleDecl(name, name, span(f"{name}/pom.xml"), "maven"),
        ApplicationDecl(span(f"{name}/src/main/java/App.java"), "java", "spring-boot"),
    ]


def entity(kind: str, name: str, *relations: tuple[str, str], line: int = 4) -> CatalogEntity:
    return CatalogEntity(kind, name, span("catalog-info.yaml", line), relations=relations)


def call(source: str, target: str) -> list[Fact]:
    return [
        HttpCall("GET", (Literal(f"http://{target}/x"),), span(f"{source}/src/main/java/Client.java", 7), "feign"),
        RouteDecl("GET", (Literal("/x"),), span(f"{target}/src/main/java/Api.java"), "spring-mvc"),
    ]


def drift(*facts: Fact) -> set[tuple[str, str, str]]:
    built = build_graph(EstateFacts([("shop", facts)]))
    return {
        (problem.reason, problem.detail.partition(" is in ")[0].partition(":")[0], f"{problem.path}:{problem.line}")
        for problem in built.problems
        if problem.stage == "catalogue" and problem.reason.endswith(("found", "declared"))
    }


AGREED: list[Fact] = [
    *program("orders"),
    *program("stock"),
    *call("orders", "stock"),
    entity("Component", "orders", ("consumesApis", "stock-api")),
    entity("Component", "stock", ("providesApis", "stock-api")),
    entity("API", "stock-api"),
]


def test_a_catalogue_that_says_what_the_code_says_drifts_nowhere() -> None:
    assert drift(*AGREED) == set()


def test_without_a_catalogue_nothing_is_missing_from_it() -> None:
    assert drift(*program("orders"), *program("stock"), *call("orders", "stock")) == set()


def test_what_only_the_catalogue_says_is_declared_and_not_found() -> None:
    found = drift(
        *AGREED,
        entity("Component", "ghost", line=20),
        entity("Resource", "lost-db", line=30),
        entity("API", "nobody-api", line=40),
        entity("Component", "stock", ("dependsOn", "component:orders"), ("providesApis", "stock-api")),
    )

    assert found == {
        ("declared-not-found", "component ghost", "shop:catalog-info.yaml:20"),
        ("declared-not-found", "resource lost-db", "shop:catalog-info.yaml:30"),
        ("declared-not-found", "api nobody-api", "shop:catalog-info.yaml:40"),
        ("declared-not-found", "dependency stock to orders", "shop:catalog-info.yaml:4"),
    }


def test_what_only_the_code_says_is_found_and_not_declared() -> None:
    found = drift(
        *program("orders"),
        *program("stock"),
        *program("billing"),
        *call("orders", "stock"),
        entity("Component", "orders"),
        entity("Component", "stock"),
    )

    assert {(reason, what) for reason, what, _ in found} == {
        ("found-not-declared", "component billing"),
        ("found-not-declared", "api of stock"),
        ("found-not-declared", "dependency orders to stock"),
    }


def test_dependency_of_declares_the_other_way_round() -> None:
    facts = [fact for fact in AGREED if not isinstance(fact, CatalogEntity)]

    found = drift(
        *facts,
        entity("Component", "orders"),
        entity("Component", "stock", ("dependencyOf", "component:orders"), ("providesApis", "stock-api")),
        entity("API", "stock-api"),
    )

    assert found == set()


def test_a_library_of_the_catalogue_is_not_looked_for_among_what_runs() -> None:
    library = CatalogEntity("Component", "money", span("catalog-info.yaml", 9), type="library")

    assert drift(*AGREED, library) == set()
