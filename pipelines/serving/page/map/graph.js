/** The drawing as objects that know one another: nodes with their lines, areas, and who needs whom. */
export function makeGraph(data) {
  const nodes = data.nodes.map((node, index) => ({ ...node, index, lines: [], shown: true, area: null }));
  const lines = data.lines.map((line, index) => ({
    ...line, index, source: nodes[line.source], target: nodes[line.target], shown: true, bend: 0,
    kinds: line.kinds.length ? line.kinds : ["else"],
  }));
  for (const line of lines) {
    line.source.lines.push(line);
    if (line.target !== line.source) line.target.lines.push(line);
  }
  const areas = data.areas.map((area, index) => ({ ...area, index, members: area.nodes.map((place) => nodes[place]) }));
  for (const area of areas) for (const node of area.members) node.area = area;
  for (const node of nodes) node.size = 8 + Math.min(9, 2.1 * Math.sqrt(node.lines.length));
  const needing = new Map(), needed = new Map();
  for (const [dependent, other] of data.needs) {
    listOf(needing, nodes[other]).push(nodes[dependent]);
    listOf(needed, nodes[dependent]).push(nodes[other]);
  }
  bendApart(lines);
  const bySize = [...nodes].sort((a, b) => b.lines.length - a.lines.length || a.index - b.index);
  return { nodes, lines, areas, needing, needed, bySize, hasTraces: lines.some((line) => line.layers.includes("observed")) };
}

export function listOf(map, key) {
  if (!map.has(key)) map.set(key, []);
  return map.get(key);
}

export const tally = (items) => items.reduce((counts, name) => counts.set(name, (counts.get(name) || 0) + 1), new Map());

/** Lines between the same two nodes are bent so that each can be seen. */
function bendApart(lines) {
  const pairs = new Map();
  for (const line of lines) {
    const [low, high] = [line.source.index, line.target.index].sort((a, b) => a - b);
    listOf(pairs, `${low} ${high}`).push(line);
  }
  for (const group of pairs.values()) {
    group.forEach((line, place) => {
      const step = place - (group.length - 1) / 2;
      line.bend = (line.source.index < line.target.index ? 1 : -1) * step * 26 + 9;
    });
  }
}

/** What a node is drawn as: its label, for a service its role. */
export function roleOf(node) {
  if (node.label !== "Service") return node.label;
  const role = node.properties.role || "application";
  if (role === "application") return "Service";
  if (role === "gateway" || role === "proxy") return "gateway";
  return role === "external" ? "external" : "infra";
}

/** The lines that show how a node needs another: drawn ones, or by way of a topic that one publishes and the other reads. */
export function linesBetween(node, needed) {
  const drawn = [];
  for (const line of node.lines) if (line.shown && line.source === node && line.target === needed) drawn.push(line);
  for (const sent of needed.lines) {
    if (sent.name !== "publishes" || sent.source !== needed) continue;
    for (const read of sent.target.lines) if (read.name === "consumed by" && read.target === node) drawn.push(sent, read);
  }
  return drawn;
}
