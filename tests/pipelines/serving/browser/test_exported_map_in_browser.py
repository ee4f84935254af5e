"""The map as one file, opened from disk in a real browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipelines.serving.cli import estategraph

pytestmark = pytest.mark.browser


def test_the_file_opens_from_disk_with_levels_search_and_cards(
    open_page: Callable[..., Any], shop_output: Path, tmp_path: Path
) -> None:
    file = tmp_path / "map.html"
    done = CliRunner().invoke(estategraph, ["export", "html", "--output", str(shop_output), "--file", str(file)])
    assert done.exit_code == 0, done.output
    page = open_page(file.as_uri() + "#service:payments")
    page.get_by_role("heading", name="payments", exact=True).wait_for()
    assert "payments-team" in page.locator("#card").inner_text()
    page.keyboard.press("[")
    assert page.get_by_role("button", name="Level 0: 4 communities").get_attribute("aria-pressed") == "true"
    page.keyboard.press("]")
    assert page.get_by_role("button", name="Level 1: 7 communities").get_attribute("aria-pressed") == "true"
    page.keyboard.press("n")
    page.get_by_role("heading", name="payments-db", exact=True).wait_for()
