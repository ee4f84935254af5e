"""`init`: writes a settings file and a services.yaml to fill in."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options, open_view

_SERVICES = """\
# What the code cannot say about services. Each entry adds to the service that has its name or one of its aliases;
# one that no code or deployment file shows is added. `estategraph index` reads this file at the root of a folder.
# An entry that names nothing, or contradicts another, is listed by `estategraph status --problems`.
#
# - name: orders                # as the estate's own files call it, or a new name
#   aliases: [orders-api, oms]  # other names in documents and addresses
#   owner: team-orders
#   oncall: https://example.pagerduty.com/services/PORDERS
#   system: shop                # what it is part of
# - name: tax-office
#   external: true              # a system of somebody else
#
# Where something was found and is not what it seems:
#
# - name: billing
#   is: invoice-app             # found under this name: from now on called billing
# - name: shipping
#   is: [dispatch, tracking]    # these, and what is found as shipping, are one service
# - name: monthly-reports
#   path: jobs/reports          # what lies in this folder is a service of this name
# - name: load-generator
#   ignore: true                # found, but no service
# - path: examples
#   ignore: true                # nothing that lies in this folder counts
"""


@click.command(
    "init",
    cls=ExampledCommand,
    short_help="Write a settings file and a services.yaml to fill in.",
    examples=("estategraph init", "estategraph init --policy"),
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option(
    "--policy", "with_policy", is_flag=True, help="Also write policy.yaml, from who owns what in the snapshot."
)
@estate_options
def command(folder: Path, with_policy: bool, settings: Path | None, output: Path, as_json: bool) -> None:
    """Write settings.yaml, every setting with its default, and services.yaml into FOLDER. Files that are there stay."""
    from pipelines.serving.as_json import print_json
    from pipelines.serving.terminal import say
    from pipelines.settings import Settings
    from pipelines.settings_text import settings_text

    folder.mkdir(parents=True, exist_ok=True)
    files = [
        (settings or folder / "settings.yaml", settings_text(Settings)),
        (folder / "services.yaml", _SERVICES),
    ]
    if with_policy:
        from pipelines.access.seed_policy import seed_policy

        files.append((folder / "policy.yaml", seed_policy(open_view(settings if _exists(settings) else None, output))))
    results = {str(path): "written" if _write_new(path, text) else "kept" for path, text in files}
    if as_json:
        print_json(results)
        return
    for name, result in results.items():
        say(f"{name}: {'written' if result == 'written' else 'was there and is kept'}")
    if with_policy:
        say(
            "The policy counts once settings.yaml names it: access, policy. Read it first: owners are only a beginning."
        )
    say("Next: estategraph index PATH")


def _exists(settings: Path | None) -> bool:
    return settings is not None and settings.exists()


def _write_new(path: Path, text: str) -> bool:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True
