"""How property tests run here: the same examples every time, and as long as a busy machine needs for them."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite", max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")
