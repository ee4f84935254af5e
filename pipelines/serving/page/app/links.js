import { failed } from "./failed.js";
import { showNode } from "./node_card.js";

const DRAWN = /^(Service|Database|Topic)\(|^(service|database|topic):/;

export const visit = (hash) => { location.hash = hash; };

/** Opens what is known of a node, named by id or as `Label(name)`: a decision's report, its card on the map, else a dialog. */
export function openNode(name) {
  const record = /^ADR\((.*)\)$/.exec(name)?.[1] || (name.startsWith("adr:") ? name : "");
  if (record) visit(`#/impact/adr/${encodeURIComponent(record)}`);
  else if (DRAWN.test(name)) visit(`#/map/${encodeURIComponent(name)}`);
  else showNode(name, openNode).catch(failed);
}
