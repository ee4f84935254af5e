"""Packages that only an extra brings: imported where they are used, and asked for by name where they are missing."""

from importlib import import_module
from typing import Any

from parsed_graph.errors import SettingsError


def need(package: str, extra: str) -> Any:
    """The imported package. Raises SettingsError that says what to install."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        top = package.partition(".")[0]
        if error.name not in (top, package):
            raise
        raise SettingsError(f"{top} is not installed. Run: pip install 'estategraph[{extra}]'") from error
