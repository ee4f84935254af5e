"""What could not be used, file by file: the rows of `problems`, within what the principal may know."""

import json
from collections.abc import Callable
from functools import cache

from parsed_graph.errors import QueryError
from parsed_graph.model import Problem
from parsed_graph.view import View


def find_problems(view: View, reason: str = "") -> list[Problem]:
    """Problems by reason and place, all or those of one reason.

    Who does not see everything gets those below the folders of services that they see. Raises QueryError for a reason that no
    problem has.
    """
    rows = view.rows(
        "SELECT stage, path, line, reason, detail FROM problems ORDER BY reason, path, line, stage, detail"
    )
    found = [
        Problem(str(stage), str(path), int(str(line)), str(why), str(text)) for stage, path, line, why, text in rows
    ]
    if not view.sees_everything:
        may_see = _below_visible(view)
        found = [each for each in found if may_see(each.path) and view.may_tell(f"{each.path} {each.detail}")]
    if not reason:
        return found
    chosen = [each for each in found if each.reason == reason]
    if not chosen:
        reasons = ", ".join(dict.fromkeys(each.reason for each in found)) or "none"
        raise QueryError(f"no problem has the reason {reason!r}; there are: {reasons}")
    return chosen


def _below_visible(view: View) -> Callable[[str], bool]:
    """Whether the service whose folder holds a path most closely is one that the principal sees."""
    folders: dict[str, bool] = {}
    for key, text in view.rows("SELECT key, properties FROM graph_nodes WHERE label = 'Service'"):
        properties = json.loads(str(text))
        if properties.get("path"):
            folder = f"{properties.get('repo', '')}:{properties['path']}"
            folders[folder] = folders.get(folder, True) and not view.hides(int(str(key)))

    @cache
    def is_visible(folder: str) -> bool:
        if folder in folders:
            return folders[folder]
        above, _, _ = folder.rpartition("/")
        return bool(above) and is_visible(above)

    return is_visible
