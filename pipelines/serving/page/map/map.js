import { el } from "../dom.js";
import { themeName } from "../theme.js";
import { fit } from "./camera.js";
import { select } from "./card.js";
import { buildColouring } from "./colouring.js";
import { makeLevels } from "./communities.js";
import { buildFilters, buildLimits, hideQuietKinds } from "./filters.js";
import { makeGraph } from "./graph.js";
import { followKeys } from "./keys.js";
import { paint } from "./paint.js";
import { PALETTE } from "./palette.js";
import { followPointers } from "./pointer.js";
import { buildSearch } from "./search.js";

const SETTLE_MS = 160;

/**
 * Shows the drawing that `data` holds in the element with id `map`.
 * `selected(node)` hears of each choice, `actions(node)` gives further buttons of a node's card.
 */
export function showMap(data, { selected = () => {}, actions = () => [] } = {}) {
  const root = el("map"), canvas = el("drawing"), graph = makeGraph(data);
  const map = {
    root, canvas, data, selected, actions, pen: canvas.getContext("2d"), card: el("card"), ...graph,
    levels: makeLevels(data, graph.nodes), hulls: {}, groupColours: new Map(), filterCount: 0, wave: 0, reach: 0, isMoving: false,
    width: root.clientWidth, height: root.clientHeight,
    state: {
      x: 0, y: 0, scale: 1, node: null, line: null, overNode: null, overLine: null, ripple: null, hop: 0, route: null, routeFrom: null,
      hidden: { labels: new Set(), kinds: new Set(), layers: new Set() }, least: 0.3, team: "", colour: "", level: null, moved: false,
    },
  };
  let isPending = false, settling = 0;
  map.draw = () => {
    if (isPending) return;
    isPending = true;
    requestAnimationFrame(() => { isPending = false; paint(map); });
  };
  map.moveOn = () => {
    map.isMoving = true;
    clearTimeout(settling);
    settling = setTimeout(() => { map.isMoving = false; map.draw(); }, SETTLE_MS);
    map.draw();
  };
  const takeTheme = () => {
    map.theme = themeName();
    map.colours = PALETTE[map.theme];
    buildFilters(map);
    map.draw();
  };
  hideQuietKinds(map);
  takeTheme();
  addEventListener("themechange", takeTheme);
  buildLimits(map);
  buildColouring(map);
  buildSearch(map);
  followPointers(map);
  followKeys(map);
  new ResizeObserver(() => {
    if (!root.clientHeight) return;
    [map.width, map.height] = [root.clientWidth, root.clientHeight];
    if (map.state.moved) map.draw(); else fit(map);
  }).observe(root);
  fit(map);
  if (data.centre >= 0) select(map, graph.nodes[data.centre]);
  return map;
}
