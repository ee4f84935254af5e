"""How smoothly a map of 5,000 nodes moves in an installed Chromium, without a graphics card, and how long its making takes.

python benchmarks/map_frames.py [FOLDER]      needs the extra `browser` and `chromium` on the path
"""

import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from community.report import PROMPT, Writer
from community.state import communities_part
from community.update import update_communities
from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.service_map import service_map
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import View
from pipelines.serving.drawings.page import page_html
from prompts.prompt import load_prompt

SERVICES, DATABASES, DOMAIN = 4_000, 1_000, 40
_WORDS = "orders payments carts stock search users invoices shipping pricing offers".split()
_MOVES = """async (how) => {
  const canvas = document.getElementById("drawing"), times = [];
  const send = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y }));
  const turn = (by) => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: by, clientX: 640, clientY: 400, cancelable: true }));
  canvas.setPointerCapture = () => {};
  if (how === "drag") send("pointerdown", 640, 400);
  let last = performance.now();
  for (let step = 0; step < 60; step++) {
    if (how === "drag") send("pointermove", 640 + Math.sin(step / 4) * 200, 400 + step);
    else if (how === "zoom") turn(step < 30 ? -60 : 60);
    else send("pointermove", 400 + step * 8, 300 + step * 4);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  if (how === "drag") send("pointerup", 640, 460);
  times.sort((a, b) => a - b);
  return [times[30], times[54]];
}"""


def estate() -> PropertyGraph:
    """Services in domains of forty, most calls within, each with a database that four share."""
    rng, graph = random.Random(5), PropertyGraph()
    names = [f"{_WORDS[place % 10]}-{place // 10:03d}" for place in range(SERVICES)]
    services = [_node(graph, NodeLabel.SERVICE, name, owner=f"team-{place // 40}") for place, name in enumerate(names)]
    databases = [_node(graph, NodeLabel.DATABASE, f"db-{place}", kind="postgres") for place in range(DATABASES)]
    pairs: dict[tuple[str, str], str] = {}
    for place, service in enumerate(services):
        pairs[service, databases[place // 4]] = "database"
        for _ in range(3):
            pairs[service, services[place // DOMAIN * DOMAIN + rng.randrange(DOMAIN)]] = rng.choice(["http", "grpc"])
        if rng.random() < 0.15:
            pairs[service, rng.choice(services)] = "http"
    evidence = (Evidence("estate", "src/Client.java", 1, "generated"),)
    for (source, target), kind in pairs.items():
        if source != target:
            link = EdgeType.DEPENDS_ON
            graph.add_edge(Edge(source, link, target, Layer.PARSED, 1.0, {"kinds": (kind,)}, evidence))
    return graph


def _node(graph: PropertyGraph, label: NodeLabel, name: str, **properties: str) -> str:
    identity = node_id(label, name)
    graph.add_node(Node(identity, label, name, "", properties))
    return identity


def main(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    graph = estate()
    part = communities_part(update_communities(graph, None, Writer(load_prompt(PROMPT), None)).state)
    write_snapshot(folder / "output", graph, [], RunReport(), parts=[part])
    view = View(open_snapshot(folder / "output"))
    started = time.perf_counter()
    drawing = service_map(view)
    (folder / "map.html").write_text(page_html(view, drawing), encoding="utf-8")
    print(f"{len(drawing.nodes)} nodes, {len(drawing.lines)} lines, made in {time.perf_counter() - started:.1f} s")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto((folder / "map.html").as_uri())
        page.locator("#counts:not(:empty)").wait_for()
        for how in ("drag", "zoom", "hover"):
            page.wait_for_timeout(800)
            median, slow = page.evaluate(_MOVES, how)
            print(f"{how}: a frame in {median:.0f} ms (median), {slow:.0f} ms (nine of ten)")
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(Path(scratch))
