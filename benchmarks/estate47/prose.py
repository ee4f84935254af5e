"""Writes a planned record as MADR: headings, front matter and sentences in freely varied wording."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import ModuleType

from benchmarks.estate47 import frases, phrases
from benchmarks.estate47.plan import Estate
from benchmarks.estate47.records import SUPERSEDED, Record
from benchmarks.estate47.spelling import domain_words, listed, service_words

_HEADINGS = {
    "context": ("Context and Problem Statement", "Context", "Context and problem statement"),
    "drivers": ("Decision Drivers",),
    "options": ("Considered Options", "Considered options", "Options"),
    "decision": ("Decision Outcome", "Decision", "Decision outcome"),
    "consequences": ("Consequences",),
    "pros": ("Pros and Cons of the Options",),
    "more": ("More Information", "Notes"),
}
_TITULOS = {
    "context": ("Contexto e problema", "Contexto"), "drivers": ("Direcionadores da decisão",), "options": ("Opções consideradas",),
    "decision": ("Decisão", "Resultado da decisão"), "consequences": ("Consequências",), "pros": ("Prós e contras das opções",),
    "more": ("Mais informações", "Notas"),
}  # fmt: skip
_ARTICLES = ("the ", "all ", "every", "o ", "os ", "todo", "tudo", "cada ")
_CONTRACTIONS = {"de": "d", "em": "n", "por": "pel", "a": "a"}
_CONTRACTED = re.compile(r"\b(de|[Ee]m|por|a) (os? )")
"""Portuguese joins preposition and article: "de o" is "do"."""


def write_record(seed: int, record: Record, records: Sequence[Record], estate: Estate) -> str:
    """The text of one record."""
    return _Writer(Random(f"prose {seed} {record.number}"), record, records, estate).text()


class _Writer:
    def __init__(self, random: Random, record: Record, records: Sequence[Record], estate: Estate) -> None:
        self._random = random
        self._record = record
        self._records = records
        self._domains = {service.domain for service in estate.services}
        self._phrases: ModuleType = frases if record.portuguese else phrases
        self._titles = _TITULOS if record.portuguese else _HEADINGS

    def text(self) -> str:
        """Front matter or bullets, title, sections."""
        style = self._random.choice(("front matter", "front matter", "bullets"))
        if self._record.applies_to:
            style = "front matter"
        title = f"# {self._title()}\n"
        head = self._front_matter() + "\n" + title if style == "front matter" else title + "\n" + self._bullets()
        sections = [self._context(), self._options(), self._decision(), self._consequences()]
        sections += [self._pros()] if self._random.random() < 0.5 else []
        sections += [self._more()]
        return head + "\n" + "\n".join(section for section in sections if section)

    # --- Metadata ---------------------------------------------------------------------------------

    def _date(self) -> str:
        number = self._record.number
        return f"{2019 + number // 60}-{number % 12 + 1:02}-{number % 28 + 1:02}"

    def _status(self) -> str:
        if self._record.status == SUPERSEDED:
            successor = self._records[self._record.successor - 1]
            name = successor.path.rpartition("/")[2]
            return self._random.choice((f"superseded by [ADR-{successor.number:04}]({name})", f"superseded by ADR-{successor.number:04}"))  # fmt: skip
        return self._record.status

    def _front_matter(self) -> str:
        scope = self._record.applies_to
        lines = ["---", f'status: "{self._status()}"', f"date: {self._date()}"]
        if len(scope) == 1 and self._random.random() < 0.4:
            lines.append(f"applies_to: {scope[0]}")
        elif scope and self._random.random() < 0.5:
            lines += ["applies_to:", *(f"  - {name}" for name in scope)]
        elif scope:
            lines.append(f"applies_to: [{', '.join(scope)}]")
        return "\n".join([*lines, "---"]) + "\n"

    def _bullets(self) -> str:
        return f"* Status: {self._status()}\n* Date: {self._date()}\n"

    def _title(self) -> str:
        named = self._named() if self._record.decided and self._random.random() < 0.35 else ()
        return self._one("TITLE_NAMED" if named else "TITLE_PLAIN", named[0] if named else "").rstrip(".")

    # --- Sections ---------------------------------------------------------------------------------

    def _context(self) -> str:
        named = self._named()
        sentences = self._some("FILLER", 2)
        if named and self._random.random() < 0.5:
            sentences.append(self._one("SUBJECT", named[0]))
        sentences += self._mentions("history")
        sentences += [s for s in self._mentions("unlike") if self._place("unlike") == 0]
        return self._section("context", sentences)

    def _options(self) -> str:
        topic = self._record.topic
        noun = topic.coisa if self._record.portuguese else topic.noun
        options = [_capital(noun), *topic.others]
        options += [self._one("REJECTED_OPTION", name) for name in self._strangers("option")]
        self._shuffle(options)
        return f"## {self._heading('options')}\n\n" + "".join(f"* {option}\n" for option in options)

    def _decision(self) -> str:
        named = self._named()
        topic = self._record.topic
        sentences = [self._one("DECIDE", spelt) for spelt in named] or [self._one("DECIDE_PLAIN", "")]
        chosen = f'Chosen option: "{_capital(topic.noun)}", because it can be undone.'
        if not self._record.portuguese and self._random.random() < 0.4:
            sentences.insert(0, chosen)
        rest = self._some("FILLER", 1) + self._mentions("rejected")
        rest += [s for s in self._mentions("cleared") if self._place("cleared") == 0]
        rest += [s for s in self._mentions("unlike") if self._place("unlike") == 1]
        self._shuffle(rest)
        before = self._record.predecessor
        if before and self._random.random() < 0.5:
            name = self._records[before - 1].path.rpartition("/")[2]
            rest.append(f"{'Substitui' if self._record.portuguese else 'Supersedes'} [ADR-{before:04}]({name}).")
        return self._section("decision", sentences + rest)

    def _consequences(self) -> str:
        lines = [*self._some("GOOD", 1), *self._some("BAD", 1)]
        lines += [self._one("INDIRECT", self._spelt(name)) for name in self._record.reached]
        lines += [s for s in self._mentions("cleared") if self._place("cleared") == 1]
        level = self._random.choice(("##", "###"))
        return f"{level} {self._heading('consequences')}\n\n" + "".join(f"* {line}\n" for line in lines)

    def _pros(self) -> str:
        topic = self._record.topic
        parts = [f"## {self._heading('pros')}\n"]
        titles = [_capital(topic.coisa if self._record.portuguese else topic.noun), topic.others[0]]
        titles += [self._one("REJECTED_OPTION", name) for name in self._strangers("option")]
        for title in titles:
            lines = "".join(f"* {line}\n" for line in self._some("GOOD", 1) + self._some("BAD", 1))
            parts.append(f"### {title}\n\n{lines}")
        return "\n".join(parts)

    def _more(self) -> str:
        return self._section("more", self._some("FILLER", 1)) if self._random.random() < 0.3 else ""

    # --- Words ------------------------------------------------------------------------------------

    def _named(self) -> tuple[str, ...]:
        """What the decision speaks of, spelt anew: a domain, or its services, in one list or each alone."""
        record = self._record
        if record.domain:
            return (domain_words(self._random, record.domain, portuguese=record.portuguese),)
        if not record.decided:
            return ()
        if len(record.decided) > 1 and self._random.random() < 0.6:
            return (listed(self._random, record.decided, portuguese=record.portuguese),)
        return tuple(self._spelt(name) for name in record.decided)

    def _spelt(self, name: str) -> str:
        spell: Callable[..., str] = domain_words if name in self._domains else service_words
        return spell(self._random, name, portuguese=self._record.portuguese)

    def _strangers(self, way: str) -> Iterator[str]:
        return (self._spelt(name) for kind, name in self._record.mentioned if kind == way)

    def _mentions(self, way: str) -> list[str]:
        return [self._one(way.upper(), spelt) for spelt in self._strangers(way)]

    def _place(self, way: str) -> int:
        """In which of two sections such a mention stands: the same each time that a record is written."""
        return (self._record.number + len(way)) % 2

    def _one(self, kind: str, spelt: str) -> str:
        topic = self._record.topic
        title, do, noun = (
            (topic.titulo, topic.faz, topic.coisa) if self._record.portuguese else (topic.title, topic.do, topic.noun)
        )
        text: str = self._random.choice(getattr(self._phrases, kind))
        said = text.format(s=spelt, do=do, noun=noun, noun_cap=_capital(noun), title=title, title_cap=_capital(title))
        if self._record.portuguese:
            said = _CONTRACTED.sub(lambda found: _CONTRACTIONS[found[1].lower()] + found[2], said)
        return _capital(said) if said.startswith(_ARTICLES) else said

    def _some(self, kind: str, count: int) -> list[str]:
        return self._random.sample(list(getattr(self._phrases, kind)), count)

    def _shuffle(self, lines: list[str]) -> None:
        self._random.shuffle(lines)

    def _heading(self, key: str) -> str:
        return self._random.choice(self._titles[key])

    def _section(self, key: str, sentences: Sequence[str]) -> str:
        return f"## {self._heading(key)}\n\n{' '.join(sentences)}\n"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
