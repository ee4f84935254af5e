"""Finds the policy file that the settings name, whatever else stands in them: every question asks."""

from pathlib import Path

from parsed_graph.errors import SettingsError

_DEFAULT_FILE = Path("settings.yaml")


def find_policy(settings: Path | None) -> Path | None:
    """The policy file, relative to the settings that name it; None where none does.

    Raises SettingsError for settings that cannot be read: a policy in them must not be missed.
    """
    import yaml

    file = settings or _DEFAULT_FILE
    if settings is None and not file.exists():
        return None
    try:
        values = yaml.load(file.read_text(encoding="utf-8-sig"), yaml.CSafeLoader)
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise SettingsError(f"{file}: cannot be read, so nobody can tell whether it names a policy") from error
    section = values.get("access") if isinstance(values, dict) else None
    policy = section.get("policy") if isinstance(section, dict) else None
    if not policy:
        return None
    if not isinstance(policy, str):
        raise SettingsError(f"{file}: access.policy: must be the path of a file")
    return file.parent / policy
