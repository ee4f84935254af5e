"""Names of services in prose: derived forms, guarded words, homes."""

import pytest

from parsed_graph.errors import SettingsError
from parsed_graph.model import Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from pipelines.documents.aliases import make_aliases
from pipelines.documents.inventory import Inventory, InventoryService, inventory_from_graph, read_services_file


def inventory(*names: str, **given: tuple[str, ...]) -> Inventory:
    return Inventory(tuple(InventoryService(name, name, given.get(name.replace("-", "_"), ())) for name in names))


def found(estate: Inventory, text: str) -> list[str]:
    return [estate.services[match.alias.service].name for match in estate.matcher.matches(text)]


@pytest.mark.parametrize(
    "text",
    [
        "order-fulfilment",
        "Order Fulfilment",
        "orderFulfilment",
        "OrderFulfilment",
        "order_fulfilment",
        "order\nfulfilment",
    ],
)
def test_spellings_of_a_name_are_one(text: str) -> None:
    assert found(inventory("order-fulfilment"), f"the {text} is down") == ["order-fulfilment"]


def test_shared_prefix_and_plain_suffix_are_dropped_where_the_rest_is_unique() -> None:
    estate = inventory("acme-ledger-service", "acme-quoting-engine", "acme-gateway")
    assert found(estate, "ledgers and the quoting engine") == ["acme-ledger-service", "acme-quoting-engine"]


def test_short_form_that_two_services_share_means_neither() -> None:
    assert found(inventory("acme-transfer-frontend", "acme-transfer-service", "acme-x"), "the transfer") == []


def test_name_inside_another_name_is_not_found() -> None:
    assert found(inventory("kafka", "grafana"), "kafka-exporter and kube-grafana-stack") == []


def test_name_before_an_adjective_is_found() -> None:
    assert found(inventory("keycloak"), "a Keycloak-managed login") == ["keycloak"]


def test_longest_name_wins() -> None:
    assert found(inventory("traefik", "traefik-dashboard"), "Traefik dashboard and Traefik") == [
        "traefik-dashboard",
        "traefik",
    ]


def test_acronym_counts_in_capitals_only() -> None:
    estate = inventory("data-science-pipelines")
    assert (found(estate, "DSP runs"), found(estate, "dsp runs")) == (["data-science-pipelines"], [])


def test_abbreviations_are_written_out() -> None:
    assert found(
        inventory("kube-api", "acme-auth-server", "acme-b"), "Kubernetes API and the authentication server"
    ) == ["kube-api", "acme-auth-server"]


def test_technology_is_no_short_form() -> None:
    assert found(inventory("kubernetes-api", "gitops-service"), "Kubernetes and GitOps") == []


def test_graph_gives_services_and_services_yaml_adds_to_them() -> None:
    graph = PropertyGraph()
    graph.add_node(
        Node(
            "service:orders",
            NodeLabel.SERVICE,
            "orders",
            properties={"repo": "shop", "path": "services/orders", "aliases": ("ord",)},
        )
    )
    declared = read_services_file(
        "- name: Orders\n  aliases: [order desk]\n  system: sales\n- name: acme-pay\n  external: true\n",
        "services.yaml",
    )
    estate = inventory_from_graph(graph, declared)
    assert [(s.name, s.aliases, s.external, s.system) for s in estate.services] == [
        ("acme-pay", (), True, ""),
        ("orders", ("ord", "order desk"), False, "sales"),
    ]


def test_services_file_gives_what_is_found_as_aliases_and_leaves_out_what_it_ignores() -> None:
    declared = read_services_file(
        "- name: billing\n  is: invoice-app\n  aliases: [bills]\n- name: demo\n  ignore: true\n- path: examples\n  ignore: true\n",
        "services.yaml",
    )
    assert [(s.name, s.aliases) for s in declared] == [("billing", ("bills", "invoice-app"))]


def test_malformed_services_file_says_which_entry() -> None:
    with pytest.raises(SettingsError, match="entry 2 has no name"):
        read_services_file("- name: a\n- alias: b\n", "services.yaml")


def test_home_is_the_service_in_whose_folder_a_document_lies() -> None:
    estate = Inventory(
        (
            InventoryService("a", "orders", repo="shop", path="services/orders"),
            InventoryService("b", "pay", repo="shop", path="services/pay"),
        )
    )
    assert estate.home("shop", "services/pay/docs/adr/0001-x.md") == 1
    assert estate.home("shop", "docs/adr/0001-x.md") is None


def test_documentation_repository_is_home_to_the_service_it_is_named_after() -> None:
    assert inventory("acme-quotes-service", "acme-quotes-ui").home("org/acme-quotes-docs", "adr/0001-x.md") == 0


def test_three_hundred_documents_against_two_hundred_services_take_no_time() -> None:
    import time

    estate = Inventory(
        tuple(
            InventoryService(f"s{i}", f"acme-{word}{i}-service") for i in range(100) for word in ("ledger", "quoting")
        )
    )
    text = "The ledger42 service will call quoting7 and wait for the answer of acme-ledger3. " * 40
    estate.matcher.matches("warm")
    started = time.process_time()
    hits = sum(len(estate.matcher.matches(text)) for _ in range(312))
    assert (hits, time.process_time() - started < 3.0) == (312 * 120, True)


def test_a_service_with_a_name_of_one_letter_is_no_error() -> None:
    assert {alias.service for alias in make_aliases(["a", "ledger"], [(), ()])} == {1}
