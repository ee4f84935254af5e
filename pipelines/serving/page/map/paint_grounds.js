import { groundOf, roundedPath } from "./hulls.js";
import { isPlain } from "./communities.js";
import { FONT, GROUPS } from "./palette.js";

/** Where declared systems lie; in colour unless the communities are. */
export function paintAreas(map) {
  const { pen } = map, isPale = map.state.colour === "community";
  for (const area of map.areas) {
    const [left, top, right, bottom] = boxOf(map, area);
    pen.fillStyle = pen.strokeStyle = isPale ? map.colours.soft : GROUPS[area.index % GROUPS.length];
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(left, top, right - left, bottom - top, Math.min(16, 40 * map.state.scale));
    pen.globalAlpha = isPale ? 0.03 : map.theme === "dark" ? 0.1 : 0.06;
    pen.fill();
    pen.globalAlpha = 0.25;
    pen.stroke();
  }
}

const boxOf = (map, area) => area.rectangle.map((value, side) => value * map.state.scale + (side % 2 ? map.state.y : map.state.x));

/** A hull around the shown members of each community. */
export function paintHulls(map) {
  const { pen } = map;
  for (const { group, corners } of hullsOf(map)) {
    roundedPath(pen, corners, 18 * map.state.scale + 6);
    pen.fillStyle = pen.strokeStyle = group.colour;
    pen.lineWidth = 1.2;
    pen.globalAlpha = map.theme === "dark" ? 0.13 : 0.09;
    pen.fill();
    pen.globalAlpha = 0.4;
    pen.stroke();
  }
}

/** Hulls on the screen. Those of the shown nodes are kept until other nodes are shown or another level is chosen. */
function hullsOf(map) {
  const { level, scale, x, y } = map.state;
  if (map.state.colour !== "community" || !level) return [];
  if (map.hulls.level !== level || map.hulls.filter !== map.filterCount) {
    const grounds = level.groups.filter((group) => !isPlain(group)).map((group) => ({ group, ground: groundOf(group.members.filter((node) => node.shown)) }));
    map.hulls = { level, filter: map.filterCount, grounds: grounds.filter(({ ground }) => ground.length > 2) };
  }
  return map.hulls.grounds.map(({ group, ground }) => ({ group, corners: ground.map(([px, py]) => [px * scale + x, py * scale + y]) }));
}

/** Names above areas and hulls; `take` keeps other labels away, `isTaken` says where there is one already. */
export function paintGroundNames(map, take, isTaken) {
  const { pen } = map, size = Math.max(11.5, Math.min(22, 26 * map.state.scale));
  pen.textAlign = "left";
  pen.textBaseline = "bottom";
  pen.font = `650 ${size}px ${FONT}`;
  for (const area of map.areas) {
    const [left, top] = boxOf(map, area);
    write(map, area.name, left + 4, top - 1, size, map.colours.soft, take);
  }
  for (const { group, corners } of hullsOf(map)) {
    const top = corners.reduce((a, b) => (b[1] < a[1] ? b : a)), bottom = corners.reduce((a, b) => (b[1] > a[1] ? b : a));
    const width = pen.measureText(group.title).width, spots = [[top[0] - width / 4, top[1] + 3], [bottom[0] - width / 2, bottom[1] + size]];
    const free = spots.find(([x, y]) => !isTaken([x, y - size, x + width, y]));
    if (free) write(map, group.title, ...free, size, group.colour, take);
  }
}

function write(map, text, x, y, size, colour, take) {
  const { pen } = map;
  take([x, y - size, x + pen.measureText(text).width, y]);
  pen.globalAlpha = 1;
  pen.strokeStyle = map.colours.halo;
  pen.lineWidth = 4;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
