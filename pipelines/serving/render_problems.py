"""What could not be used, as a table: where, why, and what exactly."""

from collections.abc import Sequence

from parsed_graph.model import Problem
from pipelines.serving.terminal import say, say_table


def say_problems(found: Sequence[Problem]) -> None:
    """A row for each problem, in the order given."""
    if not found:
        say("No problems.")
        return
    say_table(["where", "reason", "detail"], [(_place(each), each.reason, each.detail) for each in found])
    say(f"{len(found)} problem{'s' if len(found) > 1 else ''}", "dim")


def _place(problem: Problem) -> str:
    return f"{problem.path}:{problem.line}" if problem.line else problem.path
