"""Communities whose edges changed by more than the threshold: those whose report the next run would write anew."""

from dataclasses import dataclass

from community.community import CommunityState
from community.projection import project
from community.report import PROMPT, Writer
from community.update import FIRST, Grouping, Thresholds, update_communities
from parsed_graph.property_graph import PropertyGraph
from prompts.prompt import load_prompt

_TOKENS = 4000


@dataclass(frozen=True, slots=True)
class CommunityChange:
    """`because` says how many of its edges came and went, or that the community is new."""

    id: str
    title: str
    because: str


def community_changes(
    before: PropertyGraph,
    after: PropertyGraph,
    last: CommunityState | None,
    grouping: Grouping,
    thresholds: Thresholds,
) -> tuple[CommunityChange, ...]:
    """Counted from the state before, which itself goes on from the communities of the last run. Writes nothing."""
    if project(before, {}).edges == project(after, {}).edges:
        return ()
    writer = Writer(load_prompt(PROMPT, None), None, _TOKENS, len)
    known = update_communities(before, last, writer, grouping, thresholds).state
    update = update_communities(after, known, writer, grouping, thresholds)
    titles = {community.id: community.title for community in update.state.communities}
    reports = update.state.reports
    return tuple(
        CommunityChange(each, titles[each], "it is new" if reports[each].because == FIRST else reports[each].because)
        for each in update.written
    )
