import { el } from "../dom.js";
import { flipTheme } from "../theme.js";
import { centre, fit, NARROW, pan, zoom } from "./camera.js";
import { select } from "./card.js";
import { stepLevel } from "./colouring.js";

/** The next node in reading order, for those who do not point: n and p. */
function step(map, by) {
  const seen = map.nodes.filter((node) => node.shown).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (!seen.length) return;
  const place = seen.indexOf(map.state.node), next = seen[(place + by + seen.length) % seen.length];
  select(map, next);
  centre(map, next);
}

/** Buttons and keys. Keys count while the map is seen and nothing is being typed. */
export function followKeys(map) {
  const fold = () => { map.root.classList.toggle("folded"); };
  const search = () => { map.root.classList.remove("folded"); el("search").focus(); el("search").select(); };
  const close = () => { map.state.routeFrom = null; select(map, null); };
  const keys = {
    "/": search, "0": () => fit(map), "+": () => zoom(map, 1.25), "=": () => zoom(map, 1.25), "-": () => zoom(map, 0.8),
    d: flipTheme, f: fold, n: () => step(map, 1), p: () => step(map, -1), "[": () => stepLevel(map, -1), "]": () => stepLevel(map, 1), Escape: close,
    ArrowLeft: () => pan(map, 60, 0), ArrowRight: () => pan(map, -60, 0), ArrowUp: () => pan(map, 0, 60), ArrowDown: () => pan(map, 0, -60),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || !map.root.clientHeight) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  const buttons = { closer: () => zoom(map, 1.25), farther: () => zoom(map, 0.8), fit: () => fit(map), theme: flipTheme, fold };
  for (const [id, act] of Object.entries(buttons)) el(id).addEventListener("click", act);
  if (map.root.clientWidth <= NARROW) fold();
}
