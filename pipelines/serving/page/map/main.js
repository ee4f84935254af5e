import { el } from "../dom.js";
import { centre } from "./camera.js";
import { select } from "./card.js";
import { showMap } from "./map.js";

const wanted = location.hash;
const remember = (node) => history.replaceState(null, "", node ? `#${encodeURIComponent(node.id)}` : location.pathname + location.search);
const map = showMap(JSON.parse(el("data").textContent), { selected: remember });

/** `map.html#service:orders` opens with that node chosen. */
function follow(hash) {
  let id = "";
  try { id = decodeURIComponent(hash.slice(1)); } catch { return; }
  const node = id && map.nodes.find((candidate) => candidate.id === id);
  if (node && node !== map.state.node) { select(map, node); centre(map, node); }
}
follow(wanted);
addEventListener("hashchange", () => follow(location.hash));
