import { paintAreas, paintHulls } from "./paint_grounds.js";
import { paintLabels } from "./paint_labels.js";
import { paintLineNames, paintLines } from "./paint_lines.js";
import { paintHops, paintNodes } from "./paint_nodes.js";

/** What stands out: the wave of a failure, a path, or what is chosen or under the pointer with its neighbours. */
export function focusOn(map) {
  const { state } = map;
  if (state.ripple) return state.ripple.until(state.hop);
  if (state.route) return state.route.focus;
  const node = state.overNode || state.node, line = state.overLine || state.line;
  if (node) {
    const nodes = new Set([node]), lines = new Set();
    for (const each of node.lines) if (each.shown) { lines.add(each); nodes.add(each.source); nodes.add(each.target); }
    return { nodes, lines };
  }
  return line ? { nodes: new Set([line.source, line.target]), lines: new Set([line]) } : null;
}

const MANY_SHOWN = 1500;

/** Paints the map. While one of thousands of nodes is moved, its last picture is moved instead, and painted anew when it rests. */
export function paint(map) {
  const { pen, canvas } = map, ratio = devicePixelRatio || 1;
  const [wide, high] = [Math.round(map.width * ratio), Math.round(map.height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; map.still = null; }
  const ordered = map.bySize.filter((node) => node.shown), isLarge = ordered.length > MANY_SHOWN;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.globalAlpha = 1;
  pen.fillStyle = map.colours.paper;
  pen.fillRect(0, 0, map.width, map.height);
  if (isLarge && map.isMoving && map.still) moveStill(map);
  else {
    paintAll(map, ordered);
    map.still = isLarge ? takeStill(map) : null;
  }
}

function paintAll(map, ordered) {
  const focus = focusOn(map);
  paintAreas(map);
  paintHulls(map);
  paintLines(map, focus);
  paintNodes(map, ordered, focus);
  if (focus) ordered.sort((a, b) => focus.nodes.has(b) - focus.nodes.has(a));
  paintLabels(map, ordered, focus);
  paintLineNames(map, focus);
  if (focus?.hops) paintHops(map, focus.hops);
}

function takeStill({ canvas, state, still }) {
  const picture = still?.picture || document.createElement("canvas");
  picture.width = canvas.width;
  picture.height = canvas.height;
  picture.getContext("2d").drawImage(canvas, 0, 0);
  return { picture, x: state.x, y: state.y, scale: state.scale };
}

function moveStill({ pen, still, state, width, height }) {
  const grown = state.scale / still.scale;
  pen.drawImage(still.picture, state.x - still.x * grown, state.y - still.y * grown, width * grown, height * grown);
}
