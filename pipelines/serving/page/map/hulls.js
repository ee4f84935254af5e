/** The convex hull of points, counter-clockwise. https://en.wikibooks.org/wiki/Algorithm_Implementation/Geometry/Convex_hull/Monotone_chain */
export function convexHull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The corners of the ground under some nodes, with room for their labels. */
export function groundOf(nodes) {
  const corners = [];
  for (const node of nodes) {
    const wide = Math.max(26, Math.min(node.name.length, 28) * 3.4 + 8);
    corners.push([node.x - wide, node.y - 24], [node.x + wide, node.y - 24], [node.x - wide, node.y + 38], [node.x + wide, node.y + 38]);
  }
  return convexHull(corners);
}

/** Draws a closed line through corners, each rounded. */
export function roundedPath(pen, corners, radius) {
  const count = corners.length, middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  pen.beginPath();
  pen.moveTo(...middle(corners[count - 1], corners[0]));
  corners.forEach((corner, place) => {
    const next = corners[(place + 1) % count];
    pen.arcTo(...corner, ...middle(corner, next), radius);
    pen.lineTo(...middle(corner, next));
  });
  pen.closePath();
}
