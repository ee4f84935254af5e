"""kafka-python."""

from parsed_graph.rules.python_kafka import kafka_framework

FRAMEWORK = kafka_framework(
    "kafka_python", "kafka-python", "kafka", "KafkaProducer", "KafkaConsumer", "KafkaAdminClient"
)
