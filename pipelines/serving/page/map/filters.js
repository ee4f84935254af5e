import { button, el, make } from "../dom.js";
import { tally } from "./graph.js";

const RUNTIME = new Set(["http", "grpc", "messaging", "event", "database", "cache", "import"]);
const DASHES = { declared: "dashed", observed: "dotted", extracted: "double" };

/** Decides anew which nodes and lines are shown. */
export function refilter(map) {
  const { state } = map, { labels, kinds, layers } = state.hidden;
  for (const node of map.nodes) node.shown = !labels.has(node.label);
  if (state.team) {
    const own = new Set(map.nodes.filter((node) => node.properties.owner === state.team));
    // Databases and topics have no owner of their own: those that the team's services touch stay.
    const isBeside = (node) => !node.properties.owner && node.lines.some((line) => own.has(line.source) || own.has(line.target));
    for (const node of map.nodes) node.shown = node.shown && (own.has(node) || isBeside(node));
  }
  for (const line of map.lines) {
    line.shown = line.source.shown && line.target.shown && line.confidence >= state.least - 1e-9
      && line.layers.some((layer) => !layers.has(layer)) && line.kinds.some((kind) => !kinds.has(kind));
  }
  map.filterCount += 1;
  const count = (list) => list.filter((item) => item.shown).length;
  el("counts").textContent = `${count(map.nodes)} nodes, ${count(map.lines)} lines \u00b7 snapshot ${map.data.snapshot.slice(0, 8)}`;
  map.draw();
}

/** Kinds that are no run-time dependency start hidden, where there are others. */
export function hideQuietKinds(map) {
  if (!map.lines.some((line) => line.kinds.some((kind) => RUNTIME.has(kind)))) return;
  for (const kind of map.data.kinds) if (!RUNTIME.has(kind)) map.state.hidden.kinds.add(kind);
}

export function buildFilters(map) {
  const { colours, state } = map;
  const labels = tally(map.nodes.map((node) => node.label));
  chips(map, el("labels"), [...labels].sort().map(([name, count]) => ({ name, count, colour: colours[name] || colours.other })), state.hidden.labels);
  const kinds = tally(map.lines.flatMap((line) => line.kinds));
  const ordered = [...map.data.kinds, "else"].filter((kind) => kinds.has(kind));
  chips(map, el("kinds"), ordered.map((name) => ({ name, count: kinds.get(name), colour: colours[name] || colours.else, isLine: true })), state.hidden.kinds);
  const layers = tally(map.lines.flatMap((line) => line.layers));
  const colourOf = (layer) => (layer === "observed" ? colours.observed : colours.soft);
  chips(map, el("layers"), [...layers].sort().map(([name, count]) => ({ name, count, colour: colourOf(name), isLine: true, dash: DASHES[name] })), state.hidden.layers);
}

function chips(map, box, entries, hidden) {
  box.replaceChildren();
  for (const { name, count, colour, isLine, dash } of entries) {
    const chip = button("", "", () => {
      if (hidden.has(name)) hidden.delete(name); else hidden.add(name);
      chip.setAttribute("aria-pressed", String(!hidden.has(name)));
      refilter(map);
    });
    chip.setAttribute("aria-pressed", String(!hidden.has(name)));
    const mark = make("i", isLine ? "line" : "");
    if (isLine) { mark.style.borderTopColor = colour; mark.style.borderTopStyle = dash || "solid"; } else mark.style.background = colour;
    chip.append(mark, name === "else" ? "other edges" : name, make("span", "", count));
    box.append(chip);
  }
}

/** The slider of least confidence and the choice of a team. */
export function buildLimits(map) {
  const slider = el("confidence"), { state } = map;
  state.least = Math.floor(Math.min(1, ...map.lines.slice(0, 20_000).map((line) => line.confidence)) * 10) / 10;
  slider.min = slider.value = String(Math.round(state.least * 100));
  const least = () => { state.least = Number(slider.value) / 100; el("least").textContent = `\u2265 ${state.least.toFixed(1)}`; refilter(map); };
  slider.addEventListener("input", least);
  const team = el("team"), teams = [...tally(map.nodes.map((node) => node.properties.owner).filter(Boolean))].sort();
  el("teams").hidden = !teams.length;
  team.replaceChildren(new Option("all teams", ""), ...teams.map(([name, count]) => new Option(`${name} (${count})`, name)));
  team.addEventListener("change", () => { state.team = team.value; refilter(map); });
  least();
}
