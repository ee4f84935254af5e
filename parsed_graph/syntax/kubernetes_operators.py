"""Objects of the usual operators: brokers and databases that they run, topics and queues that they make."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, ServiceDecl, SourceSpan, TopicDecl
from parsed_graph.syntax.yaml_document import YamlMapping

# (API group, kind) -> image, and the Services that the operator makes for it.
_CLUSTERS = {
    ("kafka.strimzi.io", "Kafka"): ("strimzi/kafka", ("{}-kafka-bootstrap", "{}-kafka-brokers")),
    ("rabbitmq.com", "RabbitmqCluster"): ("rabbitmq", ("{}-nodes",)),
    ("postgresql.cnpg.io", "Cluster"): ("postgres", ("{}-rw", "{}-ro", "{}-r")),
    ("acid.zalan.do", "postgresql"): ("postgres", ("{}-repl", "{}-pooler")),
    ("postgres-operator.crunchydata.com", "PostgresCluster"): ("postgres", ("{}-primary", "{}-ha", "{}-pgbouncer")),
    ("mongodbcommunity.mongodb.com", "MongoDBCommunity"): ("mongo", ("{}-svc",)),
    ("psmdb.percona.com", "PerconaServerMongoDB"): ("mongo", ("{}-rs0", "{}-mongos")),
    ("mysql.oracle.com", "InnoDBCluster"): ("mysql", ("{}-instances",)),
    ("databases.spotahome.com", "RedisFailover"): ("redis", ("rfr-{}", "rfs-{}")),
    ("redis.redis.opstreelabs.in", "Redis"): ("redis", ()),
    ("elasticsearch.k8s.elastic.co", "Elasticsearch"): ("elasticsearch", ("{}-es-http",)),
    ("jaegertracing.io", "Jaeger"): ("jaegertracing/all-in-one", ("{}-collector", "{}-query", "{}-agent")),
    ("k8s.keycloak.org", "Keycloak"): ("keycloak", ("{}-service",)),
}


def operator_facts(path: str, resource: YamlMapping, origin: str) -> Iterator[Fact]:
    """Nothing for kinds that are not known."""
    group, kind = resource.text("apiVersion").partition("/")[0], resource.text("kind")
    metadata, spec = resource.mapping("metadata"), resource.mapping("spec")
    name, span = metadata.text("name"), SourceSpan(path, metadata.line_of("name"))
    if (group, kind) in _CLUSTERS:
        image, services = _CLUSTERS[group, kind]
        aliases = tuple(service.format(name) for service in services)
        yield ServiceDecl(name, span, origin, image=image, aliases=aliases, properties={"kind": kind})
    elif (group, kind) == ("kafka.strimzi.io", "KafkaTopic"):
        yield TopicDecl("kafka", (Literal(spec.text("topicName") or name),), "topic", span)
    elif group == "rabbitmq.com" and kind in ("Queue", "Exchange"):
        yield TopicDecl("rabbitmq", (Literal(spec.text("name") or name),), kind.lower(), span)
    elif (group, kind) == ("rabbitmq.com", "Binding") and spec.text("source") and spec.text("destination"):
        source, target = Literal(spec.text("source")), Literal(spec.text("destination"))
        yield TopicDecl("rabbitmq", (target,), "binding", span, bound_to=(source,))
