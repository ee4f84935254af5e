import { el } from "../dom.js";
import { flipTheme } from "../theme.js";
import { get, onSnapshot } from "./api.js";
import { showAsk, startAsk } from "./ask.js";
import { showEstate } from "./estate.js";
import { failed } from "./failed.js";
import { showImpact, startImpact } from "./impact.js";
import { showMapView } from "./map_view.js";

const VIEWS = { ask: showAsk, map: showMapView, impact: showImpact, estate: showEstate };

/** `#/impact/service/orders`: the view, then what it is about. */
function parts() {
  try { return location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent); } catch { return []; }
}

async function follow() {
  const [wanted, ...about] = parts(), name = VIEWS[wanted] ? wanted : "ask";
  for (const view of Object.keys(VIEWS)) el(`view-${view}`).hidden = view !== name;
  for (const link of el("bar").querySelectorAll("nav a")) {
    if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  document.title = `${name[0].toUpperCase()}${name.slice(1)} \u00b7 estategraph`;
  failed(null);
  try { await VIEWS[name](...about); } catch (error) { failed(error); }
}

const age = (seconds) => (seconds < 3600 ? `${Math.floor(seconds / 60)} min` : seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`);
let first = "";
onSnapshot((snapshot) => {
  first ||= snapshot.id;
  // The map was drawn from the first one; answers already come from the new one.
  el("newer").hidden = snapshot.id === first;
  el("snapshot").textContent = `${snapshot.id.slice(0, 8)} \u00b7 ${age(snapshot.age_seconds)} old${snapshot.is_stale ? ", too old" : ""}`;
  el("snapshot").classList.toggle("stale", snapshot.is_stale);
});
el("newer").addEventListener("click", () => location.reload());
el("theme-button").addEventListener("click", flipTheme);
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); el("content").focus(); });
startAsk();
startImpact();
addEventListener("hashchange", follow);
follow();
if (!el("view-ask").hidden) get("status").catch(failed);
