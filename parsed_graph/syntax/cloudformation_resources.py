"""CloudFormation resources, in a template of its own, a SAM template or a serverless.yml: queues, topics, tables, databases.

`!Ref X` and `!GetAtt X.Arn` are read as the name X, which the resources of the same file explain.
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, Literal, ServiceDecl, SourceSpan, TableDecl, Text, TopicDecl
from parsed_graph.syntax.yaml_document import YamlMapping, YamlValue

_TOPICS = {
    "AWS::SQS::Queue": ("sqs", "queue", "QueueName"),
    "AWS::SNS::Topic": ("sns", "topic", "TopicName"),
    "AWS::Events::EventBus": ("eventbridge", "topic", "Name"),
    "AWS::Kinesis::Stream": ("kinesis", "topic", "Name"),
}
_SERVERS = {
    "AWS::RDS::DBInstance": ("Engine", "DBInstanceIdentifier"),
    "AWS::RDS::DBCluster": ("Engine", "DBClusterIdentifier"),
    "AWS::ElastiCache::CacheCluster": ("Engine", "ClusterName"),
    "AWS::AmazonMQ::Broker": ("EngineType", "BrokerName"),
}
_ENGINES = {"postgres": "postgres", "aurora-postgresql": "postgres", "mysql": "mysql", "aurora-mysql": "mysql"}
_ENGINES |= {
    "mariadb": "mariadb",
    "redis": "redis",
    "memcached": "memcached",
    "rabbitmq": "rabbitmq",
    "activemq": "activemq",
}


def resource_name(resources: YamlMapping, reference: str) -> str:
    """What a logical id, an attribute of one (`Orders.Arn`) or an ARN names: the queue's own name, or the id without one."""
    if reference.startswith("arn:"):
        return reference.rpartition(":")[2]
    logical = reference.strip("${}").partition(".")[0]
    kind, properties = resources.mapping(logical).text("Type"), resources.mapping(logical, "Properties")
    key = _TOPICS[kind][2] if kind in _TOPICS else ""
    return _plain(properties.get(key)) or logical


def reference_of(value: YamlValue) -> str:
    """`!GetAtt Q.Arn`, `{Ref: Q}`, `{Fn::GetAtt: [Q, Arn]}` or an ARN as one string, "" for anything else."""
    if isinstance(value, YamlMapping):
        inner = value.get("Ref") or value.get("Fn::Ref")
        listed = [text for text, _ in value.items_of("Fn::GetAtt").texts()]
        return inner if isinstance(inner, str) else ".".join(listed)
    return value if isinstance(value, str) else ""


def resource_facts(path: str, resources: YamlMapping) -> Iterator[Fact]:
    """Facts of the resources that a graph shows; functions are left to who knows their events."""
    for logical in resources:
        kind, properties = resources.mapping(logical).text("Type"), resources.mapping(logical, "Properties")
        span = SourceSpan(path, resources.line_of(logical))
        if kind in _TOPICS:
            broker, topic_kind, _ = _TOPICS[kind]
            yield TopicDecl(broker, _text(resource_name(resources, logical)), topic_kind, span)
        elif kind == "AWS::SNS::Subscription":
            target = resource_name(resources, reference_of(properties.get("Endpoint")))
            source = resource_name(resources, reference_of(properties.get("TopicArn")))
            if target and source:
                yield TopicDecl("sns", _text(target), "subscription", span, _text(source))
        elif kind in _SERVERS:
            engine_key, name_key = _SERVERS[kind]
            image = _ENGINES.get(properties.text(engine_key).lower(), "")
            if image:
                yield ServiceDecl(_plain(properties.get(name_key)) or logical, span, "cloudformation", image=image)
        elif kind in ("AWS::DynamoDB::Table", "AWS::Serverless::SimpleTable"):
            yield TableDecl(_plain(properties.get("TableName")) or logical, span)
        elif kind == "AWS::S3::Bucket":
            bucket = _plain(properties.get("BucketName"))
            yield InfrastructureUse("storage", "s3", span, _text(f"s3://{bucket}") if bucket else ())


def _plain(value: YamlValue) -> str:
    return value if isinstance(value, str) and "${" not in value else ""


def _text(text: str) -> Text:
    return (Literal(text),)
