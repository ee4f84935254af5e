"""Who carries a proxy route out: a unit, the program around the file, or a proxy that only its configuration shows."""

from parsed_graph.estate_facts import Located
from parsed_graph.facts import ProxyRoute
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.images import product_named
from parsed_graph.resolve.units import Unit

CLUSTER_ROUTES = frozenset({"ingress", "gateway-api", "istio", "contour", "ambassador", "openshift"})
"""Products of routes that the cluster's own proxy carries out, wherever their files lie; it is seldom part of the estate."""


class RouteCarriers:
    """The components behind the routes of an estate; of proxies that nothing deploys one of a product in a repository."""

    def __init__(self, estate: Estate) -> None:
        self._estate = estate
        self._deploying = {unit.repo for component in estate.inventory.components for unit in component.units}
        self._undeployed: dict[tuple[str, str], Component] = {}

    def of(self, located: Located[ProxyRoute]) -> list[Component]:
        """The unit that the route names, else whose code it is in, else the proxy whose configuration it must be."""
        inventory, fact = self._estate.inventory, located.fact
        unit = inventory.unit_owner(located.repo, fact.service, located.path) if fact.service else None
        if unit is not None:
            return [unit]
        if fact.product not in CLUSTER_ROUTES:
            owners = [owner.component for owner in self._estate.owners(located)]
            if owners:
                return owners
        return self._deployed(located) or self._alone(located)

    def confirm(self, carrier: Component) -> None:
        """Makes a proxy that nothing deploys a component of the estate, now that it is known to forward to one."""
        if any(carrier is each for each in self._undeployed.values()):
            self._estate.inventory.add(carrier)

    def _deployed(self, located: Located[ProxyRoute]) -> list[Component]:
        """The proxy whose configuration lies in no program: the one of this product deployed from the repository, if there is one only."""
        product = located.fact.product
        found = [
            component
            for component in self._estate.inventory.components
            if component.repo == located.repo
            and (component.product == product or product in {u.product.name for u in component.units if u.product})
        ]
        folder = located.path.rpartition("/")[0]
        near = [component for component in found if component.name in folder.split("/")]
        return near if len(near) == 1 else found if len(found) == 1 else []

    def _alone(self, located: Located[ProxyRoute]) -> list[Component]:
        """A proxy set up by hand: its configuration is kept in a repository that deploys nothing."""
        product = product_named(located.fact.product)
        if product is None or product.role is None or located.repo in self._deploying:
            return []
        key = (located.repo, product.name)
        if key not in self._undeployed:
            evidence = {located.evidence(product.name)}
            unit = Unit(product.name, located.repo, "", evidence=set(evidence))
            self._undeployed[key] = Component(
                product.name, role=product.role, product=product.name, units=[unit], evidence=evidence
            )
        return [self._undeployed[key]]
