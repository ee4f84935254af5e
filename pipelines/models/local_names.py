"""What only the document at hand tells about names: short forms it gives, services it links to, role words it uses."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from pipelines.documents.aliases import Alias, Strength, plural, squash
from pipelines.documents.inline import Inline
from pipelines.documents.inventory import Inventory
from pipelines.documents.name_matcher import NameMatch, NameMatcher
from pipelines.documents.ordinary_words import ROLE_NOUNS, singular

_DEFINED = re.compile(
    r"[`\"'”\u2019)]{0,2}\s?\((?:or |aka |a\.k\.a\. |ou )?[\"“`']?(?P<short>[A-Z][A-Za-z0-9]{1,7}?)s?[\"”`']?\)"
)
_VAGUE_LINK = re.compile(
    r"(?:here|this|link|see|example|docs?|documentation|pr|issue|ticket|repo(?:sitory)?|code|commit|timeline|\W*\d*\W*)$",
    re.I,
)


def local_names(texts: Iterable[Inline], inventory: Inventory) -> NameMatcher | None:
    """Names that this document gives: `Some Service (ABC)`, and the text of links to a service's repository."""
    names: list[Alias] = []
    for inline in texts:
        text = inline.text
        if "(" in text:
            for match in inventory.matcher.matches(text):
                defined = _DEFINED.match(text, match.end)
                if (
                    defined
                    and match.alias.service >= 0
                    and sum(c.isupper() for c in defined["short"]) >= 2
                    and not match.alias.ordinary
                ):
                    names += _local(defined["short"], match.alias.service, inventory)
        for link in inline.links:
            service, deep = linked_service(link.target, inventory)
            words = text[link.start : link.end]
            if service is not None and not deep and 3 <= len(words) <= 40 and not _VAGUE_LINK.match(words):
                names += _local(words, service, inventory)
    return NameMatcher(names) if names else None


def _local(words: str, service: int, inventory: Inventory) -> Iterator[Alias]:
    key = squash(words)
    if key and key not in inventory.by_key:
        yield Alias(key, service, Strength.SHORT, len(key) < 3)
        if not key.endswith("s"):
            yield Alias(key + "s", service, Strength.SHORT, len(key) < 3)


_DEEP = re.compile(
    r"/(?:blob|tree|pulls?|issues?|commits?|releases|actions|merge_requests|wiki|discussions|archives)(?:/|$)"
)


def linked_service(target: str, inventory: Inventory) -> tuple[int | None, bool]:
    """The service whose name is a folder or repository of the link, and whether the link goes deeper than to its root."""
    try:
        parts = urlsplit(target) if target.startswith(("http://", "https://")) else None
    except ValueError:  # such as an address in brackets that never close
        return None, False
    path = unquote(parts.path if parts else target.split("#")[0])
    deep = bool(parts and (parts.fragment or _DEEP.search(path)))
    for segment in path.strip("/").split("/")[:8]:
        service = inventory.by_key.get(squash(segment.removesuffix(".git"))) if len(segment) > 3 else None
        if service is not None and (
            parts is None or "-" in segment or parts.netloc.startswith(("github.", "gitlab.", "bitbucket."))
        ):
            return service, deep or parts is None
    return None, deep


class RoleWords:
    """Which service a role word means in this document: "the operator" is the one whose other words stand around it."""

    def __init__(self, inventory: Inventory, text: str) -> None:
        self._inventory = inventory
        self._text = text
        self._meant: dict[tuple[str, int], int | None] = {}
        self._words: Counter[str] | None = None

    def resolve(self, match: NameMatch) -> NameMatch | None:
        """The match with its service, None where the document does not say which one."""
        alias = match.alias
        if (
            not alias.ordinary
            or len(alias.parts) > 1
            or (alias.strength is not Strength.HEAD and alias.key not in ROLE_NOUNS)
        ):
            return match
        key = (alias.key, alias.service)
        if key not in self._meant:
            self._meant[key] = self._choose(alias)
        meant = self._meant[key]
        if meant is None:
            return None
        return match if meant == alias.service else replace(match, alias=replace(alias, service=meant))

    def _choose(self, alias: Alias) -> int | None:
        rivals = self._inventory.by_head.get(alias.key, ())
        if len(rivals) < 2 and alias.strength is Strength.NAME:
            return alias.service
        counts = sorted(((self._count(rival), rival) for rival in rivals or (alias.service,)), reverse=True)
        anchored = counts[0][0] > 1 or not self._inventory.anchors[counts[0][1]]
        if len(counts) == 1:
            return counts[0][1] if anchored else None
        clear = counts[0][0] >= 3 and counts[0][0] >= 2 * counts[1][0]
        if clear:
            return counts[0][1]
        return alias.service if alias.service >= 0 and alias.strength is Strength.NAME else None

    def _count(self, service: int) -> int:
        if self._words is None:
            self._words = Counter(re.findall(r"[^\W_]+", self._text.lower()))
        forms = {form for word in self._inventory.anchors[service] for form in (word, singular(word), plural(word))}
        return sum(self._words[form] for form in forms)
