"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const el = (id) => document.getElementById(id);
  const canvas = el("map"), pen = canvas.getContext("2d");
  const RUNTIME = new Set(["http", "grpc", "messaging", "event", "database", "cache", "import"]);
  const PALETTE = {
    light: {
      paper: "#f7f8fa", ink: "#1b2430", soft: "#5d6b7c", halo: "rgba(247,248,250,.92)", stroke: "#ffffff",
      Service: "#3b6fd8", gateway: "#7a55c7", infra: "#7d8a9b", external: "#a0814e", Database: "#2a8f82", Topic: "#d97a1f", other: "#8b6fb0",
      Endpoint: "#5c96d8", Event: "#d97a1f", Subscription: "#dfa860", Entity: "#5aa695", Repository: "#3c7f75", Library: "#94a3b8",
      ADR: "#8b4fc0", Incident: "#c2483d", Decision: "#b283cc", Doc: "#6b7f99", Team: "#b0448f", Package: "#a3aebd", File: "#a3aebd", Function: "#8896a8",
      http: "#6f93e0", grpc: "#9a6fe0", messaging: "#e09a4f", event: "#e09a4f", database: "#58ab9f", cache: "#58ab9f", import: "#b08fb8",
      config: "#b3bcc8", discovery: "#b3bcc8", auth: "#d48a9c", monitoring: "#b3bcc8", else: "#9aa7b6",
    },
    dark: {
      paper: "#10151c", ink: "#e4eaf2", soft: "#93a1b3", halo: "rgba(16,21,28,.9)", stroke: "#10151c",
      Service: "#6c9bff", gateway: "#a98bf0", infra: "#8796a9", external: "#c9a66b", Database: "#4cbcae", Topic: "#f0a04b", other: "#b59bdc",
      Endpoint: "#7fb3f0", Event: "#f0a04b", Subscription: "#d9a85f", Entity: "#6fc2b0", Repository: "#4f9d90", Library: "#8290a3",
      ADR: "#b689ec", Incident: "#f07f73", Decision: "#c9a5e0", Doc: "#8fa3bd", Team: "#e07bbf", Package: "#8290a3", File: "#8290a3", Function: "#9aa8ba",
      http: "#5578c4", grpc: "#8a66c9", messaging: "#bd8240", event: "#bd8240", database: "#3f8d83", cache: "#3f8d83", import: "#8d6f96",
      config: "#4b5868", discovery: "#4b5868", auth: "#9c6070", monitoring: "#4b5868", else: "#58667a",
    },
  };
  const GROUPS = ["#3b6fd8", "#d97a1f", "#2a8f82", "#b0448f", "#7a55c7", "#5f8f2e", "#c2483d", "#2b8fb8", "#a0814e", "#64748b"];
  const DASH = { parsed: [], declared: [7, 4], observed: [2, 4], extracted: [9, 4, 2, 4] };

  const nodes = data.nodes.map((node, index) => ({ ...node, index, lines: [], shown: true }));
  const lines = data.lines.map((line, index) => ({ ...line, index, shown: true, bend: 0 }));
  const hasTraces = lines.some((line) => line.layers.includes("observed"));
  const traceStatus = (line) => (!line.layers.includes("observed") ? "static only" : line.layers.length > 1 ? "static and observed" : "observed only");
  for (const line of lines) {
    nodes[line.source].lines.push(line);
    if (line.target !== line.source) nodes[line.target].lines.push(line);
  }
  const areas = data.areas.map((area, index) => ({ ...area, index, members: area.nodes.map((place) => nodes[place]) }));
  for (const area of areas) for (const node of area.members) node.area = area;
  for (const node of nodes) node.size = 8 + Math.min(9, 2.1 * Math.sqrt(node.lines.length));
  const needing = new Map();
  for (const [dependent, needed] of data.needs) {
    if (!needing.has(nodes[needed])) needing.set(nodes[needed], []);
    needing.get(nodes[needed]).push(nodes[dependent]);
  }
  const pairs = new Map();
  for (const line of lines) {
    const key = line.source < line.target ? `${line.source} ${line.target}` : `${line.target} ${line.source}`;
    if (!pairs.has(key)) pairs.set(key, []);
    pairs.get(key).push(line);
  }
  for (const group of pairs.values()) {
    group.forEach((line, place) => {
      const step = place - (group.length - 1) / 2;
      line.bend = (line.source < line.target ? 1 : -1) * step * 26 + 9;
    });
  }

  const kindOf = (line) => line.kinds[0] || "else";
  const roleOf = (node) => {
    if (node.label !== "Service") return node.label;
    const role = node.properties.role || "application";
    if (role === "application") return "Service";
    if (role === "gateway" || role === "proxy") return "gateway";
    return role === "external" ? "external" : "infra";
  };
  const state = {
    x: 0, y: 0, scale: 1, node: null, line: null, overNode: null, overLine: null, ripple: null,
    hiddenLabels: new Set(), hiddenKinds: new Set(), hiddenLayers: new Set(), least: 0.3, colour: "", moved: false,
  };
  const usual = lines.some((line) => line.kinds.some((kind) => RUNTIME.has(kind)));
  if (usual) for (const kind of data.kinds) if (!RUNTIME.has(kind)) state.hiddenKinds.add(kind);

  let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  let colours = PALETTE[theme];
  let groups = new Map();

  // --- What is shown -------------------------------------------------------------------------------

  const lineKinds = (line) => (line.kinds.length ? line.kinds : ["else"]);
  function refilter() {
    for (const node of nodes) node.shown = !state.hiddenLabels.has(node.label);
    for (const line of lines) {
      line.shown = nodes[line.source].shown && nodes[line.target].shown && line.confidence >= state.least - 1e-9
        && line.layers.some((layer) => !state.hiddenLayers.has(layer)) && lineKinds(line).some((kind) => !state.hiddenKinds.has(kind));
    }
    const seenNodes = nodes.filter((node) => node.shown).length, seenLines = lines.filter((line) => line.shown).length;
    el("counts").textContent = `${seenNodes} nodes, ${seenLines} lines \u00b7 snapshot ${data.snapshot.slice(0, 8)}`;
    draw();
  }

  function chips(box, entries, hidden) {
    box.replaceChildren();
    for (const { name, count, colour, line, dash } of entries) {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", String(!hidden.has(name)));
      const mark = document.createElement("i");
      if (line) { mark.className = "line"; mark.style.borderTopColor = colour; mark.style.borderTopStyle = dash || "solid"; }
      else mark.style.background = colour;
      const number = document.createElement("span");
      number.textContent = String(count);
      button.append(mark, name === "else" ? "other edges" : name, number);
      button.addEventListener("click", () => {
        if (hidden.has(name)) hidden.delete(name); else hidden.add(name);
        button.setAttribute("aria-pressed", String(!hidden.has(name)));
        refilter();
      });
      box.append(button);
    }
  }
  const tally = (items) => items.reduce((counts, name) => counts.set(name, (counts.get(name) || 0) + 1), new Map());
  function buildFilters() {
    const labels = tally(nodes.map((node) => node.label));
    chips(el("labels"), [...labels].sort().map(([name, count]) => ({ name, count, colour: colours[name] || colours.other })), state.hiddenLabels);
    const kinds = tally(lines.flatMap(lineKinds));
    const ordered = [...data.kinds, "else"].filter((kind) => kinds.has(kind));
    chips(el("kinds"), ordered.map((name) => ({ name, count: kinds.get(name), colour: colours[name] || colours.else, line: true })), state.hiddenKinds);
    const layers = tally(lines.flatMap((line) => line.layers));
    const dashes = { declared: "dashed", observed: "dotted", extracted: "double" };
    chips(el("layers"), [...layers].sort().map(([name, count]) => ({ name, count, colour: colours.soft, line: true, dash: dashes[name] })), state.hiddenLayers);
  }

  function buildGroups() {
    groups = new Map();
    const box = el("groups");
    box.replaceChildren();
    box.hidden = !state.colour;
    if (!state.colour) return;
    const counts = [...tally(nodes.map((node) => node.properties[state.colour]).filter(Boolean))].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    counts.forEach(([name, count], place) => {
      groups.set(name, GROUPS[Math.min(place, GROUPS.length - 1)]);
      const row = document.createElement("div"), mark = document.createElement("i");
      mark.style.background = groups.get(name);
      row.append(mark, `${name} (${count})`);
      box.append(row);
    });
  }
  const nodeColour = (node) => (state.colour ? groups.get(node.properties[state.colour]) || colours.infra : colours[roleOf(node)] || colours.other);
  const lineColour = (line) => colours[lineKinds(line).find((kind) => !state.hiddenKinds.has(kind)) || kindOf(line)] || colours.else;

  // --- Drawing ---------------------------------------------------------------------------------------

  let pending = false;
  function draw() {
    if (!pending) { pending = true; requestAnimationFrame(paint); }
  }
  const toScreen = (node) => [node.x * state.scale + state.x, node.y * state.scale + state.y];
  const radius = (node) => node.size * Math.max(0.34, Math.min(1.25, state.scale ** 0.7));

  function focusSets() {
    if (state.ripple) return state.ripple;
    const node = state.overNode || state.node, line = state.overLine || state.line;
    if (node) {
      const near = new Set([node]), drawn = new Set();
      for (const l of node.lines) if (l.shown) { drawn.add(l); near.add(nodes[l.source]); near.add(nodes[l.target]); }
      return { nodes: near, lines: drawn };
    }
    if (line) return { nodes: new Set([nodes[line.source], nodes[line.target]]), lines: new Set([line]) };
    return null;
  }

  function curve(line) {
    const [ax, ay] = toScreen(nodes[line.source]), [bx, by] = toScreen(nodes[line.target]);
    const length = Math.hypot(bx - ax, by - ay) || 1, bend = line.bend * Math.min(1, state.scale) * Math.min(1, length / 90);
    const mx = (ax + bx) / 2 - ((by - ay) / length) * bend * 2, my = (ay + by) / 2 + ((bx - ax) / length) * bend * 2;
    return { ax, ay, bx, by, mx, my, length };
  }
  const along = (c, t) => [
    (1 - t) * (1 - t) * c.ax + 2 * (1 - t) * t * c.mx + t * t * c.bx,
    (1 - t) * (1 - t) * c.ay + 2 * (1 - t) * t * c.my + t * t * c.by,
  ];

  function paintLine(line, strength, wide) {
    const c = curve(line);
    if (c.length < 2 || Math.max(c.ax, c.bx) < -50 || Math.min(c.ax, c.bx) > innerWidth + 50 || Math.max(c.ay, c.by) < -50 || Math.min(c.ay, c.by) > innerHeight + 50) return;
    const end = 1 - (radius(nodes[line.target]) + 4) / c.length;
    if (end <= 0) return;
    pen.globalAlpha = strength;
    pen.strokeStyle = pen.fillStyle = lineColour(line);
    pen.lineWidth = (wide ? 2.2 : line.layers.length > 1 && line.layers.includes("observed") ? 1.7 : 1.25) * Math.max(0.7, Math.min(1.3, state.scale));
    pen.setLineDash(DASH[line.layers[0]] || []);
    const [ex, ey] = along(c, Math.max(end, 0.05));
    pen.beginPath();
    pen.moveTo(c.ax, c.ay);
    pen.quadraticCurveTo(c.ax + (c.mx - c.ax) * end, c.ay + (c.my - c.ay) * end, ex, ey);
    pen.stroke();
    pen.setLineDash([]);
    const [fx, fy] = along(c, Math.max(end - 12 / c.length, 0));
    const angle = Math.atan2(ey - fy, ex - fx), head = (wide ? 8 : 6.5) * Math.max(0.65, Math.min(1.2, state.scale));
    pen.beginPath();
    pen.moveTo(ex + Math.cos(angle) * 2, ey + Math.sin(angle) * 2);
    pen.lineTo(ex - head * Math.cos(angle - 0.42), ey - head * Math.sin(angle - 0.42));
    pen.lineTo(ex - head * Math.cos(angle + 0.42), ey - head * Math.sin(angle + 0.42));
    pen.fill();
  }

  /** A soft ground under each area, with its name above. */
  function paintAreas() {
    for (const area of areas) {
      const [left, top, right, bottom] = areaBox(area);
      pen.fillStyle = pen.strokeStyle = GROUPS[area.index % GROUPS.length];
      pen.lineWidth = 1;
      pen.beginPath();
      pen.roundRect(left, top, right - left, bottom - top, Math.min(16, 40 * state.scale));
      pen.globalAlpha = theme === "dark" ? 0.1 : 0.06;
      pen.fill();
      pen.globalAlpha = 0.25;
      pen.stroke();
    }
  }
  const areaBox = (area) => area.rectangle.map((value, side) => value * state.scale + (side % 2 ? state.y : state.x));
  function paintAreaNames(take) {
    const size = Math.max(11.5, Math.min(22, 26 * state.scale));
    pen.textAlign = "left";
    pen.textBaseline = "bottom";
    pen.font = `650 ${size}px ${FONT}`;
    for (const area of areas) {
      const [left, top] = areaBox(area), x = left + 4, y = top - 1;
      take([x, y - size, x + pen.measureText(area.name).width, y]);
      pen.globalAlpha = 1;
      pen.strokeStyle = colours.halo;
      pen.lineWidth = 4;
      pen.strokeText(area.name, x, y);
      pen.fillStyle = colours.soft;
      pen.fillText(area.name, x, y);
    }
  }

  function outline(node, x, y, r) {
    pen.beginPath();
    if (node.label === "Database") {
      const w = r * 0.92, h = r * 0.95, lid = r * 0.34;
      pen.moveTo(x - w, y - h + lid);
      pen.lineTo(x - w, y + h - lid);
      pen.ellipse(x, y + h - lid, w, lid, 0, Math.PI, 0, true);
      pen.lineTo(x + w, y - h + lid);
      pen.ellipse(x, y - h + lid, w, lid, 0, 0, Math.PI, true);
    } else if (node.label === "Topic" || node.label === "Event") {
      const w = r * 1.25, h = r * 0.72;
      pen.moveTo(x - w, y - h); pen.lineTo(x + w - h, y - h); pen.lineTo(x + w, y); pen.lineTo(x + w - h, y + h); pen.lineTo(x - w, y + h);
    } else if (node.label === "Service") {
      pen.roundRect(x - r, y - r, 2 * r, 2 * r, r * 0.42);
    } else pen.arc(x, y, r, 0, 2 * Math.PI);
    pen.closePath();
  }

  function paintNode(node, strength, ring) {
    const [x, y] = toScreen(node), r = radius(node);
    pen.globalAlpha = 1;
    pen.fillStyle = colours.paper;
    outline(node, x, y, r + 2.5);
    pen.fill();
    pen.globalAlpha = strength;
    pen.fillStyle = nodeColour(node);
    outline(node, x, y, r);
    if (roleOf(node) === "external") {
      pen.globalAlpha = strength * 0.2;
      pen.fill();
      pen.globalAlpha = strength;
      pen.strokeStyle = nodeColour(node);
      pen.lineWidth = 1.6;
      pen.setLineDash([4, 3]);
      pen.stroke();
      pen.setLineDash([]);
    } else pen.fill();
    if (node.label === "Database") {
      pen.strokeStyle = colours.stroke;
      pen.globalAlpha = strength * 0.65;
      pen.lineWidth = 1.2;
      pen.beginPath();
      pen.ellipse(x, y - r * 0.61, r * 0.86, r * 0.3, 0, 0, Math.PI);
      pen.stroke();
    }
    if (ring) {
      pen.globalAlpha = 1;
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 2;
      outline(node, x, y, r + 4);
      pen.stroke();
    }
  }

  const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
  const clipped = (text) => (text.length > 30 ? `${text.slice(0, 29)}\u2026` : text);
  function paintLabels(ordered, focus) {
    const cell = 64, index = new Map();
    const collides = (box) => {
      for (let cx = Math.floor(box[0] / cell); cx <= Math.floor(box[2] / cell); cx++) {
        for (let cy = Math.floor(box[1] / cell); cy <= Math.floor(box[3] / cell); cy++) {
          for (const other of index.get(`${cx} ${cy}`) || []) {
            if (box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]) return true;
          }
        }
      }
      return false;
    };
    const take = (box) => {
      for (let cx = Math.floor(box[0] / cell); cx <= Math.floor(box[2] / cell); cx++) {
        for (let cy = Math.floor(box[1] / cell); cy <= Math.floor(box[3] / cell); cy++) {
          const key = `${cx} ${cy}`;
          if (!index.has(key)) index.set(key, []);
          index.get(key).push(box);
        }
      }
    };
    for (const node of ordered) {
      const [x, y] = toScreen(node), r = radius(node) * 0.8;
      if (x > -80 && x < innerWidth + 80 && y > -80 && y < innerHeight + 80) take([x - r, y - r, x + r, y + r]);
    }
    pen.lineJoin = "round";
    if (!focus) paintAreaNames(take);
    pen.textBaseline = "top";
    for (const node of ordered) {
      const [x, y] = toScreen(node), r = radius(node);
      if (x < -100 || x > innerWidth + 100 || y < -60 || y > innerHeight + 60) continue;
      const near = !focus || focus.nodes.has(node), main = node === state.node || node === state.overNode;
      if (focus ? !near : state.scale < 0.42 && node.label !== "Service") continue;
      const size = Math.max(10, Math.min(13.5, 12.5 * Math.sqrt(state.scale)));
      pen.font = `${main ? 650 : 500} ${size}px ${FONT}`;
      const text = clipped(node.name), width = pen.measureText(text).width, side = r * (node.label === "Topic" ? 1.25 : 1) + 5;
      // Below, right, left, above: the first that is free. What the pointer is on is named in any case.
      const spots = [["center", x, y + r + 4, x - width / 2], ["left", x + side, y - size / 2, x + side], ["right", x - side, y - size / 2, x - side - width], ["center", x, y - r - size - 5, x - width / 2]];
      const box = (spot) => [spot[3] - 1, spot[2] - 1, spot[3] + width + 1, spot[2] + size + 1];
      const spot = spots.find((candidate) => !collides(box(candidate))) || (main || (focus && near && focus.nodes.size < 60) ? spots[0] : null);
      if (!spot) continue;
      take(box(spot));
      pen.textAlign = spot[0];
      pen.globalAlpha = 1;
      pen.strokeStyle = colours.halo;
      pen.lineWidth = 3.5;
      pen.strokeText(text, spot[1], spot[2]);
      pen.fillStyle = colours.ink;
      pen.fillText(text, spot[1], spot[2]);
    }
  }

  function paintLineNames(focus) {
    if (!focus || focus.lines.size > 40) return;
    pen.font = `500 11px ${FONT}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const line of focus.lines) {
      const c = curve(line);
      if (c.length < 70) continue;
      const [x, y] = along(c, 0.5);
      pen.globalAlpha = 1;
      pen.strokeStyle = colours.halo;
      pen.lineWidth = 4;
      pen.strokeText(line.name, x, y);
      pen.fillStyle = colours.soft;
      pen.fillText(line.name, x, y);
    }
  }

  function paint() {
    pending = false;
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(innerWidth * ratio) || canvas.height !== Math.round(innerHeight * ratio)) {
      canvas.width = Math.round(innerWidth * ratio);
      canvas.height = Math.round(innerHeight * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.globalAlpha = 1;
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, innerWidth, innerHeight);
    const focus = focusSets();
    paintAreas();
    const strength = (line) => (focus ? 0.08 : areas.length && nodes[line.source].area !== nodes[line.target].area ? 0.2 : 0.85);
    for (const line of lines) if (line.shown && !(focus && focus.lines.has(line))) paintLine(line, strength(line), false);
    if (focus) for (const line of focus.lines) paintLine(line, 1, true);
    const ordered = nodes.filter((node) => node.shown).sort((a, b) => b.lines.length - a.lines.length || a.index - b.index);
    for (const node of [...ordered].reverse()) paintNode(node, !focus || focus.nodes.has(node) ? 1 : 0.2, node === state.node);
    if (focus) ordered.sort((a, b) => focus.nodes.has(b) - focus.nodes.has(a));
    paintLabels(ordered, focus);
    paintLineNames(focus);
    if (state.ripple) paintHops();
  }

  function paintHops() {
    pen.font = `650 11px ${FONT}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const [node, hop] of state.ripple.hops) {
      if (!hop) continue;
      const [x, y] = toScreen(node), r = radius(node);
      pen.globalAlpha = 1;
      pen.fillStyle = hop === 1 ? "#c2483d" : hop === 2 ? "#d97a1f" : "#b59a2a";
      pen.beginPath();
      pen.arc(x + r, y - r, 8, 0, 2 * Math.PI);
      pen.fill();
      pen.fillStyle = "#fff";
      pen.fillText(String(hop), x + r, y - r + 0.5);
    }
  }

  // --- Moving about ------------------------------------------------------------------------------------

  function fit(list = nodes.filter((node) => node.shown)) {
    if (!list.length) return;
    state.moved = false;
    const left = innerWidth > 720 && !document.body.classList.contains("folded") ? 292 : 24, right = innerWidth <= 720 ? 24 : el("card").hidden ? 70 : 410;
    const top = innerWidth > 720 ? 24 : 130, bottom = 40;
    const grounds = list.length > 2 ? areas.map((area) => area.rectangle) : [];
    const xs = [...list.flatMap((node) => [node.x - 60, node.x + 60]), ...grounds.flatMap((box) => [box[0], box[2]])];
    const ys = [...list.flatMap((node) => [node.y - 30, node.y + 45]), ...grounds.flatMap((box) => [box[1] - 30, box[3]])];
    const width = Math.max(...xs) - Math.min(...xs) + 10, height = Math.max(...ys) - Math.min(...ys) + 10;
    state.scale = Math.min(1.35, Math.max(0.05, Math.min((innerWidth - left - right) / width, (innerHeight - top - bottom) / height)));
    state.x = left + (innerWidth - left - right) / 2 - ((Math.max(...xs) + Math.min(...xs)) / 2) * state.scale;
    state.y = top + (innerHeight - top - bottom) / 2 - ((Math.max(...ys) + Math.min(...ys)) / 2) * state.scale;
    draw();
  }
  function zoom(factor, x = innerWidth / 2, y = innerHeight / 2) {
    state.moved = true;
    const scale = Math.min(4, Math.max(0.04, state.scale * factor)), real = scale / state.scale;
    state.x = x - (x - state.x) * real;
    state.y = y - (y - state.y) * real;
    state.scale = scale;
    draw();
  }
  function centre(node) {
    state.moved = true;
    state.scale = Math.max(state.scale, 0.8);
    const left = innerWidth > 720 ? 292 : 0, right = innerWidth > 720 ? 400 : 0;
    state.x = left + (innerWidth - left - right) / 2 - node.x * state.scale;
    state.y = innerHeight / 2 - node.y * state.scale;
    draw();
  }

  function nodeAt(x, y) {
    let best = null, nearest = Infinity;
    for (const node of nodes) {
      if (!node.shown) continue;
      const [nx, ny] = toScreen(node), distance = Math.hypot(nx - x, ny - y);
      if (distance < radius(node) + 5 && distance < nearest) { best = node; nearest = distance; }
    }
    return best;
  }
  function lineAt(x, y) {
    let best = null, nearest = 6;
    for (const line of lines) {
      if (!line.shown) continue;
      const c = curve(line);
      if (x < Math.min(c.ax, c.bx, c.mx) - 8 || x > Math.max(c.ax, c.bx, c.mx) + 8 || y < Math.min(c.ay, c.by, c.my) - 8 || y > Math.max(c.ay, c.by, c.my) + 8) continue;
      for (let step = 1; step < 24; step++) {
        const [px, py] = along(c, step / 24), distance = Math.hypot(px - x, py - y);
        const reach = Math.max(6, c.length / 48);
        if (distance < reach && distance < Math.max(nearest, reach) && (!best || distance < nearest)) { best = line; nearest = distance; }
      }
    }
    return best;
  }

  const pointers = new Map();
  let dragged = 0, pinch = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    dragged = 0;
    pinch = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      const node = nodeAt(event.clientX, event.clientY), line = node ? null : lineAt(event.clientX, event.clientY);
      if (node !== state.overNode || line !== state.overLine) {
        state.overNode = node; state.overLine = line;
        canvas.classList.toggle("over", Boolean(node || line));
        draw();
      }
      return;
    }
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()], span = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (pinch) zoom(span / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      pinch = span;
      dragged = 9;
      return;
    }
    state.moved = true;
    state.x += event.clientX - before[0];
    state.y += event.clientY - before[1];
    dragged += Math.abs(event.clientX - before[0]) + Math.abs(event.clientY - before[1]);
    canvas.classList.add("moving");
    draw();
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove("moving");
    if (event.type === "pointerup" && dragged < 5) {
      const node = nodeAt(event.clientX, event.clientY);
      select(node, node ? null : lineAt(event.clientX, event.clientY));
    }
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => { state.overNode = state.overLine = null; draw(); });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.clientX, event.clientY);
  }, { passive: false });

  // --- The card ------------------------------------------------------------------------------------------

  function make(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function places(evidence) {
    return evidence.map((item) => {
      const box = make("div", "where", `${item.place}  ${item.rule}`);
      if (item.quote) { box.append(" "); box.append(make("q", "", item.quote)); }
      for (const hop of item.hops) box.append(make("div", "", `\u2192 ${hop}`));
      return box;
    });
  }
  const ORDER = ["owner", "oncall", "system", "domain", "role", "kind", "language", "runtime", "aliases", "repo", "path"];
  function select(node, line) {
    state.node = node; state.line = line; state.ripple = null;
    const card = el("card");
    card.replaceChildren();
    card.hidden = !node && !line;
    if (!card.hidden) {
      const close = make("button", "close", "\u2715");
      close.setAttribute("aria-label", "Close");
      close.addEventListener("click", () => { select(null, null); canvas.focus(); });
      card.append(close);
      if (node) nodeCard(card, node); else lineCard(card, line);
      card.scrollTop = 0;
    }
    history.replaceState(null, "", node ? `#${encodeURIComponent(node.id)}` : location.pathname + location.search);
    draw();
  }
  function nodeCard(card, node) {
    card.append(make("h2", "name", node.name), make("div", "id", node.id));
    const list = make("dl");
    const rank = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    const names = Object.keys(node.properties).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    for (const name of names) {
      const value = node.properties[name], shown = make("dd");
      if (/^https?:\/\/[^\s]+$/.test(value)) {
        const link = make("a", "", value);
        link.href = value;
        link.rel = "noopener noreferrer";
        shown.append(link);
      } else shown.textContent = value;
      list.append(make("dt", "", name === "oncall" ? "on call" : name), shown);
    }
    card.append(list);
    const ripple = make("button", "action", "Who is hit if it fails");
    ripple.setAttribute("aria-pressed", "false");
    ripple.addEventListener("click", () => {
      state.ripple = state.ripple ? null : spread(node);
      ripple.setAttribute("aria-pressed", String(Boolean(state.ripple)));
      ripple.textContent = state.ripple ? `${state.ripple.hops.size - 1} hit` : "Who is hit if it fails";
      draw();
    });
    card.append(ripple);
    const section = (title, rows) => {
      if (!rows.length) return;
      card.append(make("h2", "", `${title} (${rows.length})`));
      const box = make("ul");
      for (const row of rows) box.append(row);
      card.append(box);
    };
    const row = (line, other) => {
      const item = make("li"), link = make("button", "link", other.name);
      link.addEventListener("click", () => { select(other, null); centre(other); });
      item.append(link, make("span", "tag", line.name));
      if (line.layers.join() !== "parsed") item.append(make("span", "tag", line.layers.join(", ")));
      if (line.confidence < 1) item.append(make("span", "tag", String(line.confidence)));
      item.append(...places(line.evidence.slice(0, 3)));
      return item;
    };
    section("Leads to", node.lines.filter((line) => nodes[line.source] === node).map((line) => row(line, nodes[line.target])));
    section("Comes from", node.lines.filter((line) => nodes[line.target] === node && line.source !== line.target).map((line) => row(line, nodes[line.source])));
    const byType = new Map();
    for (const fact of node.beside) {
      if (!byType.has(fact.type)) byType.set(fact.type, []);
      const item = make("li");
      item.append(make("span", "", fact.text), ...places(fact.evidence));
      byType.get(fact.type).push(item);
    }
    const titles = { EXPOSES: "Endpoints", DEFINES: "Entities", OWNED_BY: "Owned by", GOVERNED_BY: "Governed by", DOCUMENTED_BY: "Documents", RELATES_TO: "Mentioned in" };
    for (const [type, rows] of byType) section(titles[type] || type, rows);
  }
  function lineCard(card, line) {
    card.append(make("h2", "name", `${nodes[line.source].name} \u2192 ${nodes[line.target].name}`));
    card.append(make("div", "id", line.name));
    const list = make("dl");
    list.append(make("dt", "", "known from"), make("dd", "", line.layers.join(", ")), make("dt", "", "confidence"), make("dd", "", String(line.confidence)));
    if (hasTraces) list.append(make("dt", "", "traces"), make("dd", "", traceStatus(line)));
    card.append(list, make("h2", "", "Evidence"), ...places(line.evidence));
    if (!line.evidence.length) card.append(make("div", "where", "none kept"));
    for (const end of [nodes[line.source], nodes[line.target]]) {
      const open = make("button", "action", end.name);
      open.addEventListener("click", () => select(end, null));
      card.append(open);
    }
  }
  /** Everything that needs a node, by hop, as `estategraph blast` counts it; a topic on the way is drawn but is no hop. */
  function spread(start) {
    const hops = new Map([[start, 0]]), drawn = new Set(), passed = new Set();
    const reach = (node, needed, hop, next) => {
      for (const line of node.lines) if (line.shown && nodes[line.source] === node && nodes[line.target] === needed) drawn.add(line);
      for (const sent of needed.lines) {
        if (sent.name !== "publishes" || nodes[sent.source] !== needed) continue;
        const topic = nodes[sent.target];
        for (const read of topic.lines) if (read.name === "consumed by" && nodes[read.target] === node) { drawn.add(sent); drawn.add(read); passed.add(topic); }
      }
      if (!hops.has(node)) { hops.set(node, hop); next.push(node); }
    };
    let layer = [start];
    for (let hop = 1; layer.length; hop++) {
      const next = [];
      if (start.label === "Topic" && hop === 1) {
        for (const line of start.lines) {
          const end = nodes[line.source] === start ? nodes[line.target] : nodes[line.source];
          drawn.add(line);
          if (!hops.has(end)) { hops.set(end, hop); next.push(end); }
        }
      }
      for (const needed of layer) for (const node of needing.get(needed) || []) if (!hops.has(node) || hops.get(node) === hop) reach(node, needed, hop, next);
      layer = next;
    }
    return { hops, lines: drawn, nodes: new Set([...hops.keys(), ...passed]) };
  }

  // --- Search and keys ---------------------------------------------------------------------------------

  const search = el("search"), hits = el("hits");
  let found = [], chosen = 0;
  function showHits() {
    const text = search.value.trim().toLowerCase();
    const score = (node) => {
      const name = node.name.toLowerCase();
      if (name.startsWith(text)) return 0;
      if (name.includes(text)) return 1;
      return `${node.id} ${node.properties.aliases || ""} ${node.properties.owner || ""}`.toLowerCase().includes(text) ? 2 : 9;
    };
    found = text ? nodes.filter((node) => score(node) < 9).sort((a, b) => score(a) - score(b) || b.lines.length - a.lines.length).slice(0, 12) : [];
    chosen = 0;
    hits.replaceChildren();
    found.forEach((node, place) => {
      const item = make("li", "", node.name);
      item.append(" ", make("small", "", node.label));
      item.setAttribute("role", "option");
      item.id = `hit${place}`;
      item.addEventListener("click", () => go(node));
      hits.append(item);
    });
    if (text && !found.length) hits.append(make("li", "", "nothing found"));
    hits.hidden = !text;
    search.setAttribute("aria-expanded", String(!hits.hidden));
    mark();
  }
  function mark() {
    [...hits.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === chosen)));
    if (found.length) search.setAttribute("aria-activedescendant", `hit${chosen}`); else search.removeAttribute("aria-activedescendant");
  }
  function go(node) {
    state.hiddenLabels.delete(node.label);
    buildFilters();
    refilter();
    hits.hidden = true;
    search.setAttribute("aria-expanded", "false");
    select(node, null);
    centre(node);
    canvas.focus();
  }
  search.addEventListener("input", showHits);
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (found.length) chosen = (chosen + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length;
      mark();
    } else if (event.key === "Enter" && found.length) go(found[chosen]);
    else if (event.key === "Escape") { search.value = ""; showHits(); canvas.focus(); }
    event.stopPropagation();
  });
  function setTheme(name) {
    theme = name;
    colours = PALETTE[theme];
    document.documentElement.dataset.theme = theme;
    buildFilters();
    draw();
  }
  const flip = () => setTheme(theme === "dark" ? "light" : "dark");
  const fold = () => { document.body.classList.toggle("folded"); };
  /** The next node in reading order, for those who do not point: n and p. */
  function step(by) {
    const seen = nodes.filter((node) => node.shown).sort((a, b) => (a.name < b.name ? -1 : 1));
    if (!seen.length) return;
    const place = seen.indexOf(state.node), next = seen[(place + by + seen.length) % seen.length];
    select(next, null);
    centre(next);
  }
  const KEYS = {
    "/": () => { document.body.classList.remove("folded"); search.focus(); search.select(); }, "0": () => fit(), "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8),
    d: flip, f: fold, n: () => step(1), p: () => step(-1), Escape: () => select(null, null),
    ArrowLeft: () => { state.x += 60; draw(); }, ArrowRight: () => { state.x -= 60; draw(); }, ArrowUp: () => { state.y += 60; draw(); }, ArrowDown: () => { state.y -= 60; draw(); },
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const act = KEYS[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  el("closer").addEventListener("click", () => zoom(1.25));
  el("farther").addEventListener("click", () => zoom(0.8));
  el("fit").addEventListener("click", () => fit());
  el("theme").addEventListener("click", flip);
  el("fold").addEventListener("click", fold);

  const slider = el("confidence");
  const lowest = Math.min(1, ...lines.map((line) => line.confidence));
  state.least = Math.floor(lowest * 10) / 10;
  slider.min = String(Math.round(state.least * 100));
  slider.value = slider.min;
  const least = () => { state.least = Number(slider.value) / 100; el("least").textContent = `\u2265 ${state.least.toFixed(1)}`; refilter(); };
  slider.addEventListener("input", least);

  const choose = el("colour");
  for (const [value, text] of [["", "what it is"], ["owner", "owner"], ["system", "system"], ["domain", "domain"], ["language", "language"], ["repo", "repository"]]) {
    if (value && !nodes.some((node) => node.properties[value])) continue;
    const option = make("option", "", text);
    option.value = value;
    choose.append(option);
  }
  choose.addEventListener("change", () => { state.colour = choose.value; buildGroups(); draw(); });

  addEventListener("resize", () => (state.moved ? draw() : fit()));
  if (innerWidth <= 720) fold();
  setTheme(theme);
  least();
  fit();
  /** `map.html#service:orders` opens with that node chosen. */
  function follow() {
    let wanted = "";
    try { wanted = decodeURIComponent(location.hash.slice(1)); } catch { return false; }
    const node = wanted && nodes.find((candidate) => candidate.id === wanted);
    if (node && node !== state.node) { select(node, null); centre(node); }
    return Boolean(node);
  }
  addEventListener("hashchange", follow);
  if (!follow() && data.centre >= 0) select(nodes[data.centre], null);
})();
