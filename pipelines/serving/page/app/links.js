export const visit = (hash) => { location.hash = hash; };

/** Opens what is known of a node: a decision's report, else its card on the map. `Label(name)` and ids are both understood. */
export function openNode(name) {
  const record = /^ADR\((.*)\)$/.exec(name)?.[1] || (name.startsWith("adr:") ? name : "");
  visit(record ? `#/impact/adr/${encodeURIComponent(record)}` : `#/map/${encodeURIComponent(name)}`);
}
