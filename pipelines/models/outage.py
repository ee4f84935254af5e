"""What to tell the user when a provider answers nothing at all: whose fault it is, and what to do next."""

from parsed_graph.errors import EstateError
from pipelines.models.choose_model import KEYS
from pipelines.models.model import ModelError
from pipelines.models.model_settings import ModelSettings


class ProviderError(EstateError):
    """The provider answered no call of a run: a snapshot without what it would have read must not take the last one's place."""


def provider_error(outage: ModelError, settings: ModelSettings) -> ProviderError:
    """The error for an outage, with its remedy."""
    what, remedy = f"answered no call ({outage.reason})", "Run again later"
    if outage.reason == "unauthorised":
        what, remedy = "refused the key", f"Check {KEYS[settings.provider]}"
    elif outage.reason == "unreachable":
        what, remedy = "cannot be reached", "Check model.base_url and the network"
    elif outage.reason == "invalid-request":
        what, remedy = "took no request", "Check model.model and model.base_url"
    name = f"{settings.provider} ({settings.base_url})" if settings.base_url else settings.provider
    return ProviderError(
        f"{name} {what}: {outage.detail}. {remedy}, or use provider: rules. The last snapshot stays as it is"
    )
