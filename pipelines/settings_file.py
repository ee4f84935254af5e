"""Reads a settings file into its structs, and says of every mistake where it stands and what was meant."""

from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from types import GenericAlias
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from parsed_graph.errors import SettingsError
from pipelines.settings_values import Place, read_values

if TYPE_CHECKING:
    from yaml import Node

Model = TypeVar("Model", bound=msgspec.Struct)


def read_settings(file: Path, model: type[Model]) -> Model:
    """The settings of a YAML file; what it leaves out keeps its default. Raises SettingsError with file, line and key."""
    text, values = _parsed(file)
    # A section whose lines are all commented out reads as null.
    given = {name: value for name, value in values.items() if value is not None} if isinstance(values, dict) else values
    settings: Model = _checked(file, text, given or {}, model, ())
    return settings


def read_section(file: Path, name: str, model: type[Model]) -> Model:
    """One section of a settings file, whatever the others hold. Raises SettingsError with file, line and key."""
    text, values = _parsed(file)
    section = values.get(name) if isinstance(values, dict) else values
    settings: Model = _checked(file, text, {} if section is None else section, model, (name,))
    return settings


def read_entries(file: Path, model: type[Model]) -> tuple[Model, ...]:
    """The entries of a YAML file that is a list of them, or empty. Raises SettingsError with file, line and key."""
    text, values = _parsed(file)
    entries: tuple[Model, ...] = _checked(file, text, values or [], GenericAlias(tuple, (model, ...)), ())
    return entries


def _parsed(file: Path) -> tuple[str, object]:
    # A run without a settings file needs no YAML.
    import yaml

    try:
        text = file.read_text(encoding="utf-8-sig")
        return text, yaml.load(text, yaml.CSafeLoader)
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror}. Write one with: estategraph init") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: not UTF-8 text") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise SettingsError(f"{file}:{line}: {error.problem or 'no YAML'}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise SettingsError(f"{file}: no YAML that can be read") from error


def _checked(file: Path, text: str, values: object, wanted: Any, section: Place) -> Any:
    settings, mistakes = read_values(values, wanted, section)
    if mistakes:
        lines = _lines(text)
        found = sorted(((_line(lines, mistake.place), mistake.problem) for mistake in mistakes), key=itemgetter(0))
        raise SettingsError("\n".join(f"{file}:{line}: {problem}" for line, problem in found))
    return settings


def _line(lines: dict[Place, int], place: Place) -> int:
    """The line of a key, or of the nearest one above it that is there."""
    return next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), 1)


def _lines(text: str) -> dict[Place, int]:
    import yaml

    return dict(_places(yaml.compose(text, yaml.CSafeLoader), ()))


def _places(node: "Node | None", place: Place) -> Iterator[tuple[Place, int]]:
    import yaml

    if len(place) == 10:
        return
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            below = (*place, str(key.value))
            yield below, key.start_mark.line + 1
            yield from _places(value, below)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            below = (*place, str(number))
            yield below, value.start_mark.line + 1
            yield from _places(value, below)
