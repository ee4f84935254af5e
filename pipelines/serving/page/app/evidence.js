import { button, el, make } from "../dom.js";

/** A dialog with the place that a statement rests on. */
export function showEvidence(citation, open) {
  const body = el("evidence-body"), dialog = el("evidence"), facts = make("dl");
  const where = placeOf(citation);
  const rows = [
    ["says", citation.edge], ["rule", citation.rule], ["layer", citation.layer], ["confidence", citation.confidence || ""],
    ["service", citation.service], ["owner", citation.owner], ["on call", citation.oncall],
  ];
  for (const [name, value] of rows) if (value !== "" && value !== undefined) facts.append(make("dt", "", name), make("dd", "", value));
  const title = make("h2", "", `Source ${citation.number}`);
  title.id = "evidence-title";
  const close = button("close", "\u2715", () => dialog.close());
  close.setAttribute("aria-label", "Close");
  body.replaceChildren(close, title, make("p", "where", where));
  if (citation.quote) body.append(make("blockquote", "", citation.quote));
  body.append(facts);
  if (citation.service) body.append(button("action", "Show on the map", () => { dialog.close(); open(citation.service); }));
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.showModal();
}

export function placeOf({ repo, path, line }) {
  const where = repo ? `${repo}:${path}` : path;
  return line ? `${where}:${line}` : where;
}
