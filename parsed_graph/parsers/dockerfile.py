"""Dockerfiles: an ImageDecl of the last stage, and the environment that it sets."""

from collections.abc import Iterator

from parsed_graph.facts import EnvValue, Fact, ImageDecl, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.command_settings import command_settings, variable_settings
from parsed_graph.syntax.dockerfile_document import Instruction, Stage, lineage, pairs, read_stages, words
from parsed_graph.syntax.unclosed import unclosed_fact


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`copies` are the local sources of all stages: what is built into the image, not what one stage takes from another."""
    if artefact.name.endswith(".dockerignore"):
        return
    stages = read_stages(artefact.text)
    if not stages:
        yield Incomplete("unparseable", "a Dockerfile without FROM", SourceSpan(artefact.path, 1))
        return
    chain = lineage(stages)
    span = SourceSpan(artefact.path, chain[-1].line)
    copies = tuple(dict.fromkeys(source for stage in stages for source in _copies(stage)))
    yield ImageDecl(artefact.path, chain[0].base, span, copies, _command(chain), _ports(chain))
    for stage in chain:
        for instruction in stage.instructions:
            yield from _environment(instruction, SourceSpan(artefact.path, instruction.line))
    for last in stages[-1].instructions[-1:]:
        if last.unclosed:
            yield unclosed_fact(artefact.path, last.line, f"{last.name} <<{last.unclosed}")


def _environment(instruction: Instruction, span: SourceSpan) -> Iterator[Fact]:
    """Variables, and the settings that they or the command line carry."""
    if instruction.name == "ENV":
        for key, value in pairs(instruction.text):
            if value is not None:
                yield EnvValue("", key, value, span)
                yield from (EnvValue("", setting, text, span) for setting, text in variable_settings(key, value))
    elif instruction.name in ("ENTRYPOINT", "CMD"):
        command = " ".join(words(instruction.text))
        yield from (EnvValue("", setting, text, span) for setting, text in command_settings(command))


def _copies(stage: Stage) -> Iterator[str]:
    for instruction in stage.instructions:
        if instruction.name in ("COPY", "ADD") and "--from=" not in instruction.text and "<<" not in instruction.text:
            for source in words(instruction.text)[:-1]:
                if "://" not in source:
                    yield source.removeprefix("./").rstrip("/") or "."


def _command(chain: list[Stage]) -> str:
    """The last ENTRYPOINT and, where no later ENTRYPOINT resets it, the last CMD."""
    entry, command = "", ""
    for stage in chain:
        for instruction in stage.instructions:
            if instruction.name == "ENTRYPOINT":
                entry, command = " ".join(words(instruction.text)), ""
            elif instruction.name == "CMD":
                command = " ".join(words(instruction.text))
    return f"{entry} {command}".strip()


def _ports(chain: list[Stage]) -> tuple[int, ...]:
    texts = [
        word.partition("/")[0]
        for stage in chain
        for instruction in stage.instructions
        if instruction.name == "EXPOSE"
        for word in instruction.text.split()
    ]
    return tuple(dict.fromkeys(int(text) for text in texts if text.isdigit() and len(text) < 6))


PARSER = Parser(
    "dockerfile",
    patterns=("Dockerfile", "Dockerfile.*", "*.Dockerfile", "*.dockerfile", "Containerfile", "Containerfile.*"),
    parse=parse,
)
