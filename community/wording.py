"""Plain English out of names and counts."""

from collections.abc import Iterable, Sequence

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_PRODUCTS = {
    "postgres": "PostgreSQL", "postgresql": "PostgreSQL", "mysql": "MySQL", "mariadb": "MariaDB", "mongo": "MongoDB",
    "mongodb": "MongoDB", "redis": "Redis", "elasticsearch": "Elasticsearch", "opensearch": "OpenSearch",
    "cassandra": "Cassandra", "dynamodb": "DynamoDB", "sqlserver": "SQL Server", "mssql": "SQL Server", "oracle": "Oracle",
    "sqlite": "SQLite", "memcached": "Memcached", "neo4j": "Neo4j", "h2": "H2", "couchdb": "CouchDB", "kafka": "Kafka",
    "rabbitmq": "RabbitMQ", "pubsub": "Pub/Sub", "sqs": "SQS", "sns": "SNS", "nats": "NATS", "clickhouse": "ClickHouse",
}  # fmt: skip


def number(count: int) -> str:
    """A count as people write it: words up to twelve, then figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else f"{count:,}"


def plural(count: int, noun: str, many: str = "") -> str:
    """`three services`, `one service`."""
    return f"{number(count)} {noun if count == 1 else many or noun + 's'}"


def listed(items: Iterable[str], most: int = 6, noun: str = "") -> str:
    """`a, b and c`; of a longer list `a, b and four more`, with what they are."""
    texts = list(items)
    if len(texts) > most + 1:
        left = len(texts) - most
        texts = [*texts[:most], f"{number(left)} more{f' {noun}' if noun else ''}"]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def product(kind: str) -> str:
    """The name of a database or broker as its makers write it."""
    return _PRODUCTS.get(kind.lower(), kind[:1].upper() + kind[1:])


def sentence(text: str) -> str:
    """A capital at the start, unless the sentence opens with a name that is written otherwise, and a stop at the end."""
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def paragraph(sentences: Sequence[str]) -> str:
    """Sentences one after the other; empty ones are left out."""
    return " ".join(sentence(text) for text in sentences if text.strip())
