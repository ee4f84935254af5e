"""Which folders of a repository are copies of one system: only those that have programs in common and deploy them apart."""

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ServiceDecl, SourceSpan
from parsed_graph.resolve.chapters import Chapters
from parsed_graph.resolve.programs import Program

SERVICES = ("orders", "stock")


def programs(*folders: str) -> dict[tuple[str, str], Program]:
    return {("r", folder): Program("r", folder) for folder in folders}


def deployed(path: str, *names: str, inside: str = "") -> list[ServiceDecl]:
    return [
        ServiceDecl(name, SourceSpan(path, 1), "compose", directory=f"{inside}/{name}".strip("/") if inside else None)
        for name in names
    ]


def chapter(path: str, folders: list[str], *declared: ServiceDecl) -> str:
    return Chapters(EstateFacts([("r", declared)]), programs(*folders)).of("r", path)


COPIES = ["ch1/orders", "ch1/stock", "ch2/services/orders", "ch2/services/stock"]


def test_folders_with_the_same_programs_that_are_deployed_apart_are_chapters() -> None:
    facts = [*deployed("ch1/compose.yml", *SERVICES), *deployed("ch2/k8s/all.yaml", *SERVICES)]

    assert chapter("ch1/orders/src/A.java", COPIES, *facts) == "ch1"
    assert chapter("ch2/services/stock", COPIES, *facts) == "ch2"
    assert chapter("ch10/orders", COPIES, *facts) == ""


def test_parts_of_services_that_are_called_alike_are_no_chapters() -> None:
    folders = ["orders/api", "orders/worker", "stock/api", "stock/worker"]

    root = [*deployed("compose.yml", "api", "worker", inside="orders"), *deployed("compose.yml", "x", inside="stock")]

    assert chapter("orders/api", folders, *root) == ""
    assert chapter("orders/api", folders, *root, *deployed("orders/compose.yml", "api", "worker")) == ""


def test_one_program_in_common_or_one_copy_that_is_deployed_is_not_enough() -> None:
    facts = [*deployed("ch1/compose.yml", *SERVICES), *deployed("ch2/compose.yml", *SERVICES)]

    assert chapter("ch1/orders", ["ch1/orders", "ch1/stock", "ch2/orders"], *facts) == ""
    assert chapter("ch1/orders", COPIES, *deployed("ch1/compose.yml", *SERVICES)) == ""
