import { button, el, make } from "../dom.js";
import { get } from "./api.js";
import { failed } from "./failed.js";
import { openNode, visit } from "./links.js";
import { mapData } from "./map_view.js";
import { table } from "./tables.js";

const ABOUT = { service: ["impact/service", "name", "What binds"], adr: ["impact/adr", "record", "What hangs on"] };
const LISTS = { service: "services", adr: "" };
const HINTS = { service: "orders-api", adr: "ADR-5" };

export function startImpact() {
  const form = el("impact-form"), field = el("impact-name");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) visit(`#/impact/${form.about.value}/${encodeURIComponent(field.value.trim())}`);
  });
  form.addEventListener("change", () => { field.setAttribute("list", LISTS[form.about.value]); field.placeholder = HINTS[form.about.value]; });
}

/** Shows the report that the address asks for. */
export async function showImpact(about, name) {
  offerNames();
  const report = el("report"), field = el("impact-name");
  if (!ABOUT[about] || !name) { report.hidden = true; field.focus(); return; }
  const [path, parameter, title] = ABOUT[about];
  el("impact-form").about.value = about;
  field.value = name;
  report.hidden = true;
  const rows = await get(path, { [parameter]: name, rows: true });
  report.replaceChildren(make("h1", "", `${title} ${name}`), button("action print", "Print", () => print()), ...sections(rows));
  if (!rows.length) report.append(make("p", "note", "Nothing is known."));
  report.hidden = false;
}

function sections(rows) {
  const found = new Map();
  for (const row of rows) {
    if (!found.has(row.section)) found.set(row.section, []);
    found.get(row.section).push(row);
  }
  return [...found].flatMap(([section, members]) => {
    const head = make("h2", "", section);
    head.append(make("span", "tag", members.length));
    return [head, table(["Subject", "How", "Said", "Where"], members.map((row) => [subject(row), arrows(row.what), said(row), make("span", "where", row.place)]))];
  });
}

/** The words of a text are quoted, ours are not. */
const said = ({ section, what, detail }) => (detail && (/says so/.test(what) || section === "Decisions") ? make("q", "", detail) : arrows(detail));
const arrows = (text) => text.replaceAll(" -> ", " \u2192 ");

/** A record's own report, or a service on the map. */
function subject({ section, subject: name }) {
  const record = /^(ADR-\d+)\b/.exec(name);
  if (record) return button("link", name, () => visit(`#/impact/adr/${encodeURIComponent(record[1])}`));
  return ["Services", "Dependents"].includes(section) ? button("link", name, () => openNode(`Service(${name})`)) : name;
}

async function offerNames() {
  const list = el("services");
  if (list.children.length) return;
  try {
    const { nodes } = await mapData();
    list.replaceChildren(...nodes.filter((node) => node.label === "Service").map((node) => new Option(node.name)));
  } catch (error) { failed(error); }
}
