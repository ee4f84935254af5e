"""Third-party container images: what product an image name stands for, and what kind of component that makes."""

import re
from typing import NamedTuple

from parsed_graph.schema import Role


class Product(NamedTuple):
    """A product that runs beside the services: a Database of `database` kind, or a Service with `role`."""

    name: str
    database: bool
    role: Role | None
    capability: str


_DATABASES = {
    "postgres": "postgres postgresql postgis timescaledb pgvector cloudnative-pg spilo",
    "mysql": "mysql",
    "mariadb": "mariadb",
    "mongo": "mongo mongodb",
    "redis": "redis redis-stack valkey keydb dragonfly",
    "memcached": "memcached",
    "cassandra": "cassandra scylla scylladb",
    "elasticsearch": "elasticsearch opensearch",
    "neo4j": "neo4j",
    "couchdb": "couchdb",
    "couchbase": "couchbase",
    "dynamodb": "dynamodb dynamodb-local",
    "mssql": "mssql azure-sql-edge sqlserver mssql-server sql-server",
    "oracle": "oracle-xe oracle-free oracledb oracle-database",
    "cockroachdb": "cockroachdb cockroach",
    "clickhouse": "clickhouse clickhouse-server",
    "influxdb": "influxdb heapster-influxdb-amd64",
    "minio": "minio",
    "etcd": "etcd",
    "solr": "solr",
    "hazelcast": "hazelcast",
    "arangodb": "arangodb",
    "firestore": "firestore-emulator firestore",
    "qdrant": "qdrant",
    "milvus": "milvus",
    "weaviate": "weaviate",
}
_CACHES = frozenset({"redis", "memcached", "hazelcast"})
_SERVICES: dict[str, tuple[Role, str, str]] = {
    "kafka": (Role.BROKER, "messaging", "kafka cp-kafka redpanda cp-server strimzi cp-enterprise-kafka kafka-native"),
    "rabbitmq": (Role.BROKER, "messaging", "rabbitmq rabbit rabbit-mq rabbitmq-server"),
    "activemq": (Role.BROKER, "messaging", "activemq activemq-artemis artemis"),
    "nats": (Role.BROKER, "messaging", "nats nats-streaming nats-server"),
    "pulsar": (Role.BROKER, "messaging", "pulsar"),
    "pubsub": (Role.BROKER, "messaging", "pubsub-emulator pubsub gcloud-pubsub-emulator google-cloud-pubsub-emulator"),
    "mosquitto": (Role.BROKER, "messaging", "mosquitto eclipse-mosquitto emqx hivemq"),
    "localstack": (Role.BROKER, "messaging", "localstack elasticmq elasticmq-native goaws"),
    "rocketmq": (Role.BROKER, "messaging", "rocketmq"),
    "zookeeper": (Role.CONFIG, "config", "zookeeper cp-zookeeper"),
    "eureka": (Role.DISCOVERY, "discovery", "eureka eureka-server jhipster-registry"),
    "consul": (Role.DISCOVERY, "discovery", "consul"),
    "nacos": (Role.DISCOVERY, "discovery", "nacos nacos-server"),
    "vault": (Role.CONFIG, "config", "vault"),
    "keycloak": (Role.AUTH, "auth", "keycloak"),
    "zipkin": (Role.MONITORING, "tracing", "zipkin zipkin-slim"),
    "jaeger": (
        Role.MONITORING,
        "tracing",
        "jaeger all-in-one jaegertracing jaeger-all-in-one jaeger-collector jaeger-query",
    ),
    "otel-collector": (
        Role.MONITORING,
        "tracing",
        "opentelemetry-collector otel-collector aws-otel-collector opentelemetry-collector-contrib otelcol",
    ),
    "skywalking": (Role.MONITORING, "tracing", "skywalking-oap-server skywalking-ui skywalking"),
    "tempo": (Role.MONITORING, "tracing", "tempo"),
    "prometheus": (Role.MONITORING, "monitoring", "prometheus prom-prometheus"),
    "kube-state-metrics": (Role.MONITORING, "monitoring", "kube-state-metrics"),
    "heapster": (Role.MONITORING, "monitoring", "heapster heapster-amd64 heapster-grafana-amd64"),
    "alertmanager": (Role.MONITORING, "monitoring", "alertmanager"),
    "grafana": (Role.MONITORING, "monitoring", "grafana"),
    "loki": (Role.MONITORING, "logging", "loki promtail"),
    "logstash": (Role.MONITORING, "logging", "logstash elk"),
    "kibana": (Role.MONITORING, "monitoring", "kibana opensearch-dashboards"),
    "fluentd": (
        Role.MONITORING,
        "logging",
        "fluentd fluent-bit fluentbit fluentd-elasticsearch fluentd-kubernetes-daemonset filebeat",
    ),
    "graphite": (Role.MONITORING, "monitoring", "graphite graphite-statsd statsd"),
    "seq": (Role.MONITORING, "logging", "datalust-seq seq"),
    "sentinel": (Role.MONITORING, "monitoring", "sentinel-dashboard"),
    "hystrix-dashboard": (Role.MONITORING, "monitoring", "hystrix-dashboard"),
    "spring-boot-admin": (Role.MONITORING, "monitoring", "spring-boot-admin"),
    "nginx": (Role.PROXY, "proxy", "nginx openresty"),
    "haproxy": (Role.PROXY, "proxy", "haproxy"),
    "envoy": (Role.PROXY, "proxy", "envoy envoyproxy"),
    "traefik": (Role.PROXY, "proxy", "traefik"),
    "caddy": (Role.PROXY, "proxy", "caddy"),
    "httpd": (Role.PROXY, "proxy", "httpd apache apache2"),
    "kong": (Role.GATEWAY, "proxy", "kong"),
    "krakend": (Role.GATEWAY, "proxy", "krakend"),
    "apisix": (Role.GATEWAY, "proxy", "apisix"),
    "mailhog": (Role.EXTERNAL, "mail", "mailhog mailpit maildev smtp4dev mailcatcher mailserver fake-smtp-server"),
    "config-server": (Role.CONFIG, "config", "spring-cloud-config-server"),
    "wiremock": (Role.EXTERNAL, "other", "wiremock"),
    "mockserver": (Role.EXTERNAL, "other", "mockserver"),
    "locust": (Role.LOAD_GENERATOR, "other", "locust"),
    "k6": (Role.LOAD_GENERATOR, "other", "k6"),
    "gatling": (Role.LOAD_GENERATOR, "other", "gatling"),
    "jmeter": (Role.LOAD_GENERATOR, "other", "jmeter"),
    "schema-registry": (Role.BROKER, "messaging", "cp-schema-registry schema-registry apicurio-registry"),
}
# Consoles and one-shot helpers show other components and are none of the estate's.
_TOOLS = re.compile(
    r"^(adminer|phpmyadmin|pgadmin4?|mongo-express|redis-?commander|redisinsight|kafdrop|kafka-ui|akhq|kafka-manager"
    r"|cmak|portainer|kowl|console|dozzle|busybox|alpine|ubuntu|debian|wait-for-it|dockerize|curl|pause|cadvisor"
    r"|node-exporter|[\w-]+-exporter|swagger-ui|watchtower|autoheal|kafka-topics-ui|schema-registry-ui|zoonavigator"
    r"|flyway|liquibase|dbmate|mc|aws-cli|sonarqube|management-center|git-sync|daprd?|placement|istio-proxy|proxyv2|cloud-?sql-proxy|cloudsql-proxy)$"
)

_BY_TOKEN: dict[str, Product] = {}
for _name, _tokens in _DATABASES.items():
    for _token in _tokens.split():
        _BY_TOKEN[_token] = Product(_name, True, None, "cache" if _name in _CACHES else "database")
for _name, (_role, _capability, _tokens) in _SERVICES.items():
    for _token in _tokens.split():
        _BY_TOKEN[_token] = Product(_name, False, _role, _capability)


def image_product(image: str) -> Product | None:
    """The product of an image reference: `bitnami/kafka:3.7` and `confluentinc/cp-kafka` are kafka.

    The last path segment decides, then the namespace (`openzipkin/zipkin`, `grafana/grafana`).
    """
    segments = image_base(image).split("/")
    for segment in reversed(segments[-2:]):
        product = _BY_TOKEN.get(segment)
        if product:
            return product
    return None


def product_named(name: str) -> Product | None:
    """The product that a name says: `mongo`, `postgresql`."""
    return _BY_TOKEN.get(name.lower())


def product_suffix(name: str) -> Product | None:
    """The product that a unit's or own image's name ends or starts with: `piggymetrics-mongodb`, `redis-cart`, `rs-mysql-db`."""
    words = [word for word in re.split(r"[-_.]", name.lower()) if word not in ("db", "database", "server", "service")]
    for word in (words[-1:] + words[:1]) if len(words) > 1 else words:
        if word in _BY_TOKEN:
            return _BY_TOKEN[word]
    return None


def is_tool_image(image: str) -> bool:
    """Whether an image is a console or helper that stands for no component."""
    return bool(_TOOLS.match(image_base(image).rpartition("/")[2]))


def image_base(image: str) -> str:
    """An image reference without registry host, tag and digest, lower case: `gcr.io/shop/cart:1@sha256:…` -> `shop/cart`."""
    name = image.strip().lower().split("@", 1)[0]
    head, slash, rest = name.partition("/")
    if slash and ("." in head or ":" in head or head == "localhost"):
        name = rest
    folder, slash, last = name.rpartition("/")
    return folder + slash + last.split(":", 1)[0]
