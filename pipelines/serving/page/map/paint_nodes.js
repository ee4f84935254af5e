import { radius, toScreen } from "./camera.js";
import { listOf, roleOf } from "./graph.js";
import { FONT, HOPS } from "./palette.js";

const SMALL = 4.2;
const MANY_NODES = 600;

export function nodeColour(map, node) {
  const { state, colours } = map;
  if (state.colour === "community") return state.level?.of.get(node)?.colour || colours.infra;
  if (state.colour) return map.groupColours.get(node.properties[state.colour]) || colours.infra;
  return colours[roleOf(node)] || colours.other;
}

/** All nodes, the best connected last, so that they lie above. */
export function paintNodes(map, ordered, focus) {
  const strength = (node) => (!focus || focus.nodes.has(node) ? 1 : 0.2);
  const small = ordered.length > MANY_NODES ? ordered.filter((node) => radius(map, node) < SMALL) : [];
  paintDots(map, small, strength);
  const dots = new Set(small);
  for (const node of [...ordered].reverse()) if (!dots.has(node) && isSeen(map, node)) paintNode(map, node, strength(node), Boolean(focus) && node === map.state.node);
  for (const node of small) if (focus && node === map.state.node) paintNode(map, node, 1, true);
}

const isSeen = (map, node) => {
  const [x, y] = toScreen(map, node);
  return x > -40 && x < map.width + 40 && y > -40 && y < map.height + 40;
};

/** Thousands of nodes seen from afar: squares, one fill for all of a colour. */
function paintDots(map, nodes, strength) {
  const { pen } = map, alike = new Map();
  for (const node of nodes) if (isSeen(map, node)) listOf(alike, `${nodeColour(map, node)}|${strength(node)}`).push(node);
  for (const [look, members] of alike) {
    const [colour, alpha] = look.split("|");
    pen.globalAlpha = Number(alpha);
    pen.fillStyle = colour;
    pen.beginPath();
    for (const node of members) {
      const [x, y] = toScreen(map, node), r = radius(map, node);
      pen.rect(x - r, y - r, 2 * r, 2 * r);
    }
    pen.fill();
  }
}

function outline(pen, node, x, y, r) {
  pen.beginPath();
  if (node.label === "Database") {
    const w = r * 0.92, h = r * 0.95, lid = r * 0.34;
    pen.moveTo(x - w, y - h + lid);
    pen.lineTo(x - w, y + h - lid);
    pen.ellipse(x, y + h - lid, w, lid, 0, Math.PI, 0, true);
    pen.lineTo(x + w, y - h + lid);
    pen.ellipse(x, y - h + lid, w, lid, 0, 0, Math.PI, true);
  } else if (node.label === "Topic" || node.label === "Event") {
    const w = r * 1.25, h = r * 0.72;
    pen.moveTo(x - w, y - h); pen.lineTo(x + w - h, y - h); pen.lineTo(x + w, y); pen.lineTo(x + w - h, y + h); pen.lineTo(x - w, y + h);
  } else if (node.label === "Service") {
    pen.roundRect(x - r, y - r, 2 * r, 2 * r, r * 0.42);
  } else pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.closePath();
}

function paintNode(map, node, strength, ring) {
  const [x, y] = toScreen(map, node), r = radius(map, node), { pen, colours } = map, colour = nodeColour(map, node);
  pen.globalAlpha = 1;
  pen.fillStyle = colours.paper;
  outline(pen, node, x, y, r + 2.5);
  pen.fill();
  pen.globalAlpha = strength;
  pen.fillStyle = colour;
  outline(pen, node, x, y, r);
  if (roleOf(node) === "external") {
    pen.globalAlpha = strength * 0.2;
    pen.fill();
    pen.globalAlpha = strength;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.6;
    pen.setLineDash([4, 3]);
    pen.stroke();
    pen.setLineDash([]);
  } else pen.fill();
  if (node.label === "Database") {
    pen.strokeStyle = colours.stroke;
    pen.globalAlpha = strength * 0.65;
    pen.lineWidth = 1.2;
    pen.beginPath();
    pen.ellipse(x, y - r * 0.61, r * 0.86, r * 0.3, 0, 0, Math.PI);
    pen.stroke();
  }
  if (ring) {
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 2;
    outline(pen, node, x, y, r + 4);
    pen.stroke();
  }
}

/** At which hop the wave reached each node; from afar by colour alone. */
export function paintHops(map, hops) {
  const { pen } = map;
  pen.font = `650 11px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.globalAlpha = 1;
  for (const [node, hop] of hops) {
    if (!hop) continue;
    const [x, y] = toScreen(map, node), r = radius(map, node), colour = HOPS[Math.min(hop, HOPS.length - 1)];
    pen.strokeStyle = pen.fillStyle = colour;
    if (r < SMALL) { pen.fillRect(x - r, y - r, 2 * r, 2 * r); continue; }
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x, y, r + 6, 0, 2 * Math.PI);
    pen.stroke();
    pen.beginPath();
    pen.arc(x + r + 2, y - r - 2, 8, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = "#fff";
    pen.fillText(String(hop), x + r + 2, y - r - 1.5);
  }
}
