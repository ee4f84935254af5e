"""The command line: finds the command, runs it, and turns what goes wrong into a message and an exit code."""

import os
import sys

import click

from parsed_graph.errors import EstateError
from pipelines.serving.lazy_group import LazyGroup

DONE, FINDINGS, USAGE, ERROR, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes; FINDINGS only where the user asked for it."""
_DAMAGED = (
    "a database of the output folder is damaged. Remove its snapshots/ and of its cache/ what only saves time: facts.db, code.db,"
    " vectors.db. Then run: estategraph index PATH"
)


class _Root(LazyGroup):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            # Click would end with 1, which means findings here; whoever read our output has seen enough of it.
            raise click.exceptions.Exit(DONE) from error


@click.group(
    cls=_Root,
    package="pipelines.serving.commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    examples=("estategraph index PATH", "estategraph status", "estategraph blast SERVICE"),
)
@click.version_option(package_name="estategraph", message="%(prog)s %(version)s")
def estategraph() -> None:
    """A knowledge graph of a microservice estate in which every fact says where it came from."""


def main(arguments: list[str] | None = None) -> None:
    """Runs a command and exits: 0 done, 1 findings asked for, 2 wrong usage, 3 an error to act on, 130 interrupted.

    What went wrong goes to standard error, under --json as `{"error": {"type": …, "message": …}}`.
    """
    as_json = "--json" in (sys.argv[1:] if arguments is None else arguments)
    try:
        _refuse_other_encodings(sys.argv[1:] if arguments is None else arguments)
        code = estategraph.main(arguments, prog_name="estategraph", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort:
        sys.exit(_failed("interrupted", "interrupted", INTERRUPTED, as_json))
    except click.UsageError as error:
        if not as_json:
            error.show()
            sys.exit(USAGE)
        sys.exit(_failed("usage", error.format_message(), USAGE, as_json))
    except click.ClickException as error:
        sys.exit(_failed("failed", error.format_message(), ERROR, as_json))
    except EstateError as error:
        sys.exit(_failed(error.kind, str(error), ERROR, as_json))
    except BrokenPipeError:
        # Keeps the interpreter from complaining about the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(DONE)
    except OSError as error:
        sys.exit(_failed("system", _system_message(error), ERROR, as_json))
    except Exception as error:
        if type(error).__name__ != "CorruptError":  # Of apsw, which `--help` does not import.
            raise
        sys.exit(_failed("damaged", f"{error}: {_DAMAGED}", ERROR, as_json))
    sys.exit(code if isinstance(code, int) else DONE)


def _refuse_other_encodings(arguments: list[str]) -> None:
    """Raises UsageError for an argument that is no text: no name, question or path in an estate can be meant by it."""
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError as error:
            raise click.UsageError(f"{argument!a} is no UTF-8 text") from error


def _system_message(error: OSError) -> str:
    """A full disk, a place where nothing can be written, a file that cannot be opened: what the system says, and where."""
    reason = error.strerror or str(error)
    return f"{os.fsdecode(error.filename)}: {reason}" if isinstance(error.filename, (str, bytes)) else reason


def _failed(kind: str, message: str, code: int, as_json: bool) -> int:
    if as_json:
        from pipelines.serving.as_json import json_text

        sys.stderr.write(f"{json_text({'error': {'type': kind, 'message': message}})}\n")
        return code
    from pipelines.serving.terminal_text import printable

    sys.stderr.write(f"{printable(message)}\n")
    return code


if __name__ == "__main__":
    main()
