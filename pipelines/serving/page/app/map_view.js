import { button, el } from "../dom.js";
import { centre } from "../map/camera.js";
import { select } from "../map/card.js";
import { showMap } from "../map/map.js";
import { get } from "./api.js";
import { visit } from "./links.js";

let drawing = null, map = null, around = null;

/** The data of the map, fetched once. */
export const mapData = () => (drawing ||= get("graph").catch((error) => { drawing = null; throw error; }));

/** Shows the map, with a node chosen where the address names one. */
export async function showMapView(name) {
  if (!map) {
    const data = await mapData();
    el("map-waits").hidden = true;
    map ||= showMap(data, { selected: remember, actions });
  }
  if (!name) { el("drawing").focus(); return; }
  const node = findNode(name);
  if (node && node !== map.state.node) { select(map, node); centre(map, node); }
  if (!node) await showAround(name);
}

/** What is not on the map itself, such as an endpoint, is looked up by the server: its service is what can be shown. */
async function showAround(name) {
  if (around === name) return;
  around = name;
  const card = await get(`nodes/${encodeURIComponent(name)}`), node = card.node && findNode(card.node.service);
  if (node) { select(map, node); centre(map, node); } else throw new Error(`${name} is not on the map.`);
}

function findNode(name) {
  const [, label, short] = /^(\w+)\((.*)\)$/.exec(name) || [];
  return map.nodes.find((node) => node.id === name || (short ? node.label === label && node.name === short : node.name === name));
}

function remember(node) {
  history.replaceState(null, "", node ? `#/map/${encodeURIComponent(node.id)}` : "#/map");
}

function actions(node) {
  if (node.label !== "Service") return [];
  return [button("action", "Decisions that bind it", () => visit(`#/impact/service/${encodeURIComponent(node.name)}`))];
}
