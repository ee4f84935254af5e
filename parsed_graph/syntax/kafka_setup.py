"""Topics that a deployment creates: the setting of the usual Kafka images, and `kafka-topics --create` in a command."""

import re
from collections.abc import Iterator

_CREATE = re.compile(r"--topic[\s=]+[\"']?([\w.-]+)")
_VARIABLES = frozenset({"KAFKA_CREATE_TOPICS", "KAFKA_TOPICS", "CREATE_TOPICS"})
_TOPIC = re.compile(r"([\w.-]+)(?::\d+(?::\d+(?::\w+)?)?)?")


def topics_of_variable(key: str, value: str) -> Iterator[str]:
    """`KAFKA_CREATE_TOPICS: "orders:5:1,mail:1:1:compact"`: name, partitions, replicas, clean-up."""
    for item in re.split(r"[,\s]+", value) if key in _VARIABLES else ():
        match = _TOPIC.fullmatch(item)
        if match:
            yield match[1]


def topics_of_command(command: str) -> Iterator[str]:
    """`kafka-topics.sh --create --if-not-exists --topic orders`, as often as it stands there."""
    if "kafka-topics" in command or "rpk topic create" in command:
        for line in re.split(r"\n|&&|;", command):
            if "--create" in line:
                yield from _CREATE.findall(line)
            elif "rpk topic create" in line:
                names = line.partition("rpk topic create")[2].split()
                yield from (name for name in names if re.fullmatch(r"[A-Za-z][\w.-]*", name))
