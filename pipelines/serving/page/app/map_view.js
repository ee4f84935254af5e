import { button, el } from "../dom.js";
import { centre } from "../map/camera.js";
import { select } from "../map/card.js";
import { showMap } from "../map/map.js";
import { get } from "./api.js";
import { openNode, visit } from "./links.js";
import { showNode } from "./node_card.js";

let drawing = null, map = null;

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
  if (!node) await showNode(name, openNode);
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
