"""Components without source that are one, though several deployment files declare them."""

from collections import defaultdict

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


def _is_own_image(base: str) -> bool:
    return "/" in base and "$" not in base and image_product(base) is None
