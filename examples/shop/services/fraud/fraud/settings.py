"""Settings, from the environment."""

from pydantic_settings import BaseSettings


class Settings(BaseSettings):
    kafka_brokers: str = "localhost:9092"
    payments_topic: str = "payments-events"
    redis_url: str = "redis://localhost:6379/1"
    deny_above: float = 0.9


settings = Settings()
