"""What `impact diff` says of commits."""

from pathlib import Path

from pipelines.impact.changes.change import Verdict
from tests.pipelines.impact.two_states import ORDERS, STOCK, changed, commit, service, shop, told

OPENAPI = """openapi: 3.0.3
info: {title: stock, version: '1'}
paths:
  /levels/{sku}:
    get:
      parameters: [{name: sku, in: path, required: true, schema: {type: string}}%s]
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {%s}}}}}
"""
LEVELS = "stock/src/main/java/shop/Levels.java"
STOCK_CLIENT = "orders/src/main/java/shop/Stock.java"
ADR = """---
status: accepted
applies_to: [%s]
---
# 1. Ask stock over HTTP

## Context
x
## Decision
We ask.
"""


def test_a_route_that_is_gone_breaks_the_caller_that_still_calls_it(tmp_path: Path) -> None:
    after = {**shop(), LEVELS: STOCK.replace("/levels/", "/quantities/").replace("level(", "quantity(")}
    found = changed(tmp_path, shop(), after)

    gone = found.changes[0]
    assert told(gone) == ("endpoint", "GET /levels/{}", "removed", "breaking")
    assert [(hit.name, hit.place, hit.stays) for hit in gone.hits] == [("orders", f"shop:{STOCK_CLIENT}:5", True)]
    assert found.verdict is Verdict.BREAKING
    assert ("endpoint", "GET /quantities/{}", "added", "non-breaking") in map(told, found.changes)


def test_a_route_that_moves_together_with_its_callers_breaks_nobody(tmp_path: Path) -> None:
    after = {
        **shop(),
        LEVELS: STOCK.replace("/levels/", "/quantities/"),
        STOCK_CLIENT: ORDERS.replace("/levels/", "/quantities/"),
    }
    found = changed(tmp_path, shop(), after)

    (moved,) = [change for change in found.changes if change.about == "endpoint"]
    assert told(moved) == ("endpoint", "GET /levels/{}", "removed", "non-breaking")
    assert moved.reasons[0].text == "it moved to GET /quantities/{}, and all known callers moved on with it"


def test_a_call_that_only_moves_down_in_its_file_still_calls(tmp_path: Path) -> None:
    after = {
        **shop(),
        LEVELS: STOCK.replace('    @GetMapping("/levels/{sku}")\n', ""),
        STOCK_CLIENT: ORDERS.replace("public class", "// Asks for levels.\npublic class"),
    }

    assert told(changed(tmp_path, shop(), after).changes[0]) == (
        "endpoint", "GET /levels/{}", "removed", "breaking",
    )  # fmt: skip


def test_a_new_required_parameter_of_a_contract_breaks_its_callers(tmp_path: Path) -> None:
    before = {**shop(), "stock/openapi.yaml": OPENAPI % ("", "level: {type: integer}")}
    parameter = ", {name: shelf, in: query, required: true, schema: {type: string}}"
    after = {**shop(), "stock/openapi.yaml": OPENAPI % (parameter, "level: {type: integer}")}
    (change,) = changed(tmp_path, before, after).changes

    assert told(change) == ("endpoint", "GET /levels/{}", "changed", "breaking")
    assert [reason.text for reason in change.reasons] == ["request query.shelf is new and required"]
    assert [hit.name for hit in change.hits] == ["orders"]


def test_a_new_response_field_breaks_nobody(tmp_path: Path) -> None:
    before = {**shop(), "stock/openapi.yaml": OPENAPI % ("", "level: {type: integer}")}
    after = {**shop(), "stock/openapi.yaml": OPENAPI % ("", "level: {type: integer}, shelf: {type: string}")}
    (change,) = changed(tmp_path, before, after).changes

    assert told(change) == ("endpoint", "GET /levels/{}", "changed", "non-breaking")


def test_a_call_that_stands_but_leads_elsewhere_is_told(tmp_path: Path) -> None:
    client = ORDERS.replace('"http://stock/levels/"', 'System.getenv("STOCK_URL") + "/levels/"')
    compose = (
        "services:\n  stock:\n    build: stock\n  orders:\n    build: orders\n    environment:\n      STOCK_URL: %s\n"
    )
    before = {**shop(), STOCK_CLIENT: client, "docker-compose.yml": compose % "http://stock"}
    after = {**before, "docker-compose.yml": compose % "http://warehouse"}
    found = changed(tmp_path, before, after)

    call = next(change for change in found.changes if change.about == "call")
    assert told(call) == ("call", "orders -> GET /levels/{} of stock", "removed", "unknown")
    assert call.reasons[0].text == (
        "the call stands as it was, but can no longer be followed to it:"
        " what it went through at shop:docker-compose.yml:7 is gone or says something else"
    )


def test_a_service_that_is_gone_breaks_those_that_still_need_it(tmp_path: Path) -> None:
    after = {path: text for path, text in shop().items() if not path.startswith("stock/")}
    after["docker-compose.yml"] = "services:\n  orders:\n    build: orders\n"
    found = changed(tmp_path, shop(), after)

    gone = next(change for change in found.changes if change.about == "service" and change.name == "stock")
    assert told(gone)[2:] == ("removed", "breaking")
    assert [hit.name for hit in gone.hits] == ["orders"]


def test_a_service_that_moves_to_another_folder_under_another_name_is_renamed(tmp_path: Path) -> None:
    more = {f"stock/src/main/java/shop/Level{n}.java": f"package shop;\nclass Level{n} {{}}\n" for n in range(4)}
    before = {**shop(), **more}
    after = {
        path.replace("stock/", "levels/"): text.replace("stock", "levels") if "Stock" not in path else text
        for path, text in before.items()
    }
    found = changed(tmp_path, before, after)

    renamed = next(change for change in found.changes if change.about == "service")
    assert told(renamed) == ("service", "stock", "renamed", "breaking")
    assert renamed.reasons[0].text == "it is called levels now, and 1 service cannot be seen to reach it any more"
    assert not [change for change in found.changes if change.about == "endpoint"]


def test_a_new_service_breaks_nothing(tmp_path: Path) -> None:
    after = {
        **shop(),
        **service("mail"),
        "docker-compose.yml": shop()["docker-compose.yml"] + "  mail:\n    build: mail\n",
    }
    found = changed(tmp_path, shop(), after)

    assert ("service", "mail", "added", "non-breaking") in map(told, found.changes)
    assert found.verdict is Verdict.NON_BREAKING


def test_the_records_that_govern_what_was_touched_are_named_and_what_none_governs(tmp_path: Path) -> None:
    before = {**shop(), "docs/adr/0001-ask.md": ADR % "stock"}
    after = {**before, LEVELS: STOCK + "// done\n", STOCK_CLIENT: ORDERS + "// done\n"}
    found = changed(tmp_path, before, after)

    assert [(each.record.name, each.how, each.services) for each in found.governing] == [
        ("ADR-0001", "governed", ("service:stock",))
    ]
    assert [node.name for node in found.ungoverned] == ["orders"]
    assert found.changes == ()
    assert found.files == 2


def test_records_that_come_and_change_say_in_what(tmp_path: Path) -> None:
    before = {**shop(), "docs/adr/0001-ask.md": ADR % "stock"}
    after = {
        **shop(),
        "docs/adr/0001-ask.md": (ADR % "stock").replace("accepted", "deprecated"),
        "docs/adr/0002-more.md": (ADR % "orders").replace("# 1. Ask", "# 2. Again ask"),
    }
    found = changed(tmp_path, before, after)

    assert [(each.record.name, str(each.action), each.what) for each in found.records] == [
        ("ADR-0001", "changed", ("status is deprecated instead of accepted",)),
        ("ADR-0002", "added", ("concerns orders (governed)",)),
    ]


def test_the_same_states_give_the_same_answer_twice(tmp_path: Path) -> None:
    after = {**shop(), LEVELS: STOCK.replace("/levels/", "/quantities/")}
    first = changed(tmp_path / "one", shop(), after)
    second = changed(tmp_path / "two", shop(), after)

    assert first.changes == second.changes


def test_what_was_read_once_is_not_read_again(tmp_path: Path) -> None:
    from tests.pipelines.impact.two_states import compared

    folder, output = tmp_path / "shop", tmp_path / "output"
    commit(folder, shop())
    commit(folder, {**shop(), LEVELS: STOCK + "// done\n"})
    first = compared(folder, output, "HEAD~1..HEAD")
    stamps = {path: path.stat().st_mtime_ns for path in output.rglob("tree/**/*") if path.is_file()}
    second = compared(folder, output, "HEAD~1..HEAD")

    assert first == second
    assert stamps == {path: path.stat().st_mtime_ns for path in output.rglob("tree/**/*") if path.is_file()}
