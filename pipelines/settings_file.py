"""Reads a settings file into its models, and says of a mistake where it stands and what was meant."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from parsed_graph.errors import SettingsError

Model = TypeVar("Model", bound=BaseModel)
Place = tuple[str, ...]


def read_settings(file: Path, model: type[Model]) -> Model:
    """The settings of a YAML file; what it leaves out keeps its default. Raises SettingsError with file, line and key."""
    values, lines = _parse(file)
    # A section whose lines are all commented out reads as null.
    given = {name: value for name, value in values.items() if value is not None} if isinstance(values, dict) else values
    return _validated(file, given, model, (), lines)


def read_section(file: Path, name: str, model: type[Model]) -> Model:
    """One section of a settings file, whatever the others hold. Raises SettingsError with file, line and key."""
    values, lines = _parse(file)
    section = values.get(name) if isinstance(values, dict) else None
    return _validated(file, section or {}, model, (name,), lines)


def _parse(file: Path) -> tuple[object, dict[Place, int]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
        values: object = yaml.load(text, yaml.CSafeLoader)
        return values or {}, dict(_lines(yaml.compose(text, yaml.CSafeLoader), ()))
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror}. Write one with: estategraph init") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: not UTF-8 text") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise SettingsError(f"{file}:{line}: {error.problem or 'no YAML'}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise SettingsError(f"{file}: no YAML that can be read") from error


def _validated(file: Path, values: object, model: type[Model], section: Place, lines: dict[Place, int]) -> Model:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise SettingsError("\n".join(_problems(file, model, error, section, lines))) from error


def _problems(
    file: Path, model: type[BaseModel], error: ValidationError, section: Place, lines: dict[Place, int]
) -> Iterator[str]:
    for problem in error.errors():
        place = (*section, *(str(part) for part in problem["loc"]))
        line = next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), 1)
        key = ".".join(place) or "the file"
        if problem["type"] == "extra_forbidden":
            yield f"{file}:{line}: no setting is called {key}{_suggestion(model, section, place)}"
        else:
            given = "" if problem["type"] == "missing" else f", not {problem['input']!r}"
            yield f"{file}:{line}: {key}: {problem['msg'][:1].lower()}{problem['msg'][1:]}{given}"


def _suggestion(model: type[BaseModel], section: Place, place: Place) -> str:
    from rapidfuzz import process

    known = list(_names(model, section))
    close = process.extractOne(".".join(place), known, score_cutoff=60)
    return f"; did you mean {close[0]}?" if close else ""


def _names(model: type[BaseModel], place: Place) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield ".".join((*place, name))
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _names(field.annotation, (*place, name))


def _lines(node: yaml.Node | None, place: Place) -> Iterator[tuple[Place, int]]:
    if isinstance(node, yaml.MappingNode) and len(place) < 10:
        for key, value in node.value:
            below = (*place, str(key.value))
            yield below, key.start_mark.line + 1
            yield from _lines(value, below)
