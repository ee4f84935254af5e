import { button, make } from "../dom.js";
import { get } from "./api.js";
import { failed } from "./failed.js";

/** The tree of communities; each opens its report. */
export function communityTree(communities) {
  if (!communities.length) return [];
  const list = make("ul", "tree");
  for (const community of communities) {
    const item = make("li", `level-${Math.min(community.level, 4)}`), report = make("div", "reported");
    const open = button("link", community.title, () => toggle(open, report, community));
    open.setAttribute("aria-expanded", "false");
    item.append(open, make("span", "tag", `${community.services} ${community.services === 1 ? "service" : "services"}`), make("small", "", community.owners.slice(0, 3).join(", ")), report);
    list.append(item);
  }
  return [make("h2", "", "Subsystems"), list];
}

async function toggle(open, report, community) {
  const isOpen = open.getAttribute("aria-expanded") === "true";
  open.setAttribute("aria-expanded", String(!isOpen));
  report.replaceChildren();
  if (isOpen) return;
  try {
    const card = await get(`nodes/${encodeURIComponent(community.id)}`);
    report.append(make("p", "", card.summary));
    const list = make("ul");
    for (const finding of card.findings) {
      const item = make("li");
      item.append(make("strong", "", `${finding.summary}.`), ` ${finding.explanation}`);
      list.append(item);
    }
    report.append(list);
  } catch (error) { failed(error); }
}
