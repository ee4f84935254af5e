"""Ruby's constants as qualified names: the folder that a program lies in, then modules and class.

Ruby has one name space for a program, and Rails loads constants by their names alone: `app/clients/stock_client.rb`
of the program in `orders` declares `orders.StockClient`, whoever uses it.
"""

from __future__ import annotations

import re

from parsed_graph.syntax.ruby_libraries import LIBRARIES
from parsed_graph.syntax.typed_scope import member_name

_CODE_FOLDERS = frozenset(
    {"lib", "config", "db", "bin", "src", "exe", "script", "scripts", "rpc", "routes", "models", "controllers"}
)


def code_root(directory: str) -> str:
    """The folder of the program, dotted: `orders` for `orders/app/models` and `orders/lib`."""
    folders = [part for part in directory.split("/") if part]
    if "app" in folders:
        return ".".join(folders[: len(folders) - 1 - folders[::-1].index("app")])
    for index, folder in enumerate(folders):
        if folder in _CODE_FOLDERS:
            return ".".join(folders[:index])
    return ".".join(folders)


_SETTINGS = re.compile(r"(?i)settings|config|constants|environment")


class Constants:
    """The constants that one file names. `names` maps what is written to qualified names."""

    def __init__(self, directory: str) -> None:
        self.root = code_root(directory)
        self.shared = self.root
        """Where constants of no class are declared: in a file of settings that this one requires, else in the program itself."""
        self.names: dict[str, str] = {}
        self.foreign: set[str] = set()

    def require(self, directory: str, path: str) -> None:
        """`require_relative "../config/settings"`."""
        folders = [part for part in directory.split("/") if part]
        for step in path.split("/")[:-1]:
            folders = folders[:-1] if step == ".." else folders if step == "." else [*folders, step]
        if _SETTINGS.search(path):
            self.shared = code_root("/".join(folders))

    def see(self, written: str, owner: str = "") -> None:
        """A constant that an expression names: of a library, a value that a class around it inherits (`owner`), else of the program."""
        if written in self.names:
            return
        dotted = written.strip(":").replace("::", ".")
        head, _, last = dotted.partition(".")[0], "", dotted.rpartition(".")[2]
        if head in LIBRARIES:
            self.foreign.add(head)
            self.names[written] = dotted
        else:
            is_value = last.isupper() and "." not in dotted
            self.names[written] = member_name((owner or self.shared) if is_value else self.root, dotted)
        self.names.setdefault(last, self.names[written])
