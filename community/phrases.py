"""What a community's links are called in a sentence: who calls whom, who reads whose events."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from community.profile import Profile, Use
from community.wording import listed
from parsed_graph.schema import Kind

_VERBS: dict[str, tuple[str, str, str]] = {
    Kind.HTTP: ("calls", "call", ""),
    Kind.GRPC: ("calls", "call", "over gRPC"),
    Kind.EVENT: ("reads events of", "read events of", ""),
    Kind.IMPORT: ("is built on", "are built on", ""),
    Kind.DATABASE: ("stores data in", "store data in", ""),
    Kind.CACHE: ("caches data in", "cache data in", ""),
    Kind.MESSAGING: ("sends messages through", "send messages through", ""),
    Kind.AUTH: ("checks logins with", "check logins with", ""),
    Kind.CONFIG: ("takes its configuration from", "take their configuration from", ""),
    Kind.DISCOVERY: ("registers with", "register with", ""),
    Kind.MONITORING: ("reports to", "report to", ""),
}
_OTHER = ("uses", "use", "")
_ORDER = list(_VERBS)
_WEAK = frozenset({Kind.MESSAGING, Kind.AUTH, Kind.CONFIG, Kind.DISCOVERY, Kind.MONITORING, Kind.OTHER})


def is_working(use: Use) -> bool:
    """Whether a dependency is part of the business, not of how the estate is run."""
    return any(kind not in _WEAK for kind in use.kinds)


def working(uses: Iterable[Use]) -> list[Use]:
    """Those dependencies that are part of the business."""
    return [use for use in uses if is_working(use)]


def say_uses(profile: Profile, uses: Sequence[Use], most: int = 4) -> list[str]:
    """Phrases such as `orders-api and shipping call pricing`: ends that do the same are named together, at most `most` phrases."""
    pairs = {(use.source.id, use.target.id): _verb(use) for use in uses}
    by_target = _together(((target, verb), source) for (source, target), verb in pairs.items())
    by_source = _together(((source, verb), target) for (source, target), verb in pairs.items())
    if len(by_source) <= len(by_target):
        phrases = [
            _phrase([profile.name(source)], verb, [profile.name(target) for target in targets])
            for (source, verb), targets in by_source
        ]
    else:
        phrases = [
            _phrase([profile.name(source) for source in sources], verb, [profile.name(target)])
            for (target, verb), sources in by_target
        ]
    return phrases[:most]


def _verb(use: Use) -> tuple[str, str, str]:
    kinds = sorted(use.kinds, key=lambda kind: _ORDER.index(Kind(kind)) if kind in _VERBS else len(_ORDER))
    if Kind.GRPC in kinds and Kind.HTTP in kinds:
        return _VERBS[Kind.GRPC]
    return _VERBS.get(kinds[0], _OTHER) if kinds else _OTHER


def _together(
    pairs: Iterable[tuple[tuple[str, tuple[str, str, str]], str]],
) -> list[tuple[tuple[str, tuple[str, str, str]], list[str]]]:
    """Other ends by one end and verb, those with most first."""
    groups: defaultdict[tuple[str, tuple[str, str, str]], list[str]] = defaultdict(list)
    for key, other in pairs:
        groups[key].append(other)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def _phrase(sources: Sequence[str], verb: tuple[str, str, str], targets: Sequence[str]) -> str:
    one, many, ending = verb
    text = f"{listed(sources, 4)} {one if len(sources) == 1 else many} {listed(targets, 4)}"
    return f"{text} {ending}" if ending else text
