"""A user's walk through the page, in a real browser: ask, sources, map, reports; by mouse, keys, on a phone, in the dark."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from tests.pipelines.serving.browser.conftest import served
from tests.pipelines.serving.http.served_estate import guarded_settings
from tests.small_estate import add_node, depend, shop, write_shop

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>"
QUESTION = "What breaks if payments is down?"


def chosen(page: Any, name: str) -> Any:
    """The card of a node that is searched for on the map."""
    page.get_by_text("28 nodes").wait_for()
    page.get_by_role("combobox", name="Search nodes").fill(name)
    page.keyboard.press("Enter")
    card = page.get_by_role("complementary", name="Details")
    card.get_by_role("heading", name=name, exact=True).wait_for()
    return card


def test_a_question_is_answered_and_its_source_opens(open_page: Open, shop_address: str) -> None:
    page = open_page(shop_address)
    page.get_by_label("Ask the estate").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("17 sources").wait_for()
    assert "9 services are hit" in page.locator("#answer-text").inner_text()
    page.get_by_role("button", name="Source 3").first.click()
    source = page.get_by_role("dialog", name="Source 3")
    assert "shop:services/notifications/notifications/details.py:14" in source.inner_text()
    assert "web-team" in source.inner_text()
    source.get_by_role("button", name="Show on the map").click()
    page.get_by_role("heading", name="notifications").wait_for()
    assert page.url.endswith("#/map/service%3Anotifications")


def test_what_the_map_does_not_draw_opens_beside_the_answer(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/ask/What%20does%20orders-api%20expose%3F")
    page.get_by_role("button", name="orders-api POST /orders", exact=True).first.click()
    card = page.get_by_role("dialog", name="POST /orders")
    card.get_by_text("HANDLED_BY").wait_for()
    card.get_by_role("button", name="Show its service on the map").click()
    page.locator("#card").get_by_role("heading", name="orders-api").wait_for()


def test_a_link_holds_its_question_and_a_wrong_name_says_so(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/ask/Which%20services%20are%20there%3F")
    page.get_by_text("11 services").wait_for()
    page.goto(f"{shop_address}/#/impact/service/nonsense")
    assert "nonsense" in page.get_by_role("alert").inner_text()


def test_a_path_is_drawn_between_two_nodes(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/map")
    chosen(page, "storefront").get_by_role("button", name="Path from here").click()
    page.get_by_text("Choose the other end").wait_for()
    page.get_by_role("combobox", name="Search nodes").fill("fraud")
    page.keyboard.press("Enter")
    steps = page.locator("#card .route .link")
    steps.nth(3).wait_for()
    names = steps.all_inner_texts()
    assert (names[0], names[1], names[-1]) == ("storefront", "gateway", "fraud")
    assert "shop:" in page.locator("#card .route").inner_text()


def test_two_clicks_draw_a_path(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/map")
    answer = json.loads(page.evaluate("fetch('/api/v1/graph').then((answer) => answer.text())"))
    places = {node["name"]: (node["x"], node["y"]) for node in answer["result"]["nodes"]}
    page.get_by_text("28 nodes").wait_for()
    page.locator("#drawing").focus()
    for key in "+" * 20 + "-" * 7:
        page.keyboard.press(key)
    scale = 4 * 0.8**7
    chosen(page, "payments")
    page.keyboard.press("Escape")
    # A node that was searched for stands in the middle of what controls and card leave free.
    canvas = page.locator("#drawing").bounding_box()
    x, y = 292 + (canvas["width"] - 692) / 2, canvas["y"] + canvas["height"] / 2
    page.mouse.click(x, y)
    page.get_by_role("button", name="Path from here").click()
    across, down = (places["acquirer"][axis] - places["payments"][axis] for axis in (0, 1))
    page.mouse.click(x + across * scale, y + down * scale)
    assert page.locator("#card .route .link").all_inner_texts() == ["payments", "acquirer"]


def test_the_wave_of_a_failure_counts_as_blast_does(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/map/service:payments")
    page.get_by_role("button", name="Who is hit if it fails").click()
    page.get_by_role("button", name="9 hit").wait_for()


def test_levels_filters_and_teams_change_what_is_shown(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/map")
    counts = page.locator("#counts")
    page.get_by_text("28 nodes").wait_for()
    page.get_by_role("button", name="Level 0: 4 communities").click()
    assert page.locator("#groups .group").first.inner_text().split() == ["Commerce", "25"]
    page.get_by_role("button", name=re.compile("^Topic")).click()
    assert counts.inner_text().startswith("23 nodes")
    page.get_by_label("Team").select_option("payments-team")
    assert counts.inner_text().startswith("6 nodes")


def test_a_report_on_a_service_is_read_and_leads_to_one_on_a_decision(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/impact")
    page.get_by_label("Name of the service or decision").fill("orders-api")
    page.get_by_role("button", name="Report").click()
    page.get_by_role("heading", name="Accepted ADRs").wait_for()
    assert "docs/adr/0006-version-events-in-the-schema.md:8" in page.locator("#report").inner_text()
    page.get_by_role("button", name=re.compile("^ADR-0005")).click()
    page.get_by_role("heading", name="What hangs on ADR-0005").wait_for()
    page.emulate_media(media="print")
    assert not page.locator("#bar").is_visible()
    assert not page.locator("#impact-form").is_visible()
    assert page.locator("#report").is_visible()


def test_the_state_of_the_estate_is_told(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/estate")
    page.get_by_role("heading", name="Catalogue and code disagree").wait_for()
    page.get_by_role("button", name="Orders", exact=True).click()
    report = page.locator(".reported", has=page.locator("p"))
    report.wait_for()
    assert "orders-api" in report.inner_text()
    page.get_by_role("button", name="declared-not-found").click()
    page.get_by_role("heading", name="declared-not-found (1)").wait_for()
    for heading in ("Problems", "Runs that are kept", "Since the run before", "Nodes", "Edges"):
        assert page.get_by_role("heading", name=heading, exact=True).is_visible()


def test_the_keyboard_alone_is_enough(open_page: Open, shop_address: str) -> None:
    page = open_page(shop_address)
    press = page.keyboard.press
    page.locator("#question:focus").wait_for()
    page.keyboard.type("Who consumes orders-events?")
    press("Enter")
    page.get_by_text("sources").wait_for()
    page.locator("#answer-text .cite").first.focus()
    press("Enter")
    page.get_by_role("dialog", name="Source 1").wait_for()
    press("Escape")
    page.get_by_role("dialog", name="Source 1").wait_for(state="hidden")
    page.get_by_role("link", name="Map").focus()
    press("Enter")
    page.locator("#drawing:focus").wait_for()
    for key in ("/", "f", "r", "a", "u", "d", "Enter"):
        press(key)
    page.get_by_role("heading", name="fraud").wait_for()
    press("n")
    page.get_by_role("heading", name="gateway").wait_for()
    press("Escape")
    page.locator("#card").wait_for(state="hidden")


def test_on_a_phone_nothing_is_wider_than_the_screen(open_page: Open, shop_address: str) -> None:
    page = open_page(f"{shop_address}/#/ask/{QUESTION}", width=390, height=844, has_touch=True)
    page.get_by_text("17 sources").wait_for()
    for view, heading in (
        ("impact/service/orders-api", "Accepted ADRs"),
        ("estate", "Subsystems"),
        ("map/service:payments", "payments"),
    ):
        page.goto(f"{shop_address}/#/{view}")
        page.get_by_role("heading", name=heading, exact=heading == "payments").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    card = page.locator("#card").bounding_box()
    assert card
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= 390


def test_dark_mode_follows_the_system_and_the_button(open_page: Open, shop_address: str) -> None:
    page = open_page(shop_address, color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(16, 21, 28)"
    page.get_by_role("button", name="Light or dark").first.click()
    assert page.evaluate(paper) == "rgb(247, 248, 250)"


def test_names_from_repositories_stay_text_everywhere(open_page: Open, tmp_path: Path) -> None:
    graph = PropertyGraph()
    evil = add_node(graph, NodeLabel.SERVICE, EVIL, "evil", owner=EVIL, oncall="javascript:alert(3)", title=EVIL)
    depend(graph, add_node(graph, NodeLabel.SERVICE, "caller"), evil, "http")
    with served(write_shop(tmp_path / "output", graph)) as address:
        page = open_page(f"{address}/#/map/service:evil")
        card = page.locator("#card")
        card.get_by_text(EVIL).first.wait_for()
        assert card.locator("a").count() == 0
        page.get_by_role("combobox", name="Search nodes").fill("img")
        assert EVIL in page.locator("#hits").inner_text()
        for view in ("ask/Who%20calls%20evil%3F", "impact/service/service%3Aevil", "estate"):
            page.goto(f"{address}/#/{view}")
            page.wait_for_timeout(500)
        assert page.locator("main img, main script").count() == 0


def test_a_token_is_asked_for_and_kept_for_the_tab(open_page: Open, tmp_path: Path) -> None:
    output = write_shop(tmp_path / "output")
    settings, tokens = guarded_settings(tmp_path)
    with served(output, settings) as address:
        page = open_page(f"{address}/#/map")
        dialog = page.get_by_role("dialog", name="Who asks?")
        dialog.get_by_label("Bearer token").fill("eg_wrong")
        page.keyboard.press("Enter")
        dialog.get_by_text("not known here").wait_for()
        dialog.get_by_label("Bearer token").fill(tokens["ops"])
        page.keyboard.press("Enter")
        page.get_by_text(re.compile("6 nodes")).wait_for()
        assert page.evaluate("Object.values(sessionStorage)") == [tokens["ops"]]
        assert page.evaluate("localStorage.length + document.cookie.length") == 0
        page.reload()
        page.get_by_text(re.compile("6 nodes")).wait_for()


def test_an_answer_grows_as_its_pieces_come(open_page: Open, shop_address: str) -> None:
    citation = {
        "number": 1,
        "repo": "shop",
        "path": "a.py",
        "line": 3,
        "rule": "r",
        "quote": EVIL,
        "service": "",
        "layer": "",
    }
    events = [
        ("token", {"text": "orders calls "}),
        ("token", {"text": "payments [1]\n- once"}),
        ("citations", [citation]),
    ]
    body = "".join(f"event: {name}\ndata: {json.dumps(value)}\n\n" for name, value in events)
    failing = body + 'event: error\ndata: {"type": "failed", "message": "the model went away"}\n\n'
    page = open_page(shop_address)
    page.route("**/api/v1/ask", lambda route: route.fulfill(content_type="text/event-stream", body=failing))
    page.goto(f"{shop_address}/#/ask/anything")
    page.get_by_role("alert").get_by_text("the model went away").wait_for()
    assert page.locator("#answer-text").inner_text().split() == ["orders", "calls", "payments", "1", "once"]
    assert EVIL in page.locator("#citations").inner_text()


def test_a_newer_snapshot_offers_to_reload(open_page: Open, tmp_path: Path) -> None:
    output = write_shop(tmp_path / "output")
    with served(output) as address:
        page = open_page(f"{address}/#/map")
        page.get_by_text("6 nodes").wait_for()
        graph = shop()
        depend(graph, add_node(graph, NodeLabel.SERVICE, "newcomer"), "service:orders", "http")
        write_shop(output, graph)
        page.get_by_role("link", name="Estate", exact=True).click()
        page.get_by_role("button", name="Newer snapshot: reload").click()
        page.get_by_role("link", name="Map").click()
        page.get_by_text("7 nodes").wait_for()
