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

export function paint(map) {
  const { pen, canvas } = map, ratio = devicePixelRatio || 1;
  const [wide, high] = [Math.round(map.width * ratio), Math.round(map.height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.globalAlpha = 1;
  pen.fillStyle = map.colours.paper;
  pen.fillRect(0, 0, map.width, map.height);
  const focus = focusOn(map), ordered = map.bySize.filter((node) => node.shown);
  paintAreas(map);
  paintHulls(map);
  paintLines(map, focus);
  paintNodes(map, ordered, focus);
  if (map.isMoving && ordered.length > 1500) return;
  if (focus) ordered.sort((a, b) => focus.nodes.has(b) - focus.nodes.has(a));
  paintLabels(map, ordered, focus);
  paintLineNames(map, focus);
  if (focus?.hops) paintHops(map, focus.hops);
}
