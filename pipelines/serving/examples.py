"""Commands whose help closes with examples, each on its own line as it is typed."""

from collections.abc import Sequence

import click


class ExampledCommand(click.Command):
    """A command with `examples`: whole command lines."""

    def __init__(self, name: str | None, *, examples: Sequence[str] = (), **settings: object) -> None:
        super().__init__(name, **settings)  # type: ignore[arg-type]  # click's own keywords, passed on as they are
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the examples."""
        write_examples(self.examples, formatter)


def write_examples(examples: Sequence[str], formatter: click.HelpFormatter) -> None:
    """A section of command lines that are never wrapped, so that they can be copied."""
    if examples:
        with formatter.section("Examples"):
            for example in examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")
