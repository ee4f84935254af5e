import { along, curve, isOff } from "./curves.js";
import { radius } from "./camera.js";
import { listOf } from "./graph.js";
import { DASH, FONT } from "./palette.js";

const MANY_LINES = 1500;

export function lineColour(map, line) {
  const kind = line.kinds.find((name) => !map.state.hidden.kinds.has(name)) || line.kinds[0];
  return map.colours[kind] || map.colours.else;
}

const isBetween = (map, line) => {
  const level = map.state.colour === "community" ? map.state.level : null;
  if (level) return level.of.get(line.source) !== level.of.get(line.target);
  return map.areas.length > 0 && line.source.area !== line.target.area;
};

/** All lines, those in focus above the others. */
export function paintLines(map, focus) {
  const large = map.nodes.length > 70;
  const strength = (line) => (focus ? 0.08 : isBetween(map, line) ? (large ? 0.2 : 0.55) : 0.85);
  const rest = map.lines.filter((line) => line.shown && !(focus && focus.lines.has(line)));
  if (rest.length > MANY_LINES) paintPlain(map, rest, strength);
  else for (const line of rest) paintLine(map, line, strength(line), false);
  if (focus) paintFocusLines(map, focus);
}

export function paintFocusLines(map, focus) {
  for (const line of focus.lines) paintLine(map, line, 1, true);
}

/** Thousands of lines: straight, without heads, one stroke for all that look the same. */
function paintPlain(map, lines, strength) {
  const { pen } = map, alike = new Map();
  for (const line of lines) {
    const c = curve(map, line);
    if (c.length > 2 && !isOff(map, c)) listOf(alike, `${lineColour(map, line)}|${strength(line) * 0.7}|${line.layers[0]}`).push(c);
  }
  for (const [look, curves] of alike) {
    const [colour, alpha, layer] = look.split("|");
    pen.globalAlpha = Number(alpha);
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(0.7, Math.min(1.3, map.state.scale));
    // Dashes cost ten times what a line does, and are not to be seen from afar.
    pen.setLineDash(map.state.scale > 0.45 ? DASH[layer] || [] : []);
    pen.beginPath();
    for (const c of curves) { pen.moveTo(c.ax, c.ay); pen.lineTo(c.bx, c.by); }
    pen.stroke();
  }
  pen.setLineDash([]);
}

function paintLine(map, line, strength, wide) {
  const c = curve(map, line), { pen } = map, { scale } = map.state;
  if (c.length < 2 || isOff(map, c)) return;
  const end = 1 - (radius(map, line.target) + 4) / c.length;
  if (end <= 0) return;
  const [ex, ey] = along(c, Math.max(end, 0.05)), width = (wide ? 2.2 : 1.25) * Math.max(0.7, Math.min(1.3, scale));
  const stroke = () => {
    pen.beginPath();
    pen.moveTo(c.ax, c.ay);
    pen.quadraticCurveTo(c.ax + (c.mx - c.ax) * end, c.ay + (c.my - c.ay) * end, ex, ey);
    pen.stroke();
  };
  if (line.layers.length > 1 && line.layers.includes("observed")) {
    // What traces confirm has a glow under its line.
    pen.globalAlpha = strength * 0.28;
    pen.strokeStyle = map.colours.observed;
    pen.lineWidth = width + 4;
    stroke();
  }
  pen.globalAlpha = strength;
  pen.strokeStyle = pen.fillStyle = line.layers[0] === "observed" ? map.colours.observed : lineColour(map, line);
  pen.lineWidth = width;
  pen.setLineDash(DASH[line.layers[0]] || []);
  stroke();
  pen.setLineDash([]);
  const [fx, fy] = along(c, Math.max(end - 12 / c.length, 0));
  const angle = Math.atan2(ey - fy, ex - fx), head = (wide ? 8 : 6.5) * Math.max(0.65, Math.min(1.2, scale));
  pen.beginPath();
  pen.moveTo(ex + Math.cos(angle) * 2, ey + Math.sin(angle) * 2);
  pen.lineTo(ex - head * Math.cos(angle - 0.42), ey - head * Math.sin(angle - 0.42));
  pen.lineTo(ex - head * Math.cos(angle + 0.42), ey - head * Math.sin(angle + 0.42));
  pen.fill();
}

/** What each line in focus is; a wave says enough by its numbers. */
export function paintLineNames(map, focus) {
  if (!focus || focus.hops || focus.lines.size > 40) return;
  const { pen } = map;
  pen.font = `500 11px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const line of focus.lines) {
    const c = curve(map, line);
    if (c.length < 70) continue;
    const [x, y] = along(c, 0.5);
    pen.globalAlpha = 1;
    pen.strokeStyle = map.colours.halo;
    pen.lineWidth = 4;
    pen.strokeText(line.name, x, y);
    pen.fillStyle = map.colours.soft;
    pen.fillText(line.name, x, y);
  }
}
