from parsed_graph.facts import Fact, FunctionCall, FunctionDecl, SourceSpan
from parsed_graph.join.extension_methods import name_extensions

SPAN = SourceSpan("A.cs", 1)


def extension(name: str) -> FunctionDecl:
    short = name.rpartition(".")[2]
    return FunctionDecl(name, f"{short}(this IServiceCollection services)", SPAN, 2, "csharp")


def target(caller: str, *declared: Fact) -> str:
    called = FunctionCall(caller, "AddStore", SPAN, "bare")
    return next(fact.target for fact in name_extensions([*declared, called]) if isinstance(fact, FunctionCall))


def test_the_only_extension_of_a_name_is_meant() -> None:
    assert (
        target("Shop.Orders.Startup.Configure", extension("Shop.Store.Setup.AddStore")) == "Shop.Store.Setup.AddStore"
    )
    assert target("", extension("Shop.Store.Setup.AddStore")) == "Shop.Store.Setup.AddStore"


def test_of_several_the_one_of_the_callers_namespace_is_meant() -> None:
    several = [extension("Shop.Orders.Store.Setup.AddStore"), extension("Shop.Stock.Store.Setup.AddStore")]

    assert target("Shop.Orders.Startup.Configure", *several) == "Shop.Orders.Store.Setup.AddStore"
    assert target("Shop.Reports.Startup.Configure", *several) == "AddStore"
    assert target("", *several) == "AddStore"


def test_a_plain_method_is_no_extension() -> None:
    plain = FunctionDecl("Shop.Store.Setup.AddStore", "AddStore(Store store)", SPAN, 2, "csharp")

    assert target("Shop.Orders.Startup.Configure", plain) == "AddStore"
