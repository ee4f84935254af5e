import { button, el, make } from "../dom.js";
import { get } from "./api.js";
import { communityTree } from "./communities.js";
import { placeOf } from "./evidence.js";
import { failed } from "./failed.js";
import { table } from "./tables.js";

/** Runs, counts, problems, drift, and where catalogue and code disagree. */
export async function showEstate() {
  const box = el("estate");
  if (!box.children.length) box.append(make("p", "waits", "Looking\u2026"));
  try {
    const [status, communities] = await Promise.all([get("status"), get("communities").catch(() => [])]);
    const drift = status.kept.length > 1 ? await get("diff") : null;
    box.replaceChildren(...overview(status), ...communityTree(communities), ...problems(status), ...catalogue(status), ...runs(status), ...changes(drift), ...counts(status));
  } catch (error) {
    box.replaceChildren();
    throw error;
  }
}

const MOST = 200;
const total = (counts) => Object.values(counts).reduce((sum, value) => sum + (typeof value === "number" ? value : total(value)), 0);
const section = (title, ...parts) => [make("h2", "", title), ...parts];
const date = (text) => (text ? text.replace("T", " ").slice(0, 16) : "");

function overview(status) {
  const tiles = make("div", "tiles");
  const tile = (number, text) => { const made = make("div", "tile"); made.append(make("strong", "", number), make("span", "", text)); tiles.append(made); };
  tile(status.counts.nodes.Service || 0, "services");
  tile(total(status.counts.nodes).toLocaleString("en"), "nodes");
  tile(total(status.counts.edges).toLocaleString("en"), "edges");
  tile(status.counts.nodes.ADR || 0, "decision records");
  tile(total(status.counts.problems), "problems");
  tile(status.drift.length, "catalogue differences");
  return [make("h1", "", "The estate"), make("p", "note", `Run ${status.number} of ${date(status.run.finished_at)}, ${status.run.seconds.toFixed(1)} s, snapshot ${status.snapshot}`), tiles];
}

function problems(status) {
  const box = make("div"), list = make("div", "reported");
  const rows = Object.entries(status.counts.problems).sort((a, b) => b[1] - a[1]);
  const show = (reason) => listProblems(list, reason).catch(failed);
  box.append(rows.length ? table(["Reason", "Count"], rows.map(([reason, count]) => [button("link", reason, () => show(reason)), count]), [1]) : make("p", "note", "None."), list);
  const errors = status.run.repositories.map((each) => [each.name, each.files, each.errors, `${(each.error_rate * 100).toFixed(1)} %`, each.seconds.toFixed(1)]);
  return [...section("Problems", box), ...section("Repositories", table(["Repository", "Files", "With errors", "Rate", "Seconds"], errors, [1, 2, 3, 4]))];
}

/** The files that have a problem of one reason. */
async function listProblems(box, reason) {
  const found = await get("problems", { reason });
  const rows = found.slice(0, MOST).map((each) => [each.detail, make("span", "where", placeOf(each))]);
  box.replaceChildren(make("h3", "", `${reason} (${found.length})`), table(["What", "Where"], rows));
  if (found.length > MOST) box.append(make("p", "note", `and ${found.length - MOST} more`));
}

function catalogue(status) {
  if (!status.drift.length) return section("Catalogue and code", make("p", "note", "They agree, or there is no catalogue."));
  return section("Catalogue and code disagree", table(["Kind", "What", "Where"], status.drift.map((each) => [each.reason.replaceAll("-", " "), each.detail, make("span", "where", placeOf(each))])));
}

function runs(status) {
  if (!status.kept.length) return [];
  const rows = [...status.kept].reverse().map((each) => [each.number, make("span", "where", each.snapshot.slice(0, 8)), total(each.counts.nodes), total(each.counts.edges), total(each.counts.problems)]);
  return section("Runs that are kept", table(["Run", "Snapshot", "Nodes", "Edges", "Problems"], rows, [0, 2, 3, 4]));
}

function changes(drift) {
  if (!drift) return section("Since the run before", make("p", "note", "There is no run before this one, or it is not kept."));
  const sign = (each) => (each.is_new ? "+" : "\u2212");
  const rows = [
    ...drift.edges.map((each) => [sign(each), `${each.edge.source} ${each.edge.type} ${each.edge.target}`, each.is_explained ? "" : "no file behind it changed"]),
    ...drift.nodes.map((each) => [sign(each), `${each.label}(${each.name})`, ""]),
  ];
  if (!rows.length) return section("Since the run before", make("p", "note", "Nothing came or went."));
  const shown = table(["", "What", "Note"], rows.slice(0, MOST));
  return section("Since the run before", shown, ...(rows.length > MOST ? [make("p", "note", `and ${rows.length - MOST} more`)] : []));
}

function counts(status) {
  const edges = Object.entries(status.counts.edges).flatMap(([type, layers]) => Object.entries(layers).map(([layer, count]) => [type, layer, count]));
  return [
    ...section("Nodes", table(["Label", "Count"], Object.entries(status.counts.nodes), [1])),
    ...section("Edges", table(["Type", "Layer", "Count"], edges, [2])),
  ];
}
