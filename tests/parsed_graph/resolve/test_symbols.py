"""Functions of one qualified name in several programs of a repository are several functions, each called by its own program."""

from parsed_graph.build import build_graph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ApplicationDecl, Fact, FunctionCall, FunctionDecl, ModuleDecl, ServiceDecl, SourceSpan
from parsed_graph.schema import EdgeType


def program(name: str) -> list[Fact]:
    source = f"{name}/src/App.java"
    return [
        ServiceDecl(name, SourceSpan("compose.yaml", 1), "compose", directory=name),
        ModuleDecl(name, name, SourceSpan(f"{name}/pom.xml", 1), "maven"),
        ApplicationDecl(SourceSpan(source, 1), "java", "spring-boot"),
        FunctionDecl("shop.App.run", "run()", SourceSpan(source, 2), 3, "java"),
        FunctionDecl("shop.Rows.read", "read()", SourceSpan(source, 5), 6, "java"),
        FunctionCall("shop.App.run", "shop.Rows.read", SourceSpan(source, 3), "import", 0),
    ]


def calls(*facts: Fact) -> set[tuple[str, str]]:
    built = build_graph(EstateFacts([("shop", facts)]))
    return {(edge.source, edge.target) for edge in built.graph.edges(EdgeType.CALLS)}


def test_each_program_calls_its_own() -> None:
    assert calls(*program("orders"), *program("stock")) == {
        ("function:orders:shop.App.run", "function:orders:shop.Rows.read"),
        ("function:stock:shop.App.run", "function:stock:shop.Rows.read"),
    }


def test_of_a_function_that_two_other_programs_have_none_is_meant() -> None:
    caller = "billing/src/App.java"
    found = calls(
        *program("orders"),
        *program("stock"),
        ServiceDecl("billing", SourceSpan("compose.yaml", 9), "compose", directory="billing"),
        ModuleDecl("billing", "billing", SourceSpan("billing/pom.xml", 1), "maven"),
        ApplicationDecl(SourceSpan(caller, 1), "java", "spring-boot"),
        FunctionDecl("shop.Billing.run", "run()", SourceSpan(caller, 2), 3, "java"),
        FunctionCall("shop.Billing.run", "shop.Rows.read", SourceSpan(caller, 3), "import", 0),
    )

    assert not any(source.startswith("function:billing") for source, _ in found)
