"""Counts and times of requests for Prometheus. Labels are routes and status codes, never a name from a repository or a caller."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "estategraph_requests", "Requests by route and status.", ("route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "estategraph_request_seconds",
            "Time of requests by route.",
            ("route",),
            registry=self._registry,
            buckets=_BUCKETS,
        )
        self._refused = Counter(
            "estategraph_refused_requests", "Requests refused because too many were at work.", registry=self._registry
        )
        self._age = Gauge(
            "estategraph_snapshot_age_seconds", "Age of the snapshot that answers.", registry=self._registry
        )

    def count(self, route: str, status: int, seconds: float) -> None:
        """Takes down one request."""
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def refuse(self) -> None:
        """Takes down a request that found too many others at work."""
        self._refused.inc()

    def text(self, age_seconds: float) -> bytes:
        """The figures in Prometheus' text format."""
        self._age.set(age_seconds)
        return generate_latest(self._registry)
