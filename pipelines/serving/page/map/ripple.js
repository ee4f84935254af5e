import { linesBetween } from "./graph.js";

/** Everything that needs a node, by hop, as `estategraph blast` counts it; a topic on the way is drawn but is no hop. */
export function ripple(map, start) {
  const hops = new Map([[start, 0]]), lines = new Map(), passed = new Map();
  const draw = (line, hop) => { if (!lines.has(line)) lines.set(line, hop); };
  const reach = (node, needed, hop, next) => {
    for (const line of linesBetween(node, needed)) {
      draw(line, hop);
      for (const end of [line.source, line.target]) if (end !== node && end !== needed && !passed.has(end)) passed.set(end, hop);
    }
    if (!hops.has(node)) { hops.set(node, hop); next.push(node); }
  };
  let layer = [start], last = 0;
  for (let hop = 1; layer.length; hop++) {
    const next = [];
    if (start.label === "Topic" && hop === 1) {
      for (const line of start.lines) {
        const end = line.source === start ? line.target : line.source;
        draw(line, hop);
        if (!hops.has(end)) { hops.set(end, hop); next.push(end); }
      }
    }
    for (const needed of layer) for (const node of map.needing.get(needed) || []) if (!hops.has(node) || hops.get(node) === hop) reach(node, needed, hop, next);
    if (next.length) last = hop;
    layer = next;
  }
  return { hops, last, until: (hop) => focusUntil(hops, passed, lines, hop) };
}

/** What the wave has reached after some hops. */
function focusUntil(hops, passed, lines, hop) {
  const within = (found) => [...found].filter(([, at]) => at <= hop).map(([item]) => item);
  return { nodes: new Set([...within(hops), ...within(passed)]), lines: new Set(within(lines)), hops: new Map([...hops].filter(([, at]) => at <= hop)) };
}
