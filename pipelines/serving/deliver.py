"""Writes an answer to standard output, for people or for machines."""

from pipelines.serving.questions import Answered


def deliver(answered: Answered, *, as_json: bool) -> None:
    """As text, or as JSON."""
    if as_json:
        from pipelines.serving.as_json import print_json

        print_json(answered.value)
    else:
        answered.say()
