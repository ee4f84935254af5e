from parsed_graph.facts import (
    ConfigValue,
    EnvValue,
    Fact,
    InfrastructureUse,
    Literal,
    ProxyRoute,
    ServiceDecl,
    SourceSpan,
)
from parsed_graph.join.deployment_files import join_deployment_files

COMPOSE = "docker-compose.yml"


def unit(name: str, path: str = COMPOSE, **fields: object) -> ServiceDecl:
    return ServiceDecl(name, SourceSpan(path, 1), "compose", **fields)  # type: ignore[arg-type]


def variable(service: str, key: str, value: str, path: str) -> EnvValue:
    return EnvValue(service, key, value, SourceSpan(path, 2))


def environment(facts: list[Fact], service: str) -> dict[str, str]:
    joined = join_deployment_files(facts)
    return {fact.key: fact.value for fact in joined if isinstance(fact, EnvValue) and fact.service == service}


def test_variables_of_an_env_file_are_those_of_the_unit_that_names_it() -> None:
    facts: list[Fact] = [
        unit("cart", properties={"env_file": "shared.env,cart.env"}),
        variable("cart", "OWN", "1", COMPOSE),
        variable("", "OWN", "2", "cart.env"),
        variable("", "REDIS", "redis-a", "shared.env"),
        variable("", "REDIS", "redis-b", "cart.env"),
        variable("", "OTHER", "x", "unused.env"),
    ]

    assert environment(facts, "cart") == {"OWN": "1", "REDIS": "redis-b"}


def test_a_config_map_that_is_made_of_an_env_file_has_its_variables() -> None:
    facts: list[Fact] = [
        ServiceDecl("cart", SourceSpan("base/cart.yaml", 1), "kubernetes", properties={"env_from": "urls"}),
        ConfigValue("configmap-env:urls", "base/urls.env", SourceSpan("base/kustomization.yaml", 4)),
        variable("", "REDIS", "redis-a", "base/urls.env"),
        variable("", "OTHER", "x", "other.env"),
    ]

    assert environment(facts, "cart") == {"REDIS": "redis-a"}
    assert not any(
        "configmap-env" in fact.key for fact in join_deployment_files(facts) if isinstance(fact, ConfigValue)
    )


def test_a_unit_has_what_its_base_in_another_file_has() -> None:
    facts: list[Fact] = [
        unit("cart", properties={"extends": "common.yml#base"}),
        unit("base", "common.yml", image="shop/base", ports=(80,), properties={"extends": "common.yml#base"}),
        variable("base", "LEVEL", "info", "common.yml"),
    ]

    joined = list(join_deployment_files(facts))

    assert joined[0] == unit("cart", image="shop/base", ports=(80,), properties={"extends": "common.yml#base"})
    assert environment(facts, "cart") == {"LEVEL": "info"}


def test_config_maps_of_other_files_reach_the_workload_that_names_them() -> None:
    span = SourceSpan("maps.yaml", 3)
    facts: list[Fact] = [
        unit("orders", "k8s.yaml", properties={"env_from": "env", "config_maps": "files"}),
        ConfigValue("configmap:env/CART_URL", "http://cart", span),
        ConfigValue("configmap:files/application.yml#server.port", "8081", span),
        ConfigValue("configmap:files/nginx.conf", "server {}", span),
        ConfigValue("configmap:other/NO", "x", span),
    ]

    assert environment(facts, "orders") == {"CART_URL": "http://cart", "server.port": "8081"}


def test_a_mounted_file_speaks_of_the_unit_that_mounts_it() -> None:
    route = ProxyRoute("/**", (Literal("http://web"),), SourceSpan("proxy/conf/nginx.conf", 4), "nginx")
    use = InfrastructureUse("logging", "logstash", SourceSpan("elsewhere/filebeat.yml", 4))
    facts: list[Fact] = [unit("proxy", properties={"mounts": "proxy/conf"}), route, use]

    joined = list(join_deployment_files(facts))

    assert [fact.service for fact in joined if isinstance(fact, ProxyRoute)] == ["proxy"]
    assert use in joined
