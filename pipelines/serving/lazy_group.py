"""A click group whose commands are the modules of a package: a new command is a new file, imported when it is needed."""

import os
from collections.abc import Sequence
from importlib import import_module

import click

from pipelines.serving.examples import write_examples


class LazyGroup(click.Group):
    """`package` holds the modules; each has a click command called `command`. A trailing `_` in a file name is left out."""

    def __init__(self, name: str | None, *, package: str, examples: Sequence[str] = (), **settings: object) -> None:
        super().__init__(name, **settings)  # type: ignore[arg-type]  # click's own keywords, passed on as they are
        self._package = package
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the examples."""
        write_examples(self.examples, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of commands, in alphabetical order."""
        folder = next(iter(import_module(self._package).__path__))
        files = (name.removesuffix(".py") for name in os.listdir(folder) if name.endswith(".py"))  # noqa: PTH208  # pathlib is not imported yet
        return sorted(name.removesuffix("_").replace("_", "-") for name in files if not name.startswith("__"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the command's module."""
        if cmd_name not in self.list_commands(ctx):
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"{self._package}.{name}_" if name in _RESERVED else f"{self._package}.{name}")
        command = module.command
        return command if isinstance(command, click.Command) else None


_RESERVED = frozenset({"import", "global", "class", "with"})
