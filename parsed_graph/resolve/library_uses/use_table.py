"""A table from the libraries of one ecosystem to what they connect to, or make their module be.

One line a pattern: the library as its ecosystem names it (`*` matches any characters), the capability and product as
InfrastructureUse names them (`-` for no product), then

- `connects` where the library by itself opens the connection when the program starts (a discovery or configuration
  client, a bus, a stream binder); a driver does not: what it connects to is in configuration;
- `serves:<role>` where the library makes its module a server of that Role.

Embedded databases (H2, HSQLDB, Derby, SQLite) are no infrastructure and have no line. The first matching line
counts. A line stands for what the library's own documentation says that it does.
"""

import re
from dataclasses import dataclass
from fnmatch import translate


@dataclass(frozen=True, slots=True)
class LibraryUse:
    """What a library connects to, or, where `server_role` is not "", what it makes its module be."""

    capability: str
    product: str
    certain: bool
    server_role: str = ""


class UseTable:
    """The lines of one ecosystem: names in a dictionary, patterns in order; a line before another wins."""

    def __init__(self, text: str) -> None:
        self.by_name: dict[str, tuple[int, LibraryUse]] = {}
        self.patterns: list[tuple[int, re.Pattern[str], LibraryUse]] = []
        for order, line in enumerate(text.strip().splitlines()):
            name, capability, product, *flags = line.split()
            role = next((flag.partition(":")[2] for flag in flags if flag.startswith("serves:")), "")
            use = LibraryUse(capability, "" if product == "-" else product, "connects" in flags, role)
            if "*" in name:
                self.patterns.append((order, re.compile(translate(name)), use))
            else:
                self.by_name.setdefault(name, (order, use))

    def find(self, names: tuple[str, ...]) -> LibraryUse | None:
        """The use on the first line that matches any of the names."""
        found = [self.by_name[name] for name in names if name in self.by_name]
        found += [(order, use) for order, pattern, use in self.patterns if any(map(pattern.match, names))]
        return min(found, key=lambda item: item[0])[1] if found else None
