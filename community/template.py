"""The `rules` provider's paragraph and rating: plain English out of a profile, every name and number taken from it."""

from community.group_kind import GroupKind
from community.parts_summary import of_parts, of_shared, of_unlinked
from community.profile import Profile
from community.sentences import (
    bound,
    centre,
    leaning_on,
    leant_on,
    made_of,
    offered,
    out_of,
    owned,
    stored,
    told,
)
from community.wording import paragraph, sentence


def write_summary(profile: Profile) -> str:
    """One dense paragraph."""
    if profile.parts:
        return of_parts(profile)
    if profile.kind is GroupKind.SHARED:
        return of_shared(profile)
    if profile.kind is GroupKind.UNLINKED:
        return of_unlinked(profile)
    return paragraph(
        [
            made_of(profile),
            owned(profile),
            centre(profile),
            offered(profile),
            told(profile),
            stored(profile),
            leaning_on(profile),
            leant_on(profile),
            bound(profile),
        ]
    )


def rate(profile: Profile) -> tuple[float, str]:
    """How much leans on a community, 0 to 10 in halves, and why."""
    if profile.kind is GroupKind.WHOLE:
        return 10.0, "It is everything there is."
    if not profile.outside:
        return 10.0, "There are no other services."
    share = profile.reach / profile.outside
    rating = round(20 * share) / 2 if profile.reach else 0.0
    if not profile.reach:
        return 0.0, "No other service depends on it."
    verb = "depends" if profile.reach == 1 else "depend"
    hit = f"{out_of(profile.reach, profile.outside)} {verb} on it, directly or through others"
    return max(rating, 0.5), sentence(hit[:1].upper() + hit[1:])
