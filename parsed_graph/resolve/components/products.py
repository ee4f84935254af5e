"""Which product a component is (a database, a broker, a proxy), from the image that it runs, its name and its ports."""

import re

from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.images import Product, image_base, image_product, product_named, product_suffix
from parsed_graph.resolve.programs import Program
from parsed_graph.resolve.units import Unit
from parsed_graph.schema import NodeLabel, Role

_DATABASE_NAME = re.compile(r"(^|[-_.])(db|database|datastore)$", re.I)
_DATABASE_PORTS = {5432: "postgres", 3306: "mysql", 27017: "mongo", 6379: "redis", 1433: "mssql", 9042: "cassandra"}

_PORTS = _DATABASE_PORTS | {9092: "kafka", 5672: "rabbitmq", 61616: "activemq", 4222: "nats", 2181: "zookeeper"}


def set_program_product(component: Component, program: Program) -> None:
    """An image built on a product, without code of its own, is that product: `FROM mongo` with an init script."""
    product = image_product(program.image_base) if program.image_base else None
    if product is None and not program.has_code and component.units:
        product = product_suffix(component.units[0].name) if not program.image_base else None
    if product and not program.has_code:
        _become(component, product)


def set_unit_product(component: Component, unit: Unit) -> None:
    """A unit without source is the product that its image or name tells; one that is called a database is one."""
    product = unit.product or (product_suffix(unit.name) if _names_product(unit) else None)
    if product is None and not unit.places:
        # An emulator or a vendor's own build, called what it is, or listening where its product does.
        product = product_named(unit.name) or _product_of_image_and_port(unit)
    if product:
        _become(component, product)
    elif _DATABASE_NAME.search(unit.name) and not unit.places:
        component.label, component.product = NodeLabel.DATABASE, _product_of_port(unit.ports)


def _become(component: Component, product: Product) -> None:
    component.product = product.name
    if product.database:
        component.label = NodeLabel.DATABASE
    elif product.role:
        component.role = product.role


def _product_of_image_and_port(unit: Unit) -> Product | None:
    """The product that a word of the image names and that listens on such a port: `acme/docker-kafka-kraft` on 9092."""
    words = {word for image in unit.images for word in re.split(r"[-_.]", image_base(image).rpartition("/")[2])}
    listening = {_PORTS[port] for port in unit.ports if port in _PORTS}
    return next((p for word in sorted(words) if (p := product_named(word)) and p.name in listening), None)


def _product_of_port(ports: set[int]) -> str:
    return next((_DATABASE_PORTS[port] for port in sorted(ports) if port in _DATABASE_PORTS), "")


def _names_product(unit: Unit) -> bool:
    """An own image such as `shop/orders-mongodb`: image and unit both end in one database or broker."""
    product = product_suffix(unit.name)
    last = product_named(re.split(r"[-_.]", unit.name)[-1])
    images = [image_base(image).rpartition("/")[2] for image in unit.images]
    is_server = product is not None and (product.database or (product.role is Role.BROKER and product == last))
    return is_server and bool(images) and all(product_suffix(image) == product for image in images)
