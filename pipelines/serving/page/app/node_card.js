import { button, el, linked, make } from "../dom.js";
import { get } from "./api.js";
import { placeOf } from "./evidence.js";

const MOST = 40;

/** A dialog with what is known of a node that the map does not draw: an endpoint, an incident, a team. */
export async function showNode(name, onMap) {
  const card = await get(`nodes/${encodeURIComponent(name)}`), { node } = card;
  if (!node) throw new Error(`${name} is a community: see Estate.`);
  const body = el("evidence-body"), dialog = el("evidence"), facts = make("dl"), close = button("close", "\u2715", () => dialog.close());
  close.setAttribute("aria-label", "Close");
  const title = make("h2", "", node.name);
  title.id = "evidence-title";
  for (const [key, value] of Object.entries(node.properties)) {
    const shown = make("dd");
    shown.append(linked(Array.isArray(value) ? value.join(", ") : String(value)));
    if (String(value) !== "") facts.append(make("dt", "", key === "oncall" ? "on call" : key), shown);
  }
  body.replaceChildren(close, title, make("p", "where", node.id), facts);
  if (node.service) body.append(button("action", "Show its service on the map", () => { dialog.close(); onMap(node.service); }));
  body.append(...edges("Leads to", card.leaving, "target"), ...edges("Comes from", card.reaching, "source"));
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function edges(title, found, end) {
  if (!found.length) return [];
  const list = make("ul", "edges");
  for (const edge of found.slice(0, MOST)) {
    const item = make("li"), [first] = edge.evidence;
    item.append(make("span", "tag", edge.type), ` ${edge[end]}`);
    if (first) item.append(make("div", "where", `${placeOf(first)}  ${first.rule}`));
    if (first?.quote) item.append(make("q", "", first.quote));
    list.append(item);
  }
  if (found.length > MOST) list.append(make("li", "", `and ${found.length - MOST} more`));
  return [make("h3", "", `${title} (${found.length})`), list];
}
