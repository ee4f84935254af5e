from parsed_graph.facts import ConfigValue, EnvValue, ServiceAlias, ServiceDecl, SourceSpan
from parsed_graph.join.helm_values import ChartValues, condition_holds, fill_helm_values, fill_text

TEMPLATE = "shop/templates/orders.yaml"


def value(key: str, text: str, path: str = "shop/values.yaml") -> ConfigValue:
    return ConfigValue(f"helm:{key}", text, SourceSpan(path, 1))


def unit(name: str, line: int = 5, **fields: object) -> ServiceDecl:
    return ServiceDecl(name, SourceSpan(TEMPLATE, line), "helm", **fields)  # type: ignore[arg-type]


def test_values_of_the_chart_fill_names_images_and_environment() -> None:
    facts = [
        value("orders.name", "orders-api"),
        value("image.repo", "shop"),
        unit("${helm.orders.name}", image="${helm.image.repo}/orders:${helm.image.tag:}"),
        EnvValue("${helm.orders.name}", "CART", "http://${helm.cart.host:cart}", SourceSpan(TEMPLATE, 9)),
    ]

    filled = list(fill_helm_values(facts))

    assert unit("orders-api", image="shop/orders") in filled
    assert EnvValue("orders-api", "CART", "http://cart", SourceSpan(TEMPLATE, 9)) in filled


def test_a_chart_is_called_as_its_chart_file_says_and_without_one_like_its_folder() -> None:
    named = ConfigValue("helm-chart:name", "orders", SourceSpan("orders/helm/Chart.yaml", 2))
    units = [
        ServiceDecl("«chart»", SourceSpan("orders/helm/templates/all.yaml", 4), "helm"),
        ServiceDecl("«chart»", SourceSpan("orders/helm/values.yaml", 1), "helm"),
        ServiceDecl("«chart»-db", SourceSpan("cart/templates/all.yaml", 4), "helm"),
    ]

    filled = [fact.name for fact in fill_helm_values([named, *units]) if isinstance(fact, ServiceDecl)]

    assert filled == ["orders", "orders", "cart-db"]


def test_a_unit_whose_name_no_value_gives_is_left_out() -> None:
    assert list(fill_helm_values([unit("${helm.unknown}")])) == []


def test_values_of_an_umbrella_chart_go_before_those_of_its_part() -> None:
    path = "shop/charts/cart/templates/all.yaml"
    facts = [
        value("cart.port", "81"),
        value("port", "80", "shop/charts/cart/values.yaml"),
        EnvValue("cart", "PORT", "${helm.port}", SourceSpan(path, 1)),
    ]

    assert list(fill_helm_values(facts))[-1] == EnvValue("cart", "PORT", "81", SourceSpan(path, 1))


def test_what_stands_below_a_condition_that_does_not_hold_is_left_out() -> None:
    facts = [
        value("cart.enabled", "false"),
        ConfigValue("helm-if:1-10", ".Values.cart.enabled", SourceSpan(TEMPLATE, 1)),
        ConfigValue("helm-unless:20-30", ".Values.cart.enabled", SourceSpan(TEMPLATE, 20)),
        unit("cart", line=5),
        unit("other", line=15),
        unit("instead", line=25),
    ]

    assert [fact.name for fact in fill_helm_values(facts) if isinstance(fact, ServiceDecl)] == ["other", "instead"]


def test_a_dependency_that_its_condition_switches_off_is_left_out() -> None:
    span = SourceSpan("shop/Chart.yaml", 3)
    database = ServiceDecl("db", span, "helm", properties={"condition": "db.enabled"})

    assert list(fill_helm_values([database])) == [database]
    assert list(fill_helm_values([value("db.enabled", "false"), database])) == [value("db.enabled", "false")]


def test_facts_of_other_files_pass_unchanged() -> None:
    alias = ServiceAlias("${helm.x}", "y", SourceSpan("docs/a.yaml", 1), "kubernetes")

    assert list(fill_helm_values([alias])) == [alias]


def test_conditions_are_evaluated_as_far_as_values_tell() -> None:
    values = ChartValues([("", {"a": "true", "b": "false", "kind": "x", "list[0]": "1"})])

    assert condition_holds(".Values.a", values) is True
    assert condition_holds("not .Values.b", values) is True
    assert condition_holds("and .Values.a (or .Values.b .Values.missing)", values) is False
    assert condition_holds('eq .Values.kind "x"', values) is True
    assert condition_holds(".Values.list", values) is True
    assert condition_holds('.Capabilities.APIVersions.Has "v1"', values) is None


def test_values_that_name_one_another_do_not_loop() -> None:
    values = ChartValues([("", {"a": "${helm.a}${helm.a}"})])

    assert len(fill_text("${helm.a}", values)) < 200
