"""Sentences of the English records. `{s}` is a service, a list of them or a domain, `{do}` and `{noun}` come from the topic."""

TITLE_NAMED = (
    "Use {title} in {s}", "{title_cap} for {s}", "Adopt {title} in {s}", "{s}: {title}", "Move {s} to {title}", "Introduce {title} for {s}",
    "Bring {title} to {s}", "{title_cap} in {s}", "Rely on {title} within {s}", "Roll out {title} to {s}", "Settle on {title} for {s}",
)  # fmt: skip
TITLE_PLAIN = (
    "Use {title}", "Adopt {title}", "{title_cap}", "Introduce {title}", "Settle on {title}", "Agree on {title}", "Prefer {title}",
    "Move to {title}", "Standardise on {title}", "Begin with {title}", "Go for {title}",
)  # fmt: skip
DECIDE = (
    "{s} will {do}.",
    "From the next release on, {s} must {do}.",
    "We decided that {s} should {do}.",
    "We will have {s} {do}.",
    "We want {s} to {do}.",
    "It falls to {s} to {do}.",
    "{noun_cap} will be owned by {s}.",
    "We will build {noun} into {s}.",
    "{s} is where {noun} will live.",
    "The rule for {s} is to {do}.",
    "{noun_cap} becomes mandatory for {s}.",
    "We introduce {noun} in {s}.",
    "This binds {s}, which shall {do}.",
    "{s} shall {do}, without exception.",
    "In {s}, we go with {noun}.",
    "Whoever works on {s} has to {do}.",
    "The change is made in {s}: it will {do}.",
    "Starting this quarter {s} needs to {do}.",
    "{s} gets {noun}.",
    "For {s} we settle on {noun}.",
)
"""The decision speaks of the service."""
DECIDE_PLAIN = (
    "We will {do}.", "We go with {noun}.", "{noun_cap} is what we take.", "The team settles on {noun}.", "From now on we {do}.",
    "It is decided to {do}.", "{noun_cap} it is.", "We accept the cost and {do}.", "The rule is to {do}.", "We choose {noun}.",
)  # fmt: skip
"""The decision names nobody: the front matter or the context says for whom."""
SUBJECT = (
    "{s} lost writes twice last month.", "{s} has outgrown what we built in its first year.", "{s} answers too slowly at the end of each month.",
    "Customers see stale data because {s} updates two places one after the other.", "{s} does this by hand today.", "Load on {s} has doubled since spring.",
    "The way {s} handles this today does not survive an audit.", "Every second ticket of the last sprint was about {s}.",
    "{s} was written before we had a rule for this.", "Nobody can say today what {s} does when this goes wrong.",
    "The current behaviour of {s} surprises its callers.",
)  # fmt: skip
"""The context says whose problem it is; the same record binds that service by its decision, too."""
INDIRECT = (
    "{s} has to change its client.", "{s} must be adapted before the switch.", "{s} will see the new answers and needs a small change.",
    "As a consequence, {s} needs a new version of its consumer.", "{s} has to follow within a month.", "Callers are affected: {s} must handle the new error code.",
    "This breaks {s} until it is redeployed.", "{s} will need a migration of its own.", "The contract with {s} changes.", "{s} will have to be released together with this.",
    "More work for {s}, which has to send the new field.", "Requests from {s} will be refused until it is updated.",
)  # fmt: skip
"""The consequences reach a service."""
UNLIKE = (
    "Unlike {s}, we have no legacy clients to serve.", "This differs from {s}, where the volume is far smaller.", "We do not do it the way {s} does.",
    "In contrast to {s}, latency matters here.", "{s} solved a similar problem differently, and keeps its own way.", "The approach is inspired by {s}.",
    "As opposed to {s}, nothing here is regulated.", "Compared with {s}, the data is small.", "The same pattern is already used in {s}.", "Much like {s} did years ago, we start small.",
    "What works for {s} does not have to work here.", "Contrary to {s}, there is no batch window.",
)  # fmt: skip
"""Comparisons: they bind nobody."""
HISTORY = (
    "The question first came up in a review of {s}.", "An earlier attempt in {s} was abandoned before it went live.", "People who worked on {s} told us about it at a meetup.",
    "The dashboards of {s} made us notice the problem.", "Two years ago we had a long discussion about {s}, which is not the topic here.", "The idea comes from the documentation of {s}.",
    "The team behind {s} wrote a blog post about this.", "We learnt this from an incident in {s} that has since been fixed.", "We borrowed the wording from a record about {s}.",
    "A prototype in {s} was thrown away.", "Historically, {s} did something of this kind.",
)  # fmt: skip
"""Context that binds nobody."""
CLEARED = (
    "{s} is not affected.", "Nothing changes for {s}.", "{s} stays as it is.", "No change is needed in {s}.", "This does not apply to {s}.", "{s} is out of scope.",
    "{s} can ignore this record.", "We leave {s} alone.", "{s} remains untouched.", "This has no impact on {s}.", "{s} is explicitly excluded.", "We checked {s} and found that it needs nothing.",
    "Apart from {s}, which keeps its own rules.",
)  # fmt: skip
"""Cleared of being concerned."""
REJECTED_OPTION = (
    "Let {s} do it", "Move the logic into {s}", "Put it into {s} instead", "Reuse what {s} has", "Have {s} hold the state", "Delegate to {s}", "Build it into {s}",
    "Extend {s}", "Wait for {s} to offer it", "Route everything through {s}", "A shared library, maintained with {s}",
)  # fmt: skip
"""Titles of options that were not taken."""
REJECTED = (
    "We considered {s} for this, but it has no capacity.", "Putting it into {s} was rejected because of the extra hop.", "We decided against building it in {s}.",
    "An alternative would be to let {s} do it; nobody wanted that.", "Moving it to {s} would have meant another year of work.", "We ruled out {s}, since it knows too little about the case.",
    "The proposal to extend {s} was discarded.", "Had we chosen {s}, every read would cross two networks.", "{s} was discussed as a place for it and dismissed.",
    "{noun_cap} stays here rather than in {s}.", "We do this ourselves instead of asking {s}.", "One option was to wait for {s}; we did not want to wait.",
)  # fmt: skip
"""Alternatives in the running text."""
FILLER = (
    "Two reviews of the last quarter asked for a rule.", "Most of the cost is in testing.", "Nobody has measured it so far.", "The alternatives were discussed in two meetings.",
    "We have had this on our list since winter.", "The numbers are in the appendix of the quarterly report.", "Audit asked for a written rule.", "We expect the effort to be about two weeks.",
    "There is no standard that fits as it stands.", "New colleagues ask about it in their first week.", "It should be boring to operate.", "Every month without a rule makes it dearer.",
)  # fmt: skip
GOOD = (
    "Good, because failures become visible", "Good, because it is easy to test", "Good, because nobody has to remember it", "Good, because it can be undone", "Good, because it needs no new product",
    "Good, because the code becomes shorter", "Good, because it costs little",
)  # fmt: skip
BAD = (
    "Bad, because there is more to operate", "Bad, because old clients need care", "Bad, because it needs a migration", "Bad, because it is slower at first", "Bad, because it has to be explained",
    "Neutral, because the cost stays about the same", "Bad, because it takes discipline",
)  # fmt: skip
DOMAIN = (
    "the {d} domain", "all services of the {d} domain", "every service in the {d} domain", "the {d} services", "the whole {d} area", "everything in the {d} domain",
    "all {d} services", "the {d} subsystem", "the services of the {d} domain", "the {d} bounded context", "the {d} system",
)  # fmt: skip
"""How a domain is spoken of."""
