import { button, el, make } from "../dom.js";
import { fit } from "./camera.js";
import { tally } from "./graph.js";
import { usualLevel } from "./communities.js";
import { GROUPS } from "./palette.js";

const CHOICES = [["community", "community"], ["", "what it is"], ["owner", "owner"], ["system", "system"], ["domain", "domain"], ["language", "language"], ["repo", "repository"]];

/** The choices of what colours mean, the level switch and the legend. Communities are the usual choice where there are any. */
export function buildColouring(map) {
  const { state } = map, choose = el("colour");
  const has = (value) => !value || (value === "community" ? map.levels.length : map.nodes.some((node) => node.properties[value]));
  choose.replaceChildren(...CHOICES.filter(([value]) => has(value)).map(([value, text]) => new Option(text, value)));
  state.level = usualLevel(map.levels);
  state.colour = choose.value = map.levels.length ? "community" : "";
  choose.addEventListener("change", () => { state.colour = choose.value; refresh(map); });
  const levels = el("level");
  levels.replaceChildren();
  map.levels.forEach((level, place) => {
    const pick = button("", `${place} \u00b7 ${level.groups.length}`, () => { state.level = level; refresh(map); });
    pick.setAttribute("aria-label", `Level ${place}: ${level.groups.length} communities`);
    levels.append(pick);
  });
  refresh(map);
}

/** One level coarser or finer. */
export function stepLevel(map, by) {
  const place = map.levels.indexOf(map.state.level) + by;
  if (!map.levels[place]) return;
  map.state.level = map.levels[place];
  map.state.colour = el("colour").value = "community";
  refresh(map);
}

function refresh(map) {
  const { state } = map, isCommunity = state.colour === "community";
  el("levels").hidden = !isCommunity || map.levels.length < 2;
  [...el("level").children].forEach((pick, place) => pick.setAttribute("aria-pressed", String(map.levels[place] === state.level)));
  map.groupColours = new Map();
  const box = el("groups");
  box.hidden = !state.colour;
  box.replaceChildren(...(isCommunity ? communityRows(map) : state.colour ? groupRows(map) : []));
  map.draw();
}

function communityRows(map) {
  return map.state.level.groups.map((group) => row(group.title, group.members.length, group.colour, () => fit(map, group.members.filter((node) => node.shown))));
}

function groupRows(map) {
  const counts = [...tally(map.nodes.map((node) => node.properties[map.state.colour]).filter(Boolean))].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return counts.map(([name, count], place) => {
    map.groupColours.set(name, GROUPS[Math.min(place, GROUPS.length - 1)]);
    const members = map.nodes.filter((node) => node.properties[map.state.colour] === name);
    return row(name, count, map.groupColours.get(name), () => fit(map, members.filter((node) => node.shown)));
  });
}

function row(name, count, colour, go) {
  const made = button("group", "", go), mark = make("i");
  mark.style.background = colour;
  made.append(mark, make("span", "", name), make("small", "", count));
  return made;
}
