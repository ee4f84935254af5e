import { paintAreas, paintHulls } from "./paint_grounds.js";
import { paintLabels } from "./paint_labels.js";
import { paintFocusLines, paintLineNames, paintLines } from "./paint_lines.js";
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

export function paint(map) {
  const { pen, canvas } = map, ratio = devicePixelRatio || 1;
  const [wide, high] = [Math.round(map.width * ratio), Math.round(map.height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; map.still = null; }
  const ordered = map.bySize.filter((node) => node.shown), focus = focusOn(map);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.globalAlpha = 1;
  pen.fillStyle = map.colours.paper;
  pen.fillRect(0, 0, map.width, map.height);
  if (ordered.length > MANY_SHOWN) paintLarge(map, ordered, focus);
  else {
    paintGround(map, ordered, focus);
    paintNames(map, ordered, focus);
  }
}

/**
 * Thousands of nodes are painted once and kept as a picture: it is moved while they are, and painted anew when they rest. What stands
 * out is painted over it.
 */
function paintLarge(map, ordered, focus) {
  const { state } = map, look = [state.x, state.y, state.scale, map.filterCount, map.theme, state.colour, state.level?.level].join();
  if (map.still && (map.isMoving || map.still.look === look)) drawStill(map);
  else {
    paintGround(map, ordered, null);
    paintNames(map, ordered, null);
    map.still = { ...takeStill(map), look };
  }
  if (!focus || map.isMoving) return;
  map.pen.globalAlpha = 0.75;
  map.pen.fillStyle = map.colours.paper;
  map.pen.fillRect(0, 0, map.width, map.height);
  const near = ordered.filter((node) => focus.nodes.has(node));
  paintFocusLines(map, focus);
  paintNodes(map, near, focus);
  paintNames(map, near, focus);
}

function paintGround(map, ordered, focus) {
  paintAreas(map);
  paintHulls(map);
  paintLines(map, focus);
  paintNodes(map, ordered, focus);
}

function paintNames(map, ordered, focus) {
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

function drawStill({ pen, still, state, width, height }) {
  const grown = state.scale / still.scale;
  pen.drawImage(still.picture, state.x - still.x * grown, state.y - still.y * grown, width * grown, height * grown);
}
