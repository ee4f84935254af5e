from parsed_graph.facts import ConfigValue, EnvValue, Fact, Incomplete, Literal, ProxyRoute, ServiceDecl, SourceSpan
from parsed_graph.join.deployment_files import join_deployment_files
from parsed_graph.join.kustomize_files import join_kustomizations

PLACE = SourceSpan("base/kustomization.yaml", 4)


def reference(key: str, path: str) -> ConfigValue:
    return ConfigValue(key, path, PLACE)


def value(key: str, text: str, path: str, profile: str = "") -> ConfigValue:
    return ConfigValue(key, text, SourceSpan(path, 2), profile)


def test_a_configuration_file_of_a_config_map_gives_its_keys_to_who_mounts_it() -> None:
    facts: list[Fact] = [
        ServiceDecl("orders", SourceSpan("base/orders.yaml", 1), "kubernetes", properties={"config_maps": "settings"}),
        reference("configmap-file:settings/application.yml", "base/config/orders.yml"),
        reference("configmap-file:settings/app.env", "base/shop.env"),
        value("cart.url", "http://cart", "base/config/orders.yml"),
        EnvValue("", "QUOTE_URL", "http://quote", SourceSpan("base/shop.env", 2)),
        value("other.url", "http://other", "base/config/other.yml"),
    ]

    joined = list(join_deployment_files(facts))

    assert [(fact.key, fact.value) for fact in joined if isinstance(fact, EnvValue) and fact.service == "orders"] == [
        ("cart.url", "http://cart"),
        ("QUOTE_URL", "http://quote"),
    ]


def test_a_proxy_configuration_in_a_config_map_speaks_of_who_mounts_it() -> None:
    route = ProxyRoute("/**", (Literal("http://web"),), SourceSpan("base/nginx.conf", 4), "nginx")
    facts: list[Fact] = [
        ServiceDecl("proxy", SourceSpan("base/proxy.yaml", 1), "kubernetes", properties={"config_maps": "settings"}),
        reference("configmap-file:settings/nginx.conf", "base/nginx.conf"),
        route,
    ]

    assert [fact.service for fact in join_deployment_files(facts) if isinstance(fact, ProxyRoute)] == ["proxy"]


def test_a_file_of_which_nothing_is_known_is_a_problem() -> None:
    facts: list[Fact] = [reference("configmap-file:settings/rules.txt", "base/rules.txt")]

    assert list(join_kustomizations(facts)) == [
        Incomplete("unsupported", "base/rules.txt, entry of a ConfigMap: nothing is known of what it holds", PLACE)
    ]


def test_the_variables_of_a_patch_file_are_those_of_its_workload() -> None:
    variable = value("patch-variable:CART_URL", "http://cart", "dev/variables.yaml")
    facts: list[Fact] = [
        reference("patch-file:orders", "dev/variables.yaml"),
        variable,
        value("patch-variable:UNUSED", "x", "dev/unused.yaml"),
    ]

    assert list(join_kustomizations(facts)) == [EnvValue("orders", "CART_URL", "http://cart", variable.span)]


def test_a_patch_file_for_several_workloads_is_a_problem_only_where_it_gives_variables() -> None:
    facts: list[Fact] = [
        reference("patch-file:", "dev/variables.yaml"),
        reference("patch-file:", "dev/replicas.yaml"),
        value("patch-variable:CART_URL", "http://cart", "dev/variables.yaml"),
    ]

    detail = "variables that dev/variables.yaml gives to what no single name says are not joined"
    assert list(join_kustomizations(facts)) == [Incomplete("unsupported", detail, PLACE)]
