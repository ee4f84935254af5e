"""The example estate, indexed by the real command, against `examples/shop/expected.yaml`: a truth written by hand."""

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml

SHOP = Path(__file__).parents[1] / "examples" / "shop"
TRUTH: dict[str, Any] = yaml.safe_load((SHOP / "expected.yaml").read_text(encoding="utf-8"))
ANSWERS = 0.5


class Indexed:
    """What a run wrote, with the names that the truth uses."""

    def __init__(self, output: Path) -> None:
        nodes = pd.read_parquet(output / "nodes.parquet")
        edges = pd.read_parquet(output / "edges.parquet")
        self.problems = pd.read_parquet(output / "problems.parquet")
        self.labels = dict(zip(nodes["id"], nodes["label"], strict=True))
        self.names = dict(zip(nodes["id"], nodes["name"], strict=True))
        self.services = dict(zip(nodes["id"], nodes["service"], strict=True))
        self.properties = {i: json.loads(p) for i, p in zip(nodes["id"], nodes["properties"], strict=True)}
        self.edges = [
            (row.source, row.type, row.target, row.layer, row.confidence, json.loads(row.properties))
            for row in edges.itertuples()
        ]

    def named(self, label: str) -> dict[str, dict[str, Any]]:
        return {self.names[i]: self.properties[i] for i, found in self.labels.items() if found == label}

    def of(self, edge_type: str, *layers: str, least: float = ANSWERS) -> Iterator[tuple[str, str, dict[str, Any]]]:
        for source, found, target, layer, confidence, properties in self.edges:
            if found == edge_type and confidence >= least and (not layers or layer in layers):
                yield source, target, properties

    def pairs(self, edge_type: str, *layers: str) -> set[tuple[str, str]]:
        return {(self.names[source], self.names[target]) for source, target, _ in self.of(edge_type, *layers)}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    output = tmp_path_factory.mktemp("shop")
    command = [sys.executable, "-m", "pipelines.serving.cli", "index", str(SHOP), "--output", str(output)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return Indexed(output)


def test_each_service_is_one_node_under_its_name(shop: Indexed) -> None:
    assert sorted(shop.named("Service")) == sorted(service["name"] for service in TRUTH["services"])


def test_services_have_their_role_language_path_and_system(shop: Indexed) -> None:
    keys = ("role", "language", "path", "system", "domain")
    wanted = {s["name"]: {key: s[key] for key in keys if key in s} for s in TRUTH["services"]}
    found = shop.named("Service")
    assert {name: {key: found[name].get(key) for key in each} for name, each in wanted.items()} == wanted


def test_services_have_their_owner_and_on_call(shop: Indexed) -> None:
    wanted = {s["name"]: (s["owner"], s["oncall"]) for s in TRUTH["services"] if "owner" in s}
    found = shop.named("Service")
    assert {n: (found[n].get("owner"), str(found[n].get("oncall")).rpartition("/")[2]) for n in wanted} == wanted


def test_every_alias_leads_to_its_service(shop: Indexed) -> None:
    found = shop.named("Service")
    missing = {
        (service["name"], alias)
        for service in TRUTH["services"]
        for alias in service.get("aliases", ())
        if alias not in found[service["name"]].get("aliases", ())
    }
    assert missing == set()


def test_databases_are_databases_of_their_kind(shop: Indexed) -> None:
    wanted = {database["name"]: database["kind"] for database in TRUTH["databases"]}
    assert {name: p.get("kind") for name, p in shop.named("Database").items()} == wanted


@pytest.mark.parametrize("layer", ["parsed", "observed"])
def test_dependencies_are_exactly_those_of_the_truth(shop: Indexed, layer: str) -> None:
    wanted = {(s, t, _kinds(k[layer])) for s, t, k in TRUTH["depends_on"] if layer in k and k[layer] != "any"}
    brokers = {"kafka", "pubsub"}
    found = {
        (shop.names[source], shop.names[target], _kinds(properties["kinds"]))
        for source, target, properties in shop.of("DEPENDS_ON", layer)
        if shop.labels[target] != "Library" and not (layer == "observed" and shop.names[target] in brokers)
    }
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def test_catalogue_and_deployment_declare_no_other_dependency(shop: Indexed) -> None:
    allowed = {(source, target) for source, target, layers in TRUTH["depends_on"] if "declared" in layers}
    needed = {(s, t) for s, t, layers in TRUTH["depends_on"] if isinstance(layers.get("declared"), list)}
    found = {
        (shop.names[s], shop.names[t])
        for s, t, _ in shop.of("DEPENDS_ON", "declared")
        if shop.names[t] not in ("kafka", "pubsub", "config-server")
    }
    assert (sorted(found - allowed), sorted(needed - found)) == ([], [])


def test_no_tempting_pair_is_a_dependency(shop: Indexed) -> None:
    tempting = {(source, target) for source, target, _ in TRUTH["no_dependency"]}
    assert shop.pairs("DEPENDS_ON") & tempting == set()


def test_endpoints_are_exactly_those_of_the_truth(shop: Indexed) -> None:
    wanted = {(s, _endpoint(e)) for s, endpoints in TRUTH["endpoints"].items() for e in endpoints}
    found = {(shop.names[shop.services[i]], _shown(shop, i)) for i, label in shop.labels.items() if label == "Endpoint"}
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def test_calls_reach_the_endpoints_of_the_truth(shop: Indexed) -> None:
    wanted = {(s, t, _endpoint(e)) for s, t, e in TRUTH["calls"]}
    found = {
        (shop.names[source], shop.names[shop.services[target]], _shown(shop, target))
        for source, target, properties in shop.of("CALLS", "parsed")
        if shop.labels[source] == "Service" and "via" not in properties
    }
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def test_calls_through_the_gateway_name_it(shop: Indexed) -> None:
    wanted = {(s, t, _endpoint(e), "service:gateway") for s, t, e in TRUTH["through_gateway"]}
    found = {
        (shop.names[source], shop.names[shop.services[target]], _shown(shop, target), properties["via"])
        for source, target, properties in shop.of("CALLS", "parsed")
        if shop.labels[source] == "Service" and "via" in properties
    }
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def test_topics_have_their_publishers_and_consumers(shop: Indexed) -> None:
    wanted = {
        (topic["name"], topic["broker"], tuple(sorted(topic["publishers"])), tuple(sorted(topic["consumers"].items())))
        for topic in TRUTH["topics"]
    }
    publishers: defaultdict[str, set[str]] = defaultdict(set)
    consumers: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for source, target, _ in shop.of("PUBLISHES", "parsed"):
        if shop.labels[target] == "Topic":
            publishers[target].add(shop.names[source])
    for source, target, _ in shop.of("CONSUMES", "parsed"):
        consumers[target].add((shop.names[shop.services[source]], shop.names[source]))
    found = {
        (shop.names[i], shop.properties[i].get("broker"), tuple(sorted(publishers[i])), tuple(sorted(consumers[i])))
        for i, label in shop.labels.items()
        if label == "Topic"
    }
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def test_events_have_their_version_topic_and_publishers(shop: Indexed) -> None:
    wanted = {(e["name"], e["version"], e["topic"], tuple(sorted(e["publishers"]))) for e in TRUTH["events"]}
    topics = {source: shop.names[target] for source, target, _ in shop.of("ON")}
    publishers: defaultdict[str, set[str]] = defaultdict(set)
    for source, target, _ in shop.of("PUBLISHES", "parsed"):
        publishers[target].add(shop.names[source])
    found = {
        (shop.names[i], shop.properties[i].get("version", ""), topics.get(i, ""), tuple(sorted(publishers[i])))
        for i, label in shop.labels.items()
        if label == "Event"
    }
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def test_entities_are_stored_where_the_truth_says(shop: Indexed) -> None:
    wanted = {(e["service"], e["name"], e["table"], e.get("repository", "")) for e in TRUTH["entities"]}
    repositories = {source: shop.names[target] for source, target, _ in shop.of("PERSISTED_BY")}
    found = {
        (shop.names[shop.services[i]], shop.names[i], shop.properties[i].get("table", ""), repositories.get(i, ""))
        for i, label in shop.labels.items()
        if label == "Entity" and shop.properties[i].get("kind") != "value"
    }
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def _kinds(kinds: list[str]) -> tuple[str, ...]:
    return tuple(sorted({"database" if kind == "cache" else kind for kind in kinds}))


def _endpoint(text: str) -> str:
    method, _, path = text.partition(" ")
    path = re.sub(r"\{[^}]*\}", "{}", path)
    return f"{path.rpartition('/')[2]} /{path}" if method == "grpc" else f"{method} {path}"


def _shown(shop: Indexed, endpoint: str) -> str:
    return f"{shop.properties[endpoint]['method']} {shop.properties[endpoint]['path']}"


def test_catalogue_and_code_disagree_where_the_truth_says_so(shop: Indexed) -> None:
    found = {"declared-not-found": set(), "found-not-declared": set()}
    for row in shop.problems[shop.problems["stage"] == "catalogue"].itertuples():
        pair = re.match(r"dependency (\S+) to (\S+) is in", row.detail)
        if pair:
            found[row.reason].add((pair[1], pair[2]))
    drift = {name: {tuple(pair) for pair in pairs} for name, pairs in TRUTH["drift"].items()}
    events = {(source, target) for source, target, kinds in TRUTH["depends_on"] if kinds.get("parsed") == ["event"]}

    assert found["declared-not-found"] == drift["declared_only"]
    assert found["found-not-declared"] - events == drift["code_only"] | drift["observed_only"]
