/** What part of the drawing is seen: moving, zooming, and positions on the screen. */
export const NARROW = 720;
const CROWD = 600;
const isNarrow = (map) => map.width <= NARROW;

export const toScreen = (map, node) => [node.x * map.state.scale + map.state.x, node.y * map.state.scale + map.state.y];
export const radius = (map, node) => node.size * Math.max(map.nodes.length > CROWD ? 0.16 : 0.34, Math.min(1.25, map.state.scale ** 0.7));

export function fit(map, list = map.nodes.filter((node) => node.shown)) {
  if (!list.length) return;
  const { state } = map;
  state.moved = false;
  const left = !isNarrow(map) && !map.root.classList.contains("folded") ? 292 : 24;
  const right = isNarrow(map) ? 24 : map.card.hidden ? 70 : 410, top = isNarrow(map) ? 110 : 36, bottom = 40;
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  const grow = (x0, y0, x1, y1) => { west = Math.min(west, x0); east = Math.max(east, x1); north = Math.min(north, y0); south = Math.max(south, y1); };
  for (const node of list) grow(node.x - 60, node.y - 30, node.x + 60, node.y + 45);
  if (list.length > 2) for (const { rectangle } of map.areas) grow(rectangle[0], rectangle[1] - 30, rectangle[2], rectangle[3]);
  const wide = map.width - left - right, high = map.height - top - bottom;
  state.scale = Math.min(1.35, Math.max(0.02, Math.min(wide / (east - west + 10), high / (south - north + 10))));
  state.x = left + wide / 2 - ((east + west) / 2) * state.scale;
  state.y = top + high / 2 - ((south + north) / 2) * state.scale;
  map.draw();
}

export function zoom(map, factor, x = map.width / 2, y = map.height / 2) {
  const { state } = map;
  state.moved = true;
  const scale = Math.min(4, Math.max(0.015, state.scale * factor)), real = scale / state.scale;
  state.x = x - (x - state.x) * real;
  state.y = y - (y - state.y) * real;
  state.scale = scale;
  map.moveOn();
}

export function pan(map, x, y) {
  map.state.moved = true;
  map.state.x += x;
  map.state.y += y;
  map.moveOn();
}

export function centre(map, node) {
  const { state } = map;
  state.moved = true;
  state.scale = Math.max(state.scale, 0.8);
  const left = isNarrow(map) ? 0 : 292, right = isNarrow(map) ? 0 : 400;
  state.x = left + (map.width - left - right) / 2 - node.x * state.scale;
  state.y = (isNarrow(map) ? map.height * 0.32 : map.height / 2) - node.y * state.scale;
  map.draw();
}
