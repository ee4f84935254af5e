"""What a programming language is to the parse stage: file patterns, and a reader into a SourceFile."""

from collections.abc import Callable
from dataclasses import dataclass

from parsed_graph.parser import Artefact
from parsed_graph.syntax.source_file import SourceFile


@dataclass(frozen=True, slots=True)
class Language:
    """`name` is what Framework.languages refers to: java, kotlin, python, javascript, typescript, go, csharp, php, ruby, rust, scala."""

    name: str
    patterns: tuple[str, ...]
    read: Callable[[Artefact], SourceFile]
