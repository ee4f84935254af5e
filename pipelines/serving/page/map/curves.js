import { radius, toScreen } from "./camera.js";

/** A line on the screen: from its ends over a bent middle. */
export function curve(map, line) {
  const [ax, ay] = toScreen(map, line.source), [bx, by] = toScreen(map, line.target);
  const length = Math.hypot(bx - ax, by - ay) || 1, bend = line.bend * Math.min(1, map.state.scale) * Math.min(1, length / 90);
  const mx = (ax + bx) / 2 - ((by - ay) / length) * bend * 2, my = (ay + by) / 2 + ((bx - ax) / length) * bend * 2;
  return { ax, ay, bx, by, mx, my, length };
}

export const along = (c, t) => [
  (1 - t) * (1 - t) * c.ax + 2 * (1 - t) * t * c.mx + t * t * c.bx,
  (1 - t) * (1 - t) * c.ay + 2 * (1 - t) * t * c.my + t * t * c.by,
];

export const isOff = (map, c) =>
  Math.max(c.ax, c.bx) < -50 || Math.min(c.ax, c.bx) > map.width + 50 || Math.max(c.ay, c.by) < -50 || Math.min(c.ay, c.by) > map.height + 50;

export function nodeAt(map, x, y) {
  let best = null, nearest = Infinity;
  for (const node of map.nodes) {
    if (!node.shown) continue;
    const [nx, ny] = toScreen(map, node), distance = Math.hypot(nx - x, ny - y);
    if (distance < Math.max(radius(map, node), map.reach) + 5 && distance < nearest) { best = node; nearest = distance; }
  }
  return best;
}

export function lineAt(map, x, y) {
  let best = null, nearest = 6;
  for (const line of map.lines) {
    if (!line.shown) continue;
    const c = curve(map, line);
    if (x < Math.min(c.ax, c.bx, c.mx) - 8 || x > Math.max(c.ax, c.bx, c.mx) + 8 || y < Math.min(c.ay, c.by, c.my) - 8 || y > Math.max(c.ay, c.by, c.my) + 8) continue;
    for (let step = 1; step < 24; step++) {
      const [px, py] = along(c, step / 24), distance = Math.hypot(px - x, py - y), reach = Math.max(6, c.length / 48);
      if (distance < reach && distance < Math.max(nearest, reach) && (!best || distance < nearest)) { best = line; nearest = distance; }
    }
  }
  return best;
}
