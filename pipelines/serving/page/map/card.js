import { button, linked, make, places } from "../dom.js";
import { centre } from "./camera.js";
import { findRoute, focusOf } from "./routes.js";
import { ripple } from "./ripple.js";

const ORDER = ["owner", "oncall", "system", "domain", "role", "kind", "language", "runtime", "aliases", "repo", "path"];
const TITLES = { EXPOSES: "Endpoints", DEFINES: "Entities", OWNED_BY: "Owned by", GOVERNED_BY: "Governed by", DOCUMENTED_BY: "Documents", RELATES_TO: "Mentioned in" };
const WAVE_MS = 420;

/** Chooses a node, a line or nothing, and shows its card. While a path is being drawn, a chosen node is its end. */
export function select(map, node, line = null) {
  const { state, card } = map;
  stopRipple(map);
  if (state.routeFrom && !node) state.routeFrom = null;
  const isRoute = state.routeFrom && node !== state.routeFrom;
  state.node = node; state.line = line; state.route = null;
  card.replaceChildren();
  card.hidden = !node && !line;
  if (!card.hidden) {
    const close = button("close", "\u2715", () => { state.routeFrom = null; select(map, null); map.canvas.focus(); });
    close.setAttribute("aria-label", "Close");
    card.append(close);
    if (isRoute) routeCard(map, node); else if (node) nodeCard(map, node); else lineCard(map, line);
    card.scrollTop = 0;
  }
  map.selected(node);
  map.draw();
}

function nodeCard(map, node) {
  const { card, state } = map;
  card.append(make("h2", "name", node.name), make("div", "id", node.id), properties(map, node));
  if (state.routeFrom === node) {
    card.append(make("p", "hint", "Choose the other end: click it, or search for it. Esc gives up."));
    return;
  }
  const wave = button("action", "Who is hit if it fails", () => {
    if (state.ripple) stopRipple(map); else startRipple(map, node);
    wave.setAttribute("aria-pressed", String(Boolean(state.ripple)));
    wave.textContent = state.ripple ? `${state.ripple.hops.size - 1} hit` : "Who is hit if it fails";
    map.draw();
  });
  wave.setAttribute("aria-pressed", "false");
  card.append(wave, button("action", "Path from here", () => { state.routeFrom = node; select(map, node); }), ...map.actions(node));
  section(card, "Leads to", node.lines.filter((line) => line.source === node).map((line) => lineRow(map, line, line.target)));
  section(card, "Comes from", node.lines.filter((line) => line.target === node && line.source !== node).map((line) => lineRow(map, line, line.source)));
  const byType = new Map();
  for (const fact of node.beside) {
    if (!byType.has(fact.type)) byType.set(fact.type, []);
    const item = make("li");
    item.append(make("span", "", fact.text), ...places(fact.evidence));
    byType.get(fact.type).push(item);
  }
  for (const [type, rows] of byType) section(card, TITLES[type] || type, rows);
}

function properties(map, node) {
  const list = make("dl"), rank = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const community = map.state.level?.of.get(node);
  if (community) list.append(make("dt", "", "community"), make("dd", "", community.title));
  for (const name of Object.keys(node.properties).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))) {
    const shown = make("dd");
    shown.append(linked(node.properties[name]));
    list.append(make("dt", "", name === "oncall" ? "on call" : name), shown);
  }
  return list;
}

function section(card, title, rows) {
  if (!rows.length) return;
  const box = make("ul");
  box.append(...rows);
  card.append(make("h2", "", `${title} (${rows.length})`), box);
}

function lineRow(map, line, other) {
  const item = make("li");
  item.append(button("link", other.name, () => { select(map, other); centre(map, other); }), make("span", "tag", line.name));
  if (line.layers.join() !== "parsed") item.append(make("span", "tag", line.layers.join(", ")));
  if (line.confidence < 1) item.append(make("span", "tag", String(line.confidence)));
  item.append(...places(line.evidence.slice(0, 3)));
  return item;
}

function lineCard(map, line) {
  const { card } = map, list = make("dl");
  card.append(make("h2", "name", `${line.source.name} \u2192 ${line.target.name}`), make("div", "id", line.name));
  list.append(make("dt", "", "known from"), make("dd", "", line.layers.join(", ")), make("dt", "", "confidence"), make("dd", "", String(line.confidence)));
  if (map.hasTraces) list.append(make("dt", "", "traces"), make("dd", "", traceStatus(line)));
  card.append(list, make("h2", "", "Evidence"), ...places(line.evidence));
  if (!line.evidence.length) card.append(make("div", "where", "none kept"));
  for (const end of [line.source, line.target]) card.append(button("action", end.name, () => select(map, end)));
}

const traceStatus = (line) => (!line.layers.includes("observed") ? "static only" : line.layers.length > 1 ? "static and observed" : "observed only");

function routeCard(map, to) {
  const { card, state } = map, from = state.routeFrom, steps = findRoute(map, from, to);
  card.append(make("h2", "name", `${from.name} \u2192 ${to.name}`));
  if (!steps) {
    card.append(make("p", "hint", `Nothing that is shown leads from ${from.name} to ${to.name}.`));
  } else {
    state.route = { focus: focusOf(steps) };
    const list = make("ol", "route");
    for (const [node, lines] of steps) {
      const item = make("li");
      item.append(...lines.flatMap((line) => [make("span", "tag", line.name), ...places(line.evidence.slice(0, 1))]));
      item.append(button("link", node.name, () => { state.routeFrom = null; select(map, node); centre(map, node); }));
      list.append(item);
    }
    card.append(make("div", "id", `${steps.length - 1} ${steps.length === 2 ? "step" : "steps"}`), list);
  }
  card.append(button("action", "Other way round", () => { state.routeFrom = to; select(map, from); }));
}

/** The wave goes out hop by hop; at once for those who want no movement. */
function startRipple(map, node) {
  const { state } = map;
  state.ripple = ripple(map, node);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  state.hop = isStill ? state.ripple.last : 0;
  const onward = () => {
    state.hop += 1;
    map.draw();
    if (state.ripple && state.hop < state.ripple.last) map.wave = setTimeout(onward, WAVE_MS);
  };
  if (state.hop < state.ripple.last) map.wave = setTimeout(onward, WAVE_MS);
}

function stopRipple(map) {
  clearTimeout(map.wave);
  map.state.ripple = null;
}
