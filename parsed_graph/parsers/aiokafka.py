"""aiokafka, which is kafka-python's interface for asyncio."""

from parsed_graph.rules.python_kafka import kafka_framework

FRAMEWORK = kafka_framework("aiokafka", "aiokafka", "aiokafka", "AIOKafkaProducer", "AIOKafkaConsumer")
