"""The prompts of a run, the user's own where there are some: every part is checked before the first call is paid for."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from parsed_graph.errors import SettingsError
from prompts.prompt import Prompt, PromptError, load_prompt


def prompt_folder(folder: str) -> Path | None:
    """The user's folder of prompts, None where none is set. Raises SettingsError where there is no such folder."""
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise SettingsError(f"documents.prompts: there is no folder {folder}")
    return Path(folder)


def load_checked_prompt(name: str, folder: Path | None, values: Mapping[str, Iterable[str]]) -> Prompt:
    """The prompt of that name, whose parts are filled with `values`. Raises SettingsError for one that cannot be."""
    try:
        prompt = load_prompt(name, folder)
        for part, names in values.items():
            prompt.fill(part, **dict.fromkeys(names, ""))
    except (PromptError, OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"documents.prompts: {error}") from error
    return prompt
