"""Considered options: which one was chosen, so that its section counts as the decision and the others do not."""

import re

from pipelines.documents.document import BlockKind, Document
from pipelines.documents.section_kinds import SectionKind

_CHOICE = re.compile(
    r"\b(?:chosen|selected|decided (?:on|for|to (?:go|use|choose|take))|chose|choose|propose|recommend(?:ed)?|prefer(?:red)?|go(?:ing)? (?:with|for)|went (?:with|for)"
    r"|opt(?:ed)? for|pick(?:ed)?|adopt(?:ed)?|accepted|winner|escolhid[oa]|escolhemos|optamos|op[cç][aã]o)\b[^.\n]{0,120}",
    re.I,
)
_LABEL = re.compile(
    r"\b(?:option|alternative|approach|variant|solution|op[cç][aã]o|alternativa)s?\W{0,3}(?P<label>\d{1,2}|[A-F])\b",
    re.I,
)
_NUMBERED = re.compile(
    r"^\W*(?:(?:option|alternative|approach|variant|solution|op[cç][aã]o|alternativa)\W{0,3})?(?P<label>\d{1,2}|[A-F])\b",
    re.I,
)
_CHOSEN_HERE = re.compile(
    r"^\W*(?:selected|chosen|accepted|this (?:option )?(?:is|was) (?:the )?(?:chosen|selected|preferred|recommended)|escolhid[oa])\b|\((?:chosen|selected|accepted|preferred|recommended|escolhid[oa])\)|✅|✔",
    re.I,
)
_REST = re.compile(
    r"\W*(?:other|alternatives?\b|rejected|discarded|dismissed|unchosen|outras?|alternativas|descartad)", re.I
)
"""Headings that name what was left over: nothing below them was chosen."""
_OPENS_OPTIONS = re.compile(
    r"\b(?:options|alternatives|approaches|candidates|op[cç][oõ]es|alternativas)\b[^\n]{0,80}(?:consider|evaluat|possible|avaliad|:\s*$)",
    re.I,
)
_STOP = frozenset(
    "the a an of to for in on with and or by as at use using option existing new our is be from into own more it".split()
)
_WORD = re.compile(r"[^\W_]{2,}")


def chosen_sections(document: Document, kinds: tuple[SectionKind, ...]) -> frozenset[int]:
    """Sections below an options heading that describe what was chosen, with everything under them."""
    options = [i for i, s in enumerate(document.sections) if kinds[i] is SectionKind.OPTIONS and s.parent >= 0 and not s.is_label
               and kinds[s.parent] is SectionKind.OPTIONS]  # fmt: skip
    options = [i for i in options if not _REST.match(document.sections[_root(document, kinds, i)].title)]
    if not options:
        return frozenset()
    chosen = {i for i in options if _is_marked(document, i)}
    if not chosen:
        choice = _choice_text(document, kinds)
        chosen = _by_label(document, options, choice) or _by_words(document, options, choice)
    return frozenset(i for i in range(len(document.sections)) if _within(document, i, chosen))


def _root(document: Document, kinds: tuple[SectionKind, ...], section: int) -> int:
    """The outermost options section around one."""
    while kinds[document.sections[section].parent] is SectionKind.OPTIONS:
        section = document.sections[section].parent
    return section


def option_blocks(document: Document, kinds: tuple[SectionKind, ...]) -> frozenset[int]:
    """List items outside any options section that only enumerate alternatives ("The following alternatives were considered")."""
    found: set[int] = set()
    for index, block in enumerate(document.blocks):
        opens = (
            block.kind is BlockKind.PARAGRAPH
            and block.text.rstrip().endswith(":")
            and kinds[block.section] is not SectionKind.DECISION
        )
        if (block.kind is BlockKind.ITEM and block.lead in found) or (opens and _OPENS_OPTIONS.search(block.text)):
            found.add(index)
    return frozenset(i for i in found if document.blocks[i].kind is BlockKind.ITEM)


def _is_marked(document: Document, section: int) -> bool:
    if _CHOSEN_HERE.search(document.sections[section].title):
        return True
    return any(b.section == section and _CHOSEN_HERE.match(b.text) for b in document.blocks)


def _choice_text(document: Document, kinds: tuple[SectionKind, ...]) -> str:
    """The first sentences of the decision: where an author says which option it is."""
    decided = [i for i, b in enumerate(document.blocks) if kinds[b.section] is SectionKind.DECISION][:4]
    parts = [document.plain(i).text for i in decided]
    titles = [s.title for i, s in enumerate(document.sections) if kinds[i] is SectionKind.DECISION and ":" in s.title]
    return "\n".join((*titles, *parts))[:1500]


def _by_label(document: Document, options: list[int], choice: str) -> set[int]:
    named = [match["label"].upper() for match in _LABEL.finditer(choice)][:1]
    found = {i: _NUMBERED.match(document.sections[i].title) for i in options}
    return {i for i, label in found.items() if label and label["label"].upper() in named}


def _by_words(document: Document, options: list[int], choice: str) -> set[int]:
    """The option whose title shares the most words with the choice, if it stands out."""
    said = _CHOICE.search(choice)
    wanted = _words(said[0] if said else choice.split("\n")[0])
    scores = sorted(((_overlap(_words(document.sections[i].title), wanted), i) for i in options), reverse=True)
    if not scores or scores[0][0] < 0.5 or (len(scores) > 1 and scores[1][0] >= scores[0][0]):
        return set()
    return {scores[0][1]}


def _words(text: str) -> set[str]:
    return {word.lower().rstrip("s") for word in _WORD.findall(text)} - _STOP


def _overlap(title: set[str], wanted: set[str]) -> float:
    return len(title & wanted) / len(title) if title else 0.0


def _within(document: Document, section: int, chosen: set[int]) -> bool:
    while section >= 0:
        if section in chosen:
            return True
        section = document.sections[section].parent
    return False
