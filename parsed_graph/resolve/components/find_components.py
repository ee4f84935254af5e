"""The components of an estate: programs and deployment units joined into Services and Databases, one node each.

One service known under several names becomes one component: a folder `mail-service`, an image `todo/mail-service`,
a compose unit `mail` and `spring.application.name: mailer` are the same.
"""

import re
from collections.abc import Iterator

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import ImageDecl, ServiceDecl
from parsed_graph.identity import name_key, name_stem
from parsed_graph.resolve.chapters import Chapters
from parsed_graph.resolve.components.assign_roles import assign_roles
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.components.match_units import match_units
from parsed_graph.resolve.components.merge_components import merge_aliased, merge_bare_units, merge_same_images
from parsed_graph.resolve.components.name_components import choose_names, tell_apart
from parsed_graph.resolve.components.overrides import RULE, Overrides, spelled
from parsed_graph.resolve.components.products import set_program_product, set_unit_product
from parsed_graph.resolve.programs import ModuleTree, Place, Program, deployed_places, find_programs, within
from parsed_graph.resolve.units import Unit, find_units
from parsed_graph.schema import NodeLabel, Role

_WORKER = re.compile(
    r"[-_.](worker|workers|consumer|scheduler|beat|migrat\w+|init|cron|job|jobs|celery|dev|local|test)\d*$"
)

_RUNS_ONCE = {"Job"}
"""Kinds of a unit that ends: what it runs is nobody's provider."""
_REPLICA = re.compile(r"[-_.]?\d+$")


def find_components(facts: EstateFacts) -> tuple[Inventory, Overrides]:
    """Joins programs and units, names them, and gives them their roles; as `services.yaml` has it where it says otherwise."""
    overrides = Overrides(facts)
    modules = ModuleTree(facts)
    programs = find_programs(facts, modules)
    built = deployed_places(facts, modules)
    _add_built_folders(programs, built, facts)
    overrides.add_folders(programs, facts)
    chapters = Chapters(facts, programs)
    units = find_units(facts, programs, built, chapters)
    components = [*_program_components(programs, units, facts, modules), *_unit_components(units)]
    components = merge_aliased(merge_same_images(merge_bare_units(components)), facts)
    choose_names(components)
    components = overrides.apply(components)
    _add_declared(components, facts, overrides)
    tell_apart(components)
    inventory = Inventory(components, modules, chapters, overrides.ignored_places)
    assign_roles(inventory, facts)
    return inventory, overrides


def _add_built_folders(
    programs: dict[Place, Program], built: dict[Place, list[Located[ServiceDecl]]], facts: EstateFacts
) -> None:
    """A folder that a unit is built from is a program; the only program inside such a folder moves up to it."""
    bases = {(located.repo, located.path.rpartition("/")[0]): located.fact.base for located in facts.of(ImageDecl)}
    for place, declared in sorted(built.items()):
        if place in programs:
            continue
        inside = [other for other in programs if other[0] == place[0] and within(other[1], place[1])]
        if len(inside) == 1 and place[1]:
            program = programs.pop(inside[0])
            program.names.add(program.folder)
            program.directory = place[1]
            programs[place] = program
        elif not inside:
            evidence = {declared[0].evidence("image build")}
            programs[place] = Program(*place, evidence=evidence, image_base=bases.get(place, ""))
            programs[place].names.add(programs[place].folder)


def _program_components(
    programs: dict[Place, Program], units: list[Unit], facts: EstateFacts, modules: ModuleTree
) -> Iterator[Component]:
    """One component for each program, with the units that run it; these are taken off `units`."""
    matched = match_units(programs, units, facts, modules)
    taken: set[int] = set()
    for place, program in sorted(programs.items()):
        chosen = sorted((units[index] for index in matched.get(place, ())), key=lambda unit: unit.rank)
        taken |= set(matched.get(place, ()))
        if not chosen and not program.has_code:
            continue
        main, others = _main_unit(program, chosen)
        component = Component(main.name if main else program.folder, program=program, evidence=set(program.evidence))
        component.units = [unit for unit in chosen if _is_same_service(unit, main, program)]
        set_program_product(component, program)
        yield component
        for unit in others:
            if unit not in component.units and unit.kinds != _RUNS_ONCE:
                sibling = Component(unit.name, units=[unit], evidence=set(unit.evidence))
                set_program_product(sibling, program)
                yield sibling
    units[:] = [unit for index, unit in enumerate(units) if index not in taken]


def _main_unit(program: Program, units: list[Unit]) -> tuple[Unit | None, list[Unit]]:
    keys = {name_key(name) for name in (*program.names, program.app_name) if name}
    named = [unit for unit in units if name_key(unit.name) in keys]
    main = next(iter(named or units), None)
    return main, [unit for unit in units if unit is not main]


def _is_same_service(unit: Unit, main: Unit | None, program: Program) -> bool:
    """Whether a further unit of one folder is the same service: a spelling, its worker, a replica, or its name in another deployment file."""
    if main is None or unit is main:
        return True
    base = _REPLICA.sub("", _WORKER.sub("", unit.name))
    keys = {name_key(name) for name in (main.name, *main.aliases, *program.names, program.app_name) if name}
    stems = {name_stem(name) for name in (main.name, *program.names)}
    if name_key(base) in keys or name_stem(base) in stems:
        return True
    return program.has_code and not {e.path for e in unit.evidence} & {e.path for e in main.evidence}


def _unit_components(units: list[Unit]) -> Iterator[Component]:
    """Units without source in the estate: third-party products, own images whose source is elsewhere."""
    for unit in units:
        if unit.kinds == _RUNS_ONCE:
            continue
        component = Component(unit.name, units=[unit], evidence=set(unit.evidence))
        set_unit_product(component, unit)
        component.qualifier = unit.scope
        yield component


def _add_declared(components: list[Component], facts: EstateFacts, overrides: Overrides) -> None:
    """`services.yaml` adds names, owners and external systems to what code and deployment show."""
    for located in facts.of(ServiceDecl):
        declared = located.fact
        if declared.origin not in ("services.yaml", "settings") or overrides.leaves_out(located):
            continue
        known = overrides.target(located) or _known(components, declared)
        if known is None:
            role = Role(declared.role) if declared.role in set(Role) else Role.APPLICATION
            known = Component(declared.name, role=role)
            components.append(known)
        elif declared.role == Role.EXTERNAL and known.program:
            folder = f"{known.program.repo}:{known.program.directory or '.'}"
            overrides.note(located, "contradiction", f"external, but the source is in {folder}: take external out")
        elif declared.role == Role.EXTERNAL and known.label is NodeLabel.SERVICE and known.role is Role.APPLICATION:
            known.role = Role.EXTERNAL  # A stand-in for it that a deployment file runs.
        names = {spelled(component.name) for component in components if component is not known}
        taken = [alias for alias in declared.aliases if spelled(alias) in names]
        for alias in taken:
            detail = f"the alias {alias} is the name of another: put it under is, if it and {known.name} are one"
            overrides.note(located, "contradiction", detail)
        known.aliases = (known.aliases | {declared.name, *declared.aliases}) - {known.name, *taken}
        known.properties.update(declared.properties)
        known.evidence.add(located.evidence(RULE))


def _known(components: list[Component], declared: ServiceDecl) -> Component | None:
    """The component that has the name of an entry, else one that goes by it or by one of its aliases."""
    keys = {spelled(name) for name in (declared.name, *declared.aliases)}
    named = next((c for c in components if spelled(c.name) == spelled(declared.name)), None)
    return named or next((c for c in components if {spelled(name) for name in c.names} & keys), None)
