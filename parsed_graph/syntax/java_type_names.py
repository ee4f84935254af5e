"""The simple names of the types that a Java file writes; one that is written with its package counts as imported (JLS 6.5.5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set

from parsed_graph.syntax.jvm_libraries import is_library
from parsed_graph.syntax.jvm_types import simple_type
from parsed_graph.syntax.source_file import SourceFile, TypeSyntax

_QUALIFIED = re.compile(r"(?!this\.|super\.)(?:[a-z_]\w*\.)+(?:[A-Z]\w*\.)*[A-Z]\w*")


class JavaTypeNames(dict[str, str]):
    """Simple names by types as written; a lookup that is no call, for the hot loop.

    A qualified type enters the file's imports, and stays qualified where its simple name means another type.
    """

    def __init__(
        self, file: SourceFile, types: Mapping[str, TypeSyntax], siblings: Set[str], wildcards: Sequence[str]
    ) -> None:
        super().__init__()
        self._file, self._types, self._siblings, self._wildcards = file, types, siblings, wildcards
        self.qualified: set[str] = set()

    def __missing__(self, written: str) -> str:
        name = self[written] = self._qualified_name(written) if "." in written else simple_type(written)
        return name

    def note(self, bases: Iterable[str]) -> None:
        """Enters the qualified ones among these into the imports."""
        for written in bases:
            if written not in self:
                self.__missing__(written)

    def _qualified_name(self, written: str) -> str:
        name = simple_type(written)
        path = written.partition("<")[0].removesuffix("...").rstrip("[] ")
        if not _QUALIFIED.fullmatch(path):
            return name
        if self._means_another(name, path):
            return path
        self._file.imports[name] = path
        self.qualified.add(path)
        return name

    def _means_another(self, name: str, path: str) -> bool:
        """Whether the simple name, where it stands alone, may mean another type than this one."""
        package = path.rpartition(".")[0]
        if name in self._types:
            return self._types[name].qualified_name != path
        if name in self._file.imports:
            return self._file.imports[name] != path
        if package == self._file.package:
            return False
        is_hidden = any(wildcard != package for wildcard in self._wildcards) and not is_library(path)
        return is_hidden or f"{name}.java" in self._siblings
