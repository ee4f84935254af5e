"""The options that every command takes, and what a question opens with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from parsed_graph.schema import Kind
    from parsed_graph.view import Principal, View

Command = TypeVar("Command", bound=Callable[..., object])
_CALLER = "estategraph.caller"


def estate_options(command: Command) -> Command:
    """--settings, --output and --json."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Write the result as JSON."),
        click.option(
            "--output",
            type=click.Path(file_okay=False, path_type=Path),
            default="output",
            show_default=True,
            metavar="DIR",
            help="Folder of the snapshots.",
        ),
        click.option(
            "--settings",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Settings file.  [default: settings.yaml, if there is one]",
        ),
    ):
        command = option(command)
    return command


def query_options(command: Command) -> Command:
    """--as, and those of every command. Who asks is kept with the command's context, where `open_view` finds it."""
    named = click.option(
        "--as",
        "caller",
        metavar="NAME",
        expose_value=False,
        callback=_remember_caller,
        help="Who asks, as the policy in the settings names them.",
    )
    return estate_options(named(command))


def _remember_caller(context: click.Context, _: click.Parameter, name: str | None) -> None:
    context.meta[_CALLER] = name


def confidence_option(command: Command) -> Command:
    """--confidence."""
    return click.option(
        "--confidence",
        type=click.FloatRange(0.3, 1),
        metavar="NUMBER",
        help="Least confidence of edges, from 0.3 to 1.  [default: from settings, 0.5]",
    )(command)


def limit_options(command: Command) -> Command:
    """--entity-limit, --triple-limit, --max-subgraph-size and --max-path-length."""
    for name, most, text in (
        ("max-path-length", 5, "Most hops that retrieval follows from what is named."),
        ("max-subgraph-size", 5000, "Most edges that it looks at."),
        ("triple-limit", 100, "Most edges that are shown with an answer."),
        ("entity-limit", 200, "Most nodes that it starts from."),
    ):
        command = click.option(
            f"--{name}", type=click.IntRange(1, most), metavar="NUMBER", help=f"{text}  [default: from settings]"
        )(command)
    return command


def kinds_option(command: Command) -> Command:
    """--kinds."""
    return click.option(
        "--kinds",
        metavar="LIST",
        help="Also follow dependencies of these kinds: config, discovery, auth, monitoring, other, or all.",
    )(command)


def open_view(settings: Path | None, output: Path, confidence: float | None = None) -> View:
    """The current snapshot as the caller sees it. Raises SnapshotError where there is none, AccessError for an unknown caller."""
    from parsed_graph.snapshot.reader import open_snapshot
    from parsed_graph.view import View
    from pipelines.query_settings import load_query_settings

    if confidence is None:
        confidence = load_query_settings(settings).confidence
    return View(open_snapshot(output), find_caller(settings), confidence)


def find_caller(settings: Path | None) -> Principal:
    """Who asks: the caller that --as names where the settings name a policy, else everybody."""
    from parsed_graph.errors import AccessError
    from parsed_graph.view import EVERYBODY
    from pipelines.access.policy_place import find_policy

    name = click.get_current_context().meta.get(_CALLER)
    policy = find_policy(settings)
    if policy is None:
        if name:
            raise AccessError("--as needs a policy. Name its file in settings.yaml: access, policy")
        return EVERYBODY
    from pipelines.access.policy import find_principal

    return find_principal(policy, name)


def followed_kinds(text: str | None) -> frozenset[Kind]:
    """The kinds that a walk follows: those of run time, and the ones that are listed."""
    from parsed_graph.schema import RUNTIME_KINDS, Kind

    if text == "all":
        return frozenset(Kind)
    added = [word.strip().lower() for word in (text or "").split(",") if word.strip()]
    unknown = [word for word in added if word not in list(Kind)]
    if unknown:
        known = ", ".join(kind.value for kind in Kind)
        raise click.BadParameter(f"no kind is called {unknown[0]!r}; there are {known}", param_hint="--kinds")
    return RUNTIME_KINDS | {Kind(word) for word in added}
