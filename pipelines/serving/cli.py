"""The command line: finds the command, runs it, and turns what goes wrong into a message and an exit code."""

import os
import sys

import click

from parsed_graph.errors import EstateError
from pipelines.serving.lazy_group import LazyGroup

DONE, FINDINGS, USAGE, ERROR, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes; FINDINGS only where the user asked for it."""


@click.group(
    cls=LazyGroup,
    package="pipelines.serving.commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    examples=("estategraph index PATH", "estategraph status", "estategraph blast SERVICE"),
)
@click.version_option(package_name="estategraph", message="%(prog)s %(version)s")
def estategraph() -> None:
    """A knowledge graph of a microservice estate in which every fact says where it came from."""


def main(arguments: list[str] | None = None) -> None:
    """Runs a command and exits: 0 done, 1 findings asked for, 2 wrong usage, 3 an error to act on, 130 interrupted."""
    try:
        code = estategraph.main(arguments, prog_name="estategraph", standalone_mode=False)
    except click.Abort:
        sys.exit(_failed("interrupted", INTERRUPTED))
    except click.UsageError as error:
        error.show()
        sys.exit(USAGE)
    except click.ClickException as error:
        sys.exit(_failed(error.format_message(), ERROR))
    except EstateError as error:
        sys.exit(_failed(str(error), ERROR))
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep the interpreter from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(DONE)
    sys.exit(code if isinstance(code, int) else DONE)


def _failed(message: str, code: int) -> int:
    from pipelines.serving.terminal_text import printable

    sys.stderr.write(f"{printable(message)}\n")
    return code


if __name__ == "__main__":
    main()
