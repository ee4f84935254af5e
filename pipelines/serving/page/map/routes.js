import { linesBetween } from "./graph.js";

/** The shortest way from one node to another along what is shown, as [node, lines to it] steps; null where there is none. */
export function findRoute(map, from, to) {
  const came = new Map([[from, null]]);
  for (let layer = [from]; layer.length && !came.has(to);) {
    const next = [];
    for (const node of layer) {
      for (const other of neighbours(map, node)) if (!came.has(other) && other.shown) { came.set(other, node); next.push(other); }
    }
    layer = next;
  }
  if (!came.has(to)) return null;
  const steps = [];
  for (let node = to; node; node = came.get(node)) {
    const before = came.get(node);
    steps.unshift([node, before ? stepLines(before, node) : []]);
  }
  return steps;
}

/** What a node leads to by a drawn line, then what it needs by way of a topic. */
function neighbours(map, node) {
  const direct = node.lines.filter((line) => line.shown && line.source === node).map((line) => line.target);
  const byTopic = (map.needed.get(node) || []).filter((other) => linesBetween(node, other).length);
  return [...direct, ...byTopic];
}

function stepLines(before, node) {
  const direct = before.lines.filter((line) => line.shown && line.source === before && line.target === node);
  return direct.length ? direct : linesBetween(before, node);
}

export function focusOf(steps) {
  const nodes = new Set(), lines = new Set();
  for (const [node, drawn] of steps) {
    nodes.add(node);
    for (const line of drawn) { lines.add(line); nodes.add(line.source); nodes.add(line.target); }
  }
  return { nodes, lines };
}
