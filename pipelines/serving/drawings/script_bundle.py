"""The modules of the page as one script, for a page that is one file: each once, after what it imports.

Names at the top of modules are therefore unique among all of them; a test holds them to it.
"""

import re
from importlib.resources import files
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |function |async function )", re.MULTILINE)


def bundle(entry: str) -> str:
    """The script of a module of the folder `page` and of all that it imports."""
    parts: dict[str, str] = {}
    _collect(entry, parts)
    return '"use strict";\n(() => {\n' + "".join(parts.values()) + "})();\n"


def page_file(name: str) -> str:
    """The text of a file in the folder `page`."""
    return files("pipelines.serving").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def _collect(name: str, parts: dict[str, str]) -> None:
    text = page_file(name)
    parts[name] = ""  # on its way
    for imported in _IMPORT.findall(text):
        path = normpath(join(dirname(name), imported))
        if path not in parts:
            _collect(path, parts)
    del parts[name]  # its place is after what it imports
    parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))
