import { GROUPS } from "./palette.js";

const READABLE = 24;

/** The levels that say something: those with more than one community, each with what every node belongs to there. */
export function makeLevels(data, nodes) {
  const deepest = Math.max(-1, ...data.communities.map((community) => community.level));
  const levels = [];
  for (let level = 0; level <= deepest; level++) {
    const of = new Map();
    // A parent comes before what is below it, so that each node ends with the deepest community down to this level.
    for (const community of data.communities) if (community.level <= level) for (const place of community.nodes) of.set(nodes[place], community);
    const groups = [...new Set(of.values())].map((community) => ({ ...community, members: nodes.filter((node) => of.get(node) === community), colour: "" }));
    if (groups.length < 2) continue;
    const byId = new Map(groups.map((group) => [group.id, group]));
    for (const [node, community] of of) of.set(node, byId.get(community.id));
    paintGroups(groups);
    levels.push({ level, groups, of });
  }
  return levels;
}

/** The finest level that can still be read. */
export function usualLevel(levels) {
  return [...levels].reverse().find((level) => level.groups.length <= READABLE) || levels[0] || null;
}

/** Infrastructure that all share, and what is linked to nothing, are no subsystems: grey. */
export const isPlain = (group) => group.kind === "shared" || group.kind === "unlinked";

function paintGroups(groups) {
  const own = groups.filter((group) => !isPlain(group)).sort((a, b) => b.members.length - a.members.length || (a.id < b.id ? -1 : 1));
  own.forEach((group, place) => { group.colour = GROUPS[place % (GROUPS.length - 1)]; });
  for (const group of groups) if (!group.colour) group.colour = GROUPS[GROUPS.length - 1];
  groups.sort((a, b) => isPlain(a) - isPlain(b) || b.members.length - a.members.length || (a.id < b.id ? -1 : 1));
}
