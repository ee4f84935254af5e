"""A real browser, and servers on this machine that it opens. Nothing is downloaded: a browser that is installed is used."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipelines.serving.cli import estategraph

ROOT = Path(__file__).resolve().parents[4]
QUIET = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync"
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=QUIET.split())
        yield running
        running.close()


@contextmanager
def served(output: Path, settings: Path | None = None) -> Iterator[str]:
    """The address of a server over an output folder."""
    import uvicorn

    from pipelines.serving.http.app import make_app
    from pipelines.serving.service import open_service

    config = uvicorn.Config(
        make_app(open_service(output, settings), "127.0.0.1"), host="127.0.0.1", port=0, log_config=None
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
        assert thread.is_alive()
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="session")
def shop_output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example estate, indexed."""
    output = tmp_path_factory.mktemp("shop") / "output"
    done = CliRunner().invoke(estategraph, ["index", str(ROOT / "examples" / "shop"), "--output", str(output)])
    assert done.exit_code == 0, done.output
    return output


@pytest.fixture(scope="session")
def shop_address(shop_output: Path) -> Iterator[str]:
    with served(shop_output) as address:
        yield address


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address; afterwards nothing may have gone wrong in the page, and no other host been asked for anything."""
    with ExitStack() as stack:
        wrong: list[str] = []

        def opened(address: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce", **options
            )
            stack.callback(context.close)
            page = context.new_page()
            host = address.partition("#")[0]
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("dialog", lambda dialog: wrong.append(f"a dialog: {dialog.message}"))
            page.on("request", lambda request: request.url.startswith(host) or wrong.append(request.url))
            page.on("console", lambda message: "Content Security" in message.text and wrong.append(message.text))
            page.goto(address)
            return page

        yield opened
        assert wrong == []
