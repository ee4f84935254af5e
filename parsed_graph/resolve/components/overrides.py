"""What `services.yaml` says of services that are found: several are one, one has another name, a folder is one, one is none.

Names mean what the rules found, whatever the order of the entries: so no entry builds on another, and no chain of them can be a circle.
Where two entries speak of one thing and differ, the first counts; the other is left out and becomes a problem.
"""

from collections.abc import Iterable

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import ServiceDecl, ServiceOverride, SourceSpan
from parsed_graph.identity import name_key
from parsed_graph.model import Problem
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.programs import Place, Program, within
from parsed_graph.schema import NodeLabel

RULE = "services.yaml"
"""The rule in the evidence of what an entry says."""
Override = Located[ServiceOverride]


class Overrides:
    """The entries of an estate's `services.yaml` files, in their order, and what became of them."""

    def __init__(self, facts: EstateFacts) -> None:
        # Of an ignored folder no fact is left (parsed_graph/join/ignored_folders.py).
        self._entries = [each for each in facts.of(ServiceOverride) if not (each.fact.ignored and each.fact.directory)]
        self.problems: list[Problem] = []
        self.ignored: list[tuple[Override, NodeLabel | None]] = []
        """Names that are no service, with the label of what was found under each; None where it may yet show up as an address."""
        self.ignored_places: set[Place] = set()
        self._places: dict[tuple[str, SourceSpan], Place] = {}
        self._targets: dict[tuple[str, SourceSpan], Component] = {}
        self._left_out: set[tuple[str, SourceSpan]] = set()
        self._claims: dict[int, Override] = {}

    def add_folders(self, programs: dict[Place, Program], facts: EstateFacts) -> None:
        """Each `path` is a program; the only one that was found inside of it moves up to it."""
        for entry in self._entries:
            if entry.fact.directory is None:
                continue
            place = (entry.repo, entry.fact.directory)
            inside = [other for other in programs if other[0] == place[0] and within(other[1], place[1])]
            if place not in programs and len(inside) > 1:
                self._leave_out(entry, "ambiguous-folder", f"{_shown(place[1])} holds {len(inside)} services: {_HOW}")
            elif place not in programs and not inside and not _holds_facts(place, facts):
                detail = f"nothing that is read lies in {_shown(place[1])}: correct the path or take the entry out"
                self._leave_out(entry, "unknown-folder", detail)
            else:
                program = programs.pop(inside[0]) if place not in programs and inside else programs.get(place)
                program = program or Program(*place)
                program.names.add(program.folder)
                program.directory, program.has_code = place[1], True
                program.names |= {program.folder, entry.fact.name}
                program.evidence.add(entry.evidence(RULE))
                programs[place] = program
                self._places[_key(entry)] = place

    def apply(self, components: list[Component]) -> list[Component]:
        """Joins, renames and leaves out what the entries name; components must have their names already."""
        found = _Found(components)
        gone: set[int] = set()
        for entry in self._entries:
            if _key(entry) in self._left_out:
                continue
            if entry.fact.ignored:
                gone |= {id(each) for each in self._ignore(entry, found)}
            else:
                subjects = self._subjects(entry, found)
                if subjects and self._claim(entry, subjects):
                    main = self._targets[_key(entry)] = _joined(entry, subjects)
                    main.name = self._claims[id(main)].fact.name
                    gone |= {id(each) for each in subjects if each is not main}
        return [component for component in components if id(component) not in gone]

    def target(self, declared: Located[ServiceDecl]) -> Component | None:
        """The component that an entry with `is` or `path` became."""
        return self._targets.get(_key(declared))

    def leaves_out(self, declared: Located[ServiceDecl]) -> bool:
        """Whether an entry counts for nothing, as it names nothing or another ignores what it names."""
        if _key(declared) in self._left_out:
            return True
        ignoring = next((e for e, _ in self.ignored if spelled(e.fact.name) == spelled(declared.fact.name)), None)
        if ignoring is not None:
            self.note(declared, "contradiction", f"{declared.fact.name} is ignored at {_line(ignoring)}: {_KEEP}")
        return ignoring is not None

    def note(self, entry: Located[ServiceDecl] | Override, reason: str, detail: str) -> None:
        """Adds a problem at an entry."""
        self.problems.append(Problem("inventory", f"{entry.repo}:{entry.path}", entry.fact.span.line, reason, detail))

    def _ignore(self, entry: Override, found: "_Found") -> list[Component]:
        subject = self._only(entry, entry.fact.name, found.named(entry.fact.name, entry.repo))
        if _key(entry) in self._left_out or (subject and not self._claim(entry, [subject])):
            return []
        self.ignored.append((entry, subject.label if subject else None))
        if subject is None:
            return []
        self.ignored_places.update(subject.places)
        return [subject]

    def _subjects(self, entry: Override, found: "_Found") -> list[Component]:
        """What an entry says is one: what has its name, unless it gives the folder, and what `is` names."""
        fact, subjects = entry.fact, list[Component | None]()
        if fact.directory is not None:
            subjects.append(found.at(self._places[_key(entry)]))
        else:
            subjects.append(self._only(entry, fact.name, found.called(fact.name, entry.repo)))
        for name in fact.others:
            subject = self._only(entry, name, found.named(name, entry.repo))
            subjects.append(subject)
            if subject is None and _key(entry) not in self._left_out:
                self.note(entry, "unknown-service", f"nothing is found under the name {name}: {_CORRECT}")
        known = list({id(subject): subject for subject in subjects if subject}.values())
        if not known:
            self._left_out.add(_key(entry))
        return known if _key(entry) not in self._left_out else []

    def _only(self, entry: Override, name: str, found: list[Component]) -> Component | None:
        if len(found) > 1:
            places = ", ".join(sorted(_whereabouts(each) for each in found))
            self._leave_out(entry, "ambiguous-service", f"{name} is the name of {len(found)}: {places}; {_WHICH}")
        return found[0] if len(found) == 1 else None

    def _claim(self, entry: Override, subjects: list[Component]) -> bool:
        """Whether no earlier entry says otherwise of what this one names, and all of it is of one kind."""
        labels = sorted({subject.label.value for subject in subjects})
        if len(labels) > 1:
            detail = f"{entry.fact.name} would be a {' and a '.join(labels)} in one: list only names of one kind"
            self._leave_out(entry, "contradiction", detail)
            return False
        for subject in subjects:
            earlier = self._claims.get(id(subject))
            if earlier and _says(earlier) != _says(entry):
                said = "ignored" if earlier.fact.ignored else f"called {earlier.fact.name}"
                detail = f"what {entry.fact.name} names is {said} at {_line(earlier)}: {_KEEP}"
                self._leave_out(entry, "contradiction", detail)
                return False
        self._claims |= {id(subject): self._claims.get(id(subject), entry) for subject in subjects}
        return True

    def _leave_out(self, entry: Override, reason: str, detail: str) -> None:
        if _key(entry) not in self._left_out:
            self._left_out.add(_key(entry))
            self.note(entry, reason, detail)


def spelled(name: str) -> str:
    """The form in which two spellings of a name are equal; a name without Latin letters is its own."""
    return name_key(name) or name


_HOW = "give the folder of one of them as path"
_WHICH = "give the folder of one as path, or an id as its name"
_KEEP = "keep one of the two entries"
_CORRECT = "correct it or take it out"


class _Found:
    """What the rules found, by the names that it had before any entry changed them."""

    def __init__(self, components: Iterable[Component]) -> None:
        self._named = [(c, {c.name, c.id}, {spelled(name) for name in c.names if name}) for c in components]
        self._spelled = [(c, spelled(c.name)) for c in components]

    def called(self, name: str, repo: str) -> list[Component]:
        """What has a name as its own, spelled so if possible, or as its id; of several the one of this repository."""
        exact = [component for component, own, _ in self._named if name in own]
        return _nearest(exact or [c for c, own in self._spelled if own == spelled(name)], repo)

    def named(self, name: str, repo: str) -> list[Component]:
        """What has a name as its own, else what goes by it as well."""
        return self.called(name, repo) or _nearest([c for c, _, keys in self._named if spelled(name) in keys], repo)

    def at(self, place: Place) -> Component | None:
        """What has its source in this very folder."""
        return next((component for component, _ in self._spelled if place in component.places), None)


def _nearest(found: list[Component], repo: str) -> list[Component]:
    near = [component for component in found if component.repo == repo]
    return near if len(near) == 1 else found


def _joined(entry: Override, subjects: list[Component]) -> Component:
    """All subjects in the first that has source; what they were called are aliases."""
    main = next((subject for subject in subjects if subject.program), subjects[0])
    for other in subjects:
        main.aliases |= other.names
        if other is main:
            continue
        main.units += other.units
        main.evidence |= other.evidence
        main.further_places += other.places
        main.properties = {**other.properties, **main.properties}
        if main.program and other.program:
            main.program.languages |= other.program.languages
            main.program.frameworks |= other.program.frameworks
    main.evidence.add(entry.evidence(RULE))
    return main


def _holds_facts(place: Place, facts: EstateFacts) -> bool:
    return any(each.repo == place[0] and within(each.path, place[1]) for each in facts)


def _key(entry: Located[ServiceDecl] | Override) -> tuple[str, SourceSpan]:
    return entry.repo, entry.fact.span


def _says(entry: Override) -> tuple[bool, str]:
    return entry.fact.ignored, spelled(entry.fact.name)


def _line(entry: Override) -> str:
    return f"{entry.repo}:{entry.path}:{entry.fact.span.line}"


def _shown(folder: str) -> str:
    return folder or "the repository"


def _whereabouts(component: Component) -> str:
    return f"{component.repo}:{component.places[0][1] or '.'}" if component.places else component.id
