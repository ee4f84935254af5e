r"""PHP's namespaces and imports as qualified names: the folder that a program's code lies in, then namespace and class.

Programs of one repository often share namespaces (`App\Services` in each of them), so a name starts with its program's
folder, which the file's own place shows where it ends as its namespace does (PSR-4, https://www.php-fig.org/psr/psr-4/).
"""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.php_libraries import BUILT_IN, LIBRARIES
from parsed_graph.syntax.typed_scope import member_name

_CODE_FOLDERS = frozenset(
    """src lib libs app source sources classes inc include includes routes config public web www htdocs bootstrap bin
    database resources functions helpers core""".split()
)


def code_root(directory: str, namespace: str = "") -> str:
    r"""The folder of the program, dotted: `orders` for `orders/app/Services` with `App\Services`, and for `orders/routes`."""
    folders = [part for part in directory.split("/") if part]
    segments = [part for part in namespace.split("\\") if part]
    while folders and segments and folders[-1].lower() == segments[-1].lower():
        folders.pop()
        segments.pop()
    while folders and folders[-1].lower() in _CODE_FOLDERS:
        folders.pop()
    return ".".join(folders)


class Imports:
    """The names of one file. `names` maps what is written to qualified names, `imported` holds what `use` and full names say, dotted."""

    def __init__(self, directory: str, namespace: str) -> None:
        self.root = code_root(directory, namespace)
        self.own = namespace.partition("\\")[0]
        self.package = member_name(self.root, namespace.replace("\\", ".")) if namespace else self.root
        self.names: dict[str, str] = {}
        self.imported: set[str] = set()
        self.foreign: set[str] = set()

    def full(self, written: str) -> str:
        r"""The qualified name of a fully qualified class or function: `\App\Client`."""
        dotted = written.strip("\\").replace("\\", ".")
        head = dotted.partition(".")[0]
        self.imported.add(dotted)
        if head != self.own and (head in LIBRARIES or dotted in BUILT_IN):
            self.foreign.add(head)
            return dotted
        return member_name(self.root, dotted)

    def add_use(self, written: str, alias: str) -> None:
        r"""`use App\Client as Orders`."""
        self.names[alias or written.rpartition("\\")[2]] = self.full(written)

    def see(self, written: str) -> None:
        """A class that an expression names: imported, fully qualified, of PHP itself or of the same namespace."""
        if written in self.names:
            return
        if written.startswith("\\"):
            self.names[written] = self.full(written)
        elif "\\" in written:
            head, _, rest = written.partition("\\")
            start = self.names.get(head) or member_name(self.package, head)
            self.names[written] = f"{start}.{rest.replace(chr(92), '.')}"
        elif written in BUILT_IN:
            self.names[written] = written
            self.foreign.add(written)
        else:
            self.names[written] = member_name(self.package, written)


def read_use(node: Node, source: bytes, imports: Imports) -> None:
    """A `use` declaration at the top of a file, grouped or not."""
    prefix = ""
    for child in node.named_children:
        if child.type == "namespace_name":
            prefix = _text(child, source) + "\\"
        clauses = child.named_children if child.type == "namespace_use_group" else [child]
        for clause in clauses:
            if clause.type in ("namespace_use_clause", "namespace_use_group_clause"):
                alias = clause.child_by_field_name("alias")
                name = next((c for c in clause.named_children if c.type in ("name", "qualified_name")), None)
                if name is not None:
                    imports.add_use(prefix + _text(name, source), _text(alias, source))


def _text(node: Node | None, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""
