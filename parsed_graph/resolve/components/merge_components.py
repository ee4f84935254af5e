"""Components without source that are one, though several deployment files declare them."""

from collections import defaultdict

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ServiceAlias
from parsed_graph.identity import name_key
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.images import image_base, image_product


def merge_bare_units(components: list[Component]) -> list[Component]:
    """One application deployed from two repositories under one name is one component."""
    merged: dict[tuple[str, str, str], Component] = {}
    for component in components:
        bare = component.program is None
        key = (component.label.value, component.qualifier, name_key(component.name))
        known = merged.get(key) if bare else None
        if known and known.program is None and known.label is component.label:
            known.units += component.units
            known.evidence |= component.evidence
        else:
            merged.setdefault(key if bare else (*key[:1], str(id(component)), key[2]), component)
    return list(merged.values())


def merge_same_images(components: list[Component]) -> list[Component]:
    """Units of one own image under different names in different deployment files (`db`, `shop-db`) are one component."""
    by_image: defaultdict[tuple[str, frozenset[str]], list[Component]] = defaultdict(list)
    for component in components:
        images = frozenset(image_base(image) for unit in component.units for image in unit.images)
        if component.program is None and len(images) == 1 and _is_own_image(next(iter(images))):
            by_image[component.repo, images].append(component)
    merged: set[int] = set()
    for same in by_image.values():
        paths = [evidence.path for component in same for evidence in component.evidence]
        if len(same) > 1 and len(paths) == len(set(paths)):
            main, *others = sorted(same, key=lambda each: each.units[0].rank)
            for other in others:
                main.units += other.units
                main.evidence |= other.evidence
                merged.add(id(other))
    return [component for component in components if id(component) not in merged]


def merge_aliased(components: list[Component], facts: EstateFacts) -> list[Component]:
    """A product that one deployment makes reachable under the name that another gives to its own is one component."""
    bare = [component for component in components if component.program is None and component.product]
    by_unit = {(unit.repo, name_key(unit.name)): component for component in bare for unit in component.units}
    merged: set[int] = set()
    for located in facts.of(ServiceAlias):
        main = by_unit.get((located.repo, name_key(located.fact.target)))
        other = by_unit.get((located.repo, name_key(located.fact.alias)))
        if main and other and main is not other and _are_alternatives(main, other) and id(main) not in merged:
            main.units += other.units
            main.evidence |= other.evidence
            merged.add(id(other))
            by_unit |= {(unit.repo, name_key(unit.name)): main for unit in other.units}
    return [component for component in components if id(component) not in merged]


def _are_alternatives(main: Component, other: Component) -> bool:
    """Whether two components of one product never run together: no file declares both."""
    same = (main.label, main.product, main.qualifier) == (other.label, other.product, other.qualifier)
    return same and {e.path for e in main.evidence}.isdisjoint(e.path for e in other.evidence)


def _is_own_image(base: str) -> bool:
    return "/" in base and "$" not in base and image_product(base) is None
