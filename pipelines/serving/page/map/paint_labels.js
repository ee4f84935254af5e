import { radius, toScreen } from "./camera.js";
import { paintGroundNames } from "./paint_grounds.js";
import { FONT } from "./palette.js";

const CELL = 64;
const MOST_LABELS = 500;
const clipped = (text) => (text.length > 30 ? `${text.slice(0, 29)}\u2026` : text);

/** Boxes that are taken, found by the squares they touch. */
function makeRoom() {
  const squares = new Map();
  const each = (box, visit) => {
    for (let cx = Math.floor(box[0] / CELL); cx <= Math.floor(box[2] / CELL); cx++) {
      for (let cy = Math.floor(box[1] / CELL); cy <= Math.floor(box[3] / CELL); cy++) if (visit(cx * 100003 + cy)) return true;
    }
    return false;
  };
  const isOver = (box, other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1];
  return {
    take: (box) => { each(box, (key) => { if (squares.has(key)) squares.get(key).push(box); else squares.set(key, [box]); }); },
    isTaken: (box) => each(box, (key) => (squares.get(key) || []).some((other) => isOver(box, other))),
  };
}

/** Names of nodes where there is room, the best connected first, and names of the grounds under them. */
export function paintLabels(map, ordered, focus) {
  const { pen, state } = map, room = makeRoom();
  pen.lineJoin = "round";
  const seen = ordered.filter((node) => {
    const [x, y] = toScreen(map, node);
    return x > -100 && x < map.width + 100 && y > -60 && y < map.height + 60;
  });
  if (seen.length <= MOST_LABELS) for (const node of seen) {
    const [x, y] = toScreen(map, node), r = radius(map, node) * 0.8;
    room.take([x - r, y - r, x + r, y + r]);
  }
  if (!focus) paintGroundNames(map, room.take, room.isTaken);
  pen.textBaseline = "top";
  const size = Math.max(10, Math.min(13.5, 12.5 * Math.sqrt(state.scale)));
  let tries = 0;
  for (const node of seen) {
    const isNear = !focus || focus.nodes.has(node), isMain = node === state.node || node === state.overNode;
    if (focus ? !isNear : state.scale < 0.42 && node.label !== "Service") continue;
    if (!isMain && ++tries > MOST_LABELS) break;
    pen.font = `${isMain ? 650 : 500} ${size}px ${FONT}`;
    const [x, y] = toScreen(map, node), r = radius(map, node);
    const text = clipped(node.name), width = pen.measureText(text).width, side = r * (node.label === "Topic" ? 1.25 : 1) + 5;
    // Below, right, left, above: the first that is free. What the pointer is on is named in any case.
    const spots = [["center", x, y + r + 4, x - width / 2], ["left", x + side, y - size / 2, x + side], ["right", x - side, y - size / 2, x - side - width], ["center", x, y - r - size - 5, x - width / 2]];
    const box = (spot) => [spot[3] - 1, spot[2] - 1, spot[3] + width + 1, spot[2] + size + 1];
    const spot = spots.find((candidate) => !room.isTaken(box(candidate))) || (isMain || (focus && focus.nodes.size < 60) ? spots[0] : null);
    if (!spot) continue;
    room.take(box(spot));
    pen.textAlign = spot[0];
    pen.globalAlpha = 1;
    pen.strokeStyle = map.colours.halo;
    pen.lineWidth = 3.5;
    pen.strokeText(text, spot[1], spot[2]);
    pen.fillStyle = map.colours.ink;
    pen.fillText(text, spot[1], spot[2]);
  }
}
