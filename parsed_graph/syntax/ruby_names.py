"""Ruby's constants as qualified names: the folder that a program lies in, then modules and class.

Ruby has one name space for a program, and Rails loads constants by their names alone: `app/clients/stock_client.rb`
of the program in `orders` declares `orders.StockClient`, whoever uses it.
"""

from __future__ import annotations

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


class Constants:
    """The constants that one file names. `names` maps what is written to qualified names."""

    def __init__(self, directory: str) -> None:
        self.root = code_root(directory)
        self.names: dict[str, str] = {}
        self.foreign: set[str] = set()

    def see(self, written: str, owner: str = "") -> None:
        """A constant that an expression names: of a library, of a class around it (`owner`) where it is no class, else of the program."""
        if written in self.names:
            return
        dotted = written.strip(":").replace("::", ".")
        head, _, last = dotted.partition(".")[0], "", dotted.rpartition(".")[2]
        if head in LIBRARIES:
            self.foreign.add(head)
            self.names[written] = dotted
        else:
            prefix = owner if owner and "." not in dotted and last.isupper() else self.root
            self.names[written] = member_name(prefix, dotted)
        self.names.setdefault(last, self.names[written])
