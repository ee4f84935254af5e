from parsed_graph.facts import ConfigValue, Fact, Incomplete, ServiceAlias, ServiceDecl, SourceSpan
from parsed_graph.join.kustomize_names import join_kustomize_names


def takes_in(folder: str, path: str) -> ConfigValue:
    return ConfigValue("kustomize-resource:", path, SourceSpan(f"{folder}/kustomization.yaml", 1))


def names(folder: str, added: str) -> ConfigValue:
    return ConfigValue(f"kustomize-names:{added}", "", SourceSpan(f"{folder}/kustomization.yaml", 2))


def service(name: str, path: str = "base/orders.yaml") -> ServiceAlias:
    return ServiceAlias(name, "orders", SourceSpan(path, 9), "kubernetes", (80,), ("app=orders",))


def aliases(facts: list[Fact]) -> list[str]:
    return [fact.alias for fact in join_kustomize_names(facts) if isinstance(fact, ServiceAlias)]


def test_a_service_has_the_names_of_every_kustomization_that_takes_it_in() -> None:
    facts: list[Fact] = [
        takes_in("base", "base/orders.yaml"),
        names("base", "shop-*"),
        takes_in("dev", "base"),
        names("dev", "dev-*-a"),
        service("orders"),
        service("cart", "elsewhere/cart.yaml"),
    ]

    assert aliases(facts) == ["orders", "cart", "shop-orders", "dev-shop-orders-a"]


def test_a_name_that_something_else_has_is_left_to_it() -> None:
    other = ServiceDecl("dev-orders", SourceSpan("other.yaml", 1), "kubernetes")
    facts: list[Fact] = [takes_in("dev", "base/orders.yaml"), names("dev", "dev-*"), service("orders"), other]

    assert aliases(facts) == ["orders"]


def test_a_prefix_of_nothing_that_is_known_is_a_problem() -> None:
    facts: list[Fact] = [takes_in("dev", "base"), names("dev", "dev-*")]

    assert list(join_kustomize_names(facts)) == [
        Incomplete("unsupported", "dev-* is given to no Service that is known", SourceSpan("dev/kustomization.yaml", 2))
    ]


def test_kustomizations_that_take_in_each_other_end() -> None:
    facts: list[Fact] = [
        takes_in("a", "b"),
        names("a", "x-*"),
        takes_in("b", "a"),
        takes_in("b", "base/orders.yaml"),
        service("orders"),
    ]

    assert aliases(facts) == ["orders", "x-orders"]
