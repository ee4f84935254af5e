"""What `services.yaml` says of services that the rules find: it counts, and what is wrong in it becomes a problem at its line."""

from parsed_graph.build import build_graph
from parsed_graph.built_graph import BuiltGraph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import (
    ApplicationDecl,
    Fact,
    FunctionDecl,
    HttpCall,
    ImageDecl,
    Literal,
    ModuleDecl,
    ServiceDecl,
    ServiceOverride,
    SourceSpan,
    StartOrder,
)
from parsed_graph.schema import EdgeType, NodeLabel

COMPOSE = SourceSpan("compose.yaml", 1)


def built_from(folder: str) -> ServiceDecl:
    return ServiceDecl(folder.rpartition("/")[2] or "shop", COMPOSE, "compose", directory=folder)


def application(folder: str) -> ApplicationDecl:
    return ApplicationDecl(SourceSpan(f"{folder}/main.py", 1), "python", "fastapi")


def product(name: str, image: str) -> ServiceDecl:
    return ServiceDecl(name, COMPOSE, "compose", image=image)


def function(path: str) -> FunctionDecl:
    return FunctionDecl(f"{path.removesuffix('.py').replace('/', '.')}.run", "run()", SourceSpan(path, 1), 9, "python")


def entry(
    line: int, name: str, *others: str, path: str | None = None, aliases: tuple[str, ...] = (), owner: str = ""
) -> list[Fact]:
    span = SourceSpan("services.yaml", line)
    properties = {"owner": owner} if owner else {}
    declared = ServiceDecl(name, span, "services.yaml", aliases=aliases, properties=properties)
    return [declared, ServiceOverride(name, span, others, path)] if others or path is not None else [declared]


def ignored(line: int, name: str = "", path: str | None = None) -> list[Fact]:
    return [ServiceOverride(name, SourceSpan("services.yaml", line), (), path, ignored=True)]


def build(*facts: Fact) -> BuiltGraph:
    return build_graph(EstateFacts([("shop", list(facts))]))


def services(built: BuiltGraph) -> dict[str, tuple[str, ...]]:
    nodes = built.graph.nodes(NodeLabel.SERVICE)
    return {node.name: aliases for node in nodes if isinstance(aliases := node.properties.get("aliases", ()), tuple)}


def functions(built: BuiltGraph) -> dict[str, str]:
    return {str(n.properties["path"]): n.service for n in built.graph.nodes(NodeLabel.FUNCTION)}


def dependencies(built: BuiltGraph) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in built.graph.edges(EdgeType.DEPENDS_ON)}


def problems(built: BuiltGraph) -> list[tuple[str, int, str]]:
    assert {problem.path for problem in built.problems} <= {"shop:services.yaml"}
    return [(problem.reason, problem.line, problem.detail) for problem in built.problems]


def test_service_is_called_as_the_entry_says_and_its_old_name_stays_an_alias() -> None:
    built = build(built_from("invoice-app"), *entry(1, "billing", "invoice-app", owner="team-money"))

    assert services(built) == {"billing": ("invoice-app",)}
    node = built.graph.node("service:billing")
    assert node is not None and (node.properties["owner"], node.properties["path"]) == ("team-money", "invoice-app")


def test_address_with_the_old_name_leads_to_the_renamed_service() -> None:
    order = StartOrder("orders", "invoice-app", COMPOSE)
    built = build(built_from("orders"), built_from("invoice-app"), order, *entry(1, "billing", "invoice-app"))

    assert dependencies(built) == {("service:orders", "service:billing")}


def test_services_that_are_one_have_the_files_of_all_and_no_edge_between_them() -> None:
    built = build(
        built_from("orders"),
        built_from("dispatch"),
        StartOrder("orders", "dispatch", COMPOSE),
        function("orders/api.py"),
        function("dispatch/loop.py"),
        *entry(1, "orders", "dispatch"),
    )

    assert services(built) == {"orders": ("dispatch",)}
    assert functions(built) == {"orders/api.py": "service:orders", "dispatch/loop.py": "service:orders"}
    assert dependencies(built) == set()


def test_databases_can_be_one_too() -> None:
    built = build(product("db", "postgres:16"), product("pg", "postgres:15"), *entry(1, "orders-db", "db", "pg"))

    assert [(n.name, n.properties["aliases"]) for n in built.graph.nodes(NodeLabel.DATABASE)] == [
        ("orders-db", ("db", "pg"))
    ]


def test_ignored_service_leaves_and_its_code_counts_for_nobody() -> None:
    built = build(
        built_from(""),
        built_from("loadgen"),
        StartOrder("loadgen", "shop", COMPOSE),
        function("main.py"),
        function("loadgen/run.py"),
        *ignored(1, "loadgen"),
    )

    assert services(built) == {"shop": ()}
    assert functions(built) == {"main.py": "service:shop", "loadgen/run.py": ""}
    assert (dependencies(built), problems(built)) == (set(), [])


def test_nothing_in_an_ignored_folder_counts_nor_what_is_built_from_it() -> None:
    built = build(
        built_from("orders"),
        built_from("examples/demo"),
        function("examples/demo/run.py"),
        ServiceDecl("sample", SourceSpan("examples/compose.yaml", 1), "compose", image="acme/sample"),
        *ignored(1, path="examples"),
    )

    assert (services(built), functions(built), problems(built)) == ({"orders": ()}, {}, [])


def test_what_only_an_address_shows_can_be_ignored() -> None:
    call = HttpCall("GET", (Literal("https://www.gravatar.com/avatar"),), SourceSpan("orders/api.py", 3), "httpx", "")
    facts = [built_from("orders"), call]

    assert set(services(build(*facts))) == {"orders", "gravatar.com"}
    built = build(*facts, *ignored(1, "gravatar.com"))
    assert (set(services(built)), dependencies(built), problems(built)) == ({"orders"}, set(), [])


def test_folder_that_no_rule_recognises_is_the_service_that_an_entry_names() -> None:
    facts = [built_from("orders"), function("jobs/reports/run.py")]

    assert services(build(*facts)) == {"orders": ()}
    built = build(*facts, *entry(1, "monthly", path="jobs/reports"))
    assert services(built) == {"monthly": ("reports",), "orders": ()}
    assert functions(built) == {"jobs/reports/run.py": "service:monthly"}


def test_path_means_the_service_that_was_found_there_or_alone_below() -> None:
    assert services(build(built_from("a/web"), *entry(1, "front", path="a/web"))) == {"front": ("web",)}
    built = build(built_from("a/web/src"), function("a/web/x.py"), *entry(1, "front", path="a/web"))
    assert functions(built) == {"a/web/x.py": "service:front"}


def test_path_tells_apart_services_of_one_name() -> None:
    facts = [application("a/web"), application("b/web")]
    built = build(*facts, *entry(1, "front", path="b/web"))

    assert {node.name: node.properties["path"] for node in built.graph.nodes(NodeLabel.SERVICE)} == {
        "front": "b/web",
        "web": "a/web",
    }


def test_entry_that_names_nothing_adds_nothing() -> None:
    built = build(
        built_from("orders"),
        *entry(1, "billing", "invoise-app"),
        *entry(4, "reports", path="jobs/reprots"),
        *ignored(7, "loadgen"),
        *ignored(9, path="exmaples"),
    )

    assert services(built) == {"orders": ()}
    assert [(reason, line) for reason, line, _ in problems(built)] == [
        ("unknown-service", 1),
        ("unknown-folder", 4),
        ("unknown-service", 7),
        ("unknown-folder", 9),
    ]
    assert problems(built)[0][2] == "nothing is found under the name invoise-app: correct it or take it out"


def test_what_is_found_of_an_entry_counts_though_another_name_of_it_is_wrong() -> None:
    built = build(built_from("orders"), built_from("dispatch"), *entry(1, "orders", "dispatch", "dispach"))

    assert services(built) == {"orders": ("dispatch",)}
    assert [(reason, line) for reason, line, _ in problems(built)] == [("unknown-service", 1)]


def test_name_of_several_services_asks_for_the_folder() -> None:
    facts = [application("a/web"), application("b/web")]
    built = build(*facts, *ignored(1, "web"))

    assert len(list(built.graph.nodes(NodeLabel.SERVICE))) == 2
    assert problems(built) == [
        (
            "ambiguous-service",
            1,
            "web is the name of 2: shop:a/web, shop:b/web; give the folder of one as path, or an id as its name",
        )
    ]


def test_database_that_has_its_name_in_common_is_meant_by_its_id() -> None:
    programs = [application("a/orders"), application("b/stock")]
    databases = [
        ServiceDecl("db", SourceSpan(f"{folder}/compose.yaml", 1), "compose", image="postgres:16")
        for folder in ("a/orders", "b/stock")
    ]
    by_name = build(*programs, *databases, *entry(1, "stock-db", "db"))
    by_id = build(*programs, *databases, *entry(1, "stock-db", "database:b/stock:db"))

    assert [(reason, detail) for reason, _, detail in problems(by_name)] == [
        (
            "ambiguous-service",
            "db is the name of 2: database:a/orders:db, database:b/stock:db; give the folder of one as path, or an id as its name",
        )
    ]
    assert sorted(node.name for node in by_id.graph.nodes(NodeLabel.DATABASE)) == ["db", "stock-db"]


def test_folder_of_several_services_is_none_of_them() -> None:
    built = build(built_from("a/orders"), built_from("a/stock"), *entry(1, "shop", path="a"))

    assert set(services(built)) == {"orders", "stock"}
    assert [(reason, line) for reason, line, _ in problems(built)] == [("ambiguous-folder", 1)]


def test_first_of_two_entries_that_differ_counts() -> None:
    facts = [built_from("orders"), built_from("stock")]
    renamed_twice = build(*facts, *entry(1, "sales", "orders"), *entry(4, "trade", "orders"))
    circle = build(*facts, *entry(1, "orders", "stock"), *entry(4, "stock", "orders"))
    ignored_and_joined = build(*facts, *ignored(1, "stock"), *entry(4, "orders", "stock"))
    ignored_and_described = build(*facts, *entry(1, "stock", owner="team-supply"), *ignored(4, "stock"))

    assert (set(services(renamed_twice)), problems(renamed_twice)) == (
        {"sales", "stock"},
        [
            (
                "contradiction",
                4,
                "what trade names is called sales at shop:services.yaml:1: keep one of the two entries",
            )
        ],
    )
    assert (services(circle), [line for _, line, _ in problems(circle)]) == ({"orders": ("stock",)}, [4])
    assert (set(services(ignored_and_joined)), [line for _, line, _ in problems(ignored_and_joined)]) == (
        {"orders"},
        [4],
    )
    assert (set(services(ignored_and_described)), problems(ignored_and_described)) == (
        {"orders"},
        [("contradiction", 1, "stock is ignored at shop:services.yaml:4: keep one of the two entries")],
    )


def test_same_entry_twice_is_no_contradiction() -> None:
    built = build(built_from("invoice-app"), *entry(1, "billing", "invoice-app"), *entry(3, "Billing", "invoice-app"))

    assert (set(services(built)), problems(built)) == ({"billing"}, [])


def test_service_and_database_are_never_one() -> None:
    built = build(built_from("orders"), product("db", "postgres:16"), *entry(1, "orders", "db"))

    assert services(built) == {"orders": ()}
    assert problems(built) == [
        ("contradiction", 1, "orders would be a Database and a Service in one: list only names of one kind")
    ]


def test_alias_that_is_the_name_of_another_service_is_not_taken() -> None:
    built = build(built_from("orders"), built_from("stock"), *entry(1, "orders", aliases=("stock", "oms")))

    assert services(built) == {"orders": ("oms",), "stock": ()}
    assert problems(built) == [
        (
            "contradiction",
            1,
            "the alias stock is the name of another: put it under is, if it and orders are one",
        )
    ]


def test_stand_in_for_an_external_system_is_external_and_own_source_is_not() -> None:
    facts = [product("bank", "acme/bank-stub"), built_from("orders")]
    span = SourceSpan("services.yaml", 1)
    external = [ServiceDecl(name, span, "services.yaml", role="external") for name in ("bank", "orders")]
    built = build(*facts, *external)

    assert {n.name: n.properties["role"] for n in built.graph.nodes(NodeLabel.SERVICE)} == {
        "bank": "external",
        "orders": "application",
    }
    assert problems(built) == [
        ("contradiction", 1, "external, but the source is in shop:orders: take external out"),
    ]


def test_entries_do_not_change_what_else_is_found() -> None:
    module = ModuleDecl("orders", "orders", SourceSpan("orders/pom.xml", 1), "maven")
    image = ImageDecl("orders/Dockerfile", "temurin:21", SourceSpan("orders/Dockerfile", 1))

    assert set(services(build(module, image))) == {"orders"}
    assert set(services(build(module, image, *entry(1, "bank")))) == {"bank", "orders"}
