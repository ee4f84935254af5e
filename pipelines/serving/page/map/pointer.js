import { pan, zoom } from "./camera.js";
import { select } from "./card.js";
import { lineAt, nodeAt } from "./curves.js";

const STILL = 5;

/** Mouse, pen and fingers: drag moves, wheel and pinch zoom, a tap chooses. */
export function followPointers(map) {
  const { canvas, state } = map, pointers = new Map();
  let dragged = 0, pinch = 0;
  const at = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    map.reach = event.pointerType === "touch" ? 16 : 0;
    dragged = pinch = 0;
  });
  const hover = ([x, y]) => {
    const node = nodeAt(map, x, y), line = node ? null : lineAt(map, x, y);
    if (node === state.overNode && line === state.overLine) return;
    state.overNode = node; state.overLine = line;
    canvas.classList.toggle("over", Boolean(node || line));
    map.draw();
  };
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId), now = at(event);
    if (!before) { hover(now); return; }
    pointers.set(event.pointerId, now);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()], span = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (pinch) zoom(map, span / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      pinch = span;
      dragged = STILL;
      return;
    }
    dragged += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    canvas.classList.add("moving");
    pan(map, now[0] - before[0], now[1] - before[1]);
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove("moving");
    if (event.type !== "pointerup" || dragged >= STILL) return;
    const [x, y] = at(event), node = nodeAt(map, x, y);
    select(map, node, node ? null : lineAt(map, x, y));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => { state.overNode = state.overLine = null; map.draw(); });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(map, Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), ...at(event));
  }, { passive: false });
}
