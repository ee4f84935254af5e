"""Terraform resource types: which make a topic, a queue, a database, a broker or a running unit, and where their name stands."""

from typing import NamedTuple


class TopicType(NamedTuple):
    """`bound_to` is the attribute that names what a subscription receives from."""

    broker: str
    kind: str
    name: tuple[str, ...] = ("name",)
    bound_to: str = ""


class ServerType(NamedTuple):
    """A database, cache or broker. `image` is the product, or "" where the attribute `engine` says it."""

    image: str
    name: tuple[str, ...] = ("name",)
    engine: str = ""


class UnitType(NamedTuple):
    """A running program: where its name stands, and in which nested blocks its image and environment."""

    name: tuple[str, ...]
    image: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()
    """A mapping of variables, or a list of blocks with `name` and `value`."""


TOPICS = {
    "aws_sqs_queue": TopicType("sqs", "queue"),
    "aws_sns_topic": TopicType("sns", "topic"),
    "aws_sns_topic_subscription": TopicType("sns", "subscription", ("endpoint",), "topic_arn"),
    "aws_cloudwatch_event_bus": TopicType("eventbridge", "topic"),
    "aws_kinesis_stream": TopicType("kinesis", "topic"),
    "google_pubsub_topic": TopicType("pubsub", "topic"),
    "google_pubsub_subscription": TopicType("pubsub", "subscription", ("name",), "topic"),
    "google_pubsub_lite_topic": TopicType("pubsub", "topic"),
    "azurerm_servicebus_queue": TopicType("servicebus", "queue"),
    "azurerm_servicebus_topic": TopicType("servicebus", "topic"),
    "azurerm_servicebus_subscription": TopicType("servicebus", "subscription", ("name",), "topic_id"),
    "azurerm_eventhub": TopicType("eventhubs", "topic"),
    "azurerm_storage_queue": TopicType("storage-queue", "queue"),
    "kafka_topic": TopicType("kafka", "topic"),
    "confluent_kafka_topic": TopicType("kafka", "topic", ("topic_name",)),
    "aiven_kafka_topic": TopicType("kafka", "topic", ("topic_name",)),
    "rabbitmq_queue": TopicType("rabbitmq", "queue"),
    "rabbitmq_exchange": TopicType("rabbitmq", "exchange"),
    "rabbitmq_binding": TopicType("rabbitmq", "binding", ("destination",), "source"),
}
SERVERS = {
    "aws_db_instance": ServerType("", ("identifier", "db_name"), "engine"),
    "aws_rds_cluster": ServerType("", ("cluster_identifier", "database_name"), "engine"),
    "aws_elasticache_cluster": ServerType("", ("cluster_id",), "engine"),
    "aws_elasticache_replication_group": ServerType("redis", ("replication_group_id",)),
    "aws_memorydb_cluster": ServerType("redis"),
    "aws_docdb_cluster": ServerType("mongo", ("cluster_identifier",)),
    "aws_opensearch_domain": ServerType("opensearch", ("domain_name",)),
    "aws_elasticsearch_domain": ServerType("elasticsearch", ("domain_name",)),
    "aws_mq_broker": ServerType("", ("broker_name",), "engine_type"),
    "aws_msk_cluster": ServerType("kafka", ("cluster_name",)),
    "google_sql_database_instance": ServerType("", ("name",), "database_version"),
    "google_redis_instance": ServerType("redis"),
    "google_memcache_instance": ServerType("memcached"),
    "azurerm_postgresql_server": ServerType("postgres"),
    "azurerm_postgresql_flexible_server": ServerType("postgres"),
    "azurerm_mysql_server": ServerType("mysql"),
    "azurerm_mysql_flexible_server": ServerType("mysql"),
    "azurerm_mssql_server": ServerType("mssql"),
    "azurerm_redis_cache": ServerType("redis"),
    "mongodbatlas_cluster": ServerType("mongo"),
    "mongodbatlas_advanced_cluster": ServerType("mongo"),
    "confluent_kafka_cluster": ServerType("kafka", ("display_name",)),
}
UNITS = {
    "aws_lambda_function": UnitType(("function_name",), ("image_uri",), ("environment", "variables")),
    "google_cloud_run_service": UnitType(
        ("name",), ("template", "spec", "containers", "image"), ("template", "spec", "containers", "env")
    ),
    "google_cloud_run_v2_service": UnitType(
        ("name",), ("template", "containers", "image"), ("template", "containers", "env")
    ),
    "google_cloudfunctions_function": UnitType(("name",), (), ("environment_variables",)),
    "google_cloudfunctions2_function": UnitType(("name",), (), ("service_config", "environment_variables")),
    "azurerm_container_app": UnitType(("name",), ("template", "container", "image"), ("template", "container", "env")),
    "azurerm_linux_web_app": UnitType(("name",), (), ("app_settings",)),
    "azurerm_linux_function_app": UnitType(("name",), (), ("app_settings",)),
    "azurerm_app_service": UnitType(("name",), (), ("app_settings",)),
    "kubernetes_deployment": UnitType(
        ("metadata", "name"),
        ("spec", "template", "spec", "container", "image"),
        ("spec", "template", "spec", "container", "env"),
    ),
    "docker_container": UnitType(("name",), ("image",), ("env",)),
    "helm_release": UnitType(("name",), ("chart",)),
}
UNITS["kubernetes_deployment_v1"] = UNITS["kubernetes_deployment"]
CHARTS = frozenset(
    """postgresql postgresql-ha mysql mariadb mongodb redis redis-cluster valkey memcached kafka rabbitmq nats pulsar
    elasticsearch opensearch cassandra zookeeper keycloak""".split()
)
"""Charts that run what services use; most others are add-ons of the cluster."""
PRODUCTS = {
    "postgres": "postgres",
    "aurora-postgresql": "postgres",
    "mysql": "mysql",
    "aurora-mysql": "mysql",
    "aurora": "mysql",
    "mariadb": "mariadb",
    "sqlserver": "mssql",
    "oracle": "oracle-xe",
    "redis": "redis",
    "valkey": "redis",
    "memcached": "memcached",
    "rabbitmq": "rabbitmq",
    "activemq": "activemq",
}
"""The engine that an attribute names (its start, in lower case), and the image name of that product."""
