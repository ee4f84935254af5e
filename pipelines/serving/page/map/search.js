import { el, make } from "../dom.js";
import { centre } from "./camera.js";
import { select } from "./card.js";
import { buildFilters, refilter } from "./filters.js";

const MOST_HITS = 12;

/** Finds nodes by name first, then by id, alias or owner. */
function findNodes(map, text) {
  const score = (node) => {
    const name = node.name.toLowerCase();
    if (name.startsWith(text)) return 0;
    if (name.includes(text)) return 1;
    return `${node.id} ${node.properties.aliases || ""} ${node.properties.owner || ""}`.toLowerCase().includes(text) ? 2 : 9;
  };
  const scored = map.nodes.map((node) => [score(node), node]).filter(([points]) => points < 9);
  return scored.sort((a, b) => a[0] - b[0] || b[1].lines.length - a[1].lines.length).slice(0, MOST_HITS).map(([, node]) => node);
}

export function go(map, node) {
  map.state.hidden.labels.delete(node.label);
  if (!node.shown) map.state.team = el("team").value = "";
  buildFilters(map);
  refilter(map);
  select(map, node);
  centre(map, node);
}

export function buildSearch(map) {
  const search = el("search"), hits = el("hits");
  let found = [], chosen = 0;
  const mark = () => {
    [...hits.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === chosen)));
    if (found.length) search.setAttribute("aria-activedescendant", `hit${chosen}`); else search.removeAttribute("aria-activedescendant");
  };
  const open = (isOpen) => { hits.hidden = !isOpen; search.setAttribute("aria-expanded", String(isOpen)); };
  const take = (node) => { open(false); go(map, node); map.canvas.focus(); };
  const show = () => {
    const text = search.value.trim().toLowerCase();
    found = text ? findNodes(map, text) : [];
    chosen = 0;
    hits.replaceChildren(...found.map((node, place) => {
      const item = make("li", "", node.name);
      item.append(" ", make("small", "", node.label));
      item.setAttribute("role", "option");
      item.id = `hit${place}`;
      item.addEventListener("click", () => take(node));
      return item;
    }));
    if (text && !found.length) hits.append(make("li", "", "nothing found"));
    open(Boolean(text));
    mark();
  };
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (found.length) chosen = (chosen + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length;
      mark();
    } else if (event.key === "Enter" && found.length) take(found[chosen]);
    else if (event.key === "Escape") { search.value = ""; show(); map.canvas.focus(); }
    event.stopPropagation();
  });
}
