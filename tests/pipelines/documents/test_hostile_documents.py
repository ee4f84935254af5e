"""Documents made to hurt: nothing crashes, nothing takes long, whatever the text."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelines.documents.evidence import EvidenceIndex
from pipelines.documents.find_documents import DocumentKind
from pipelines.documents.inventory import Inventory, InventoryService
from pipelines.documents.parse_document import parse_document
from pipelines.documents.read_document import read_document
from pipelines.models.rules import read_by_rules

ESTATE = Inventory(
    tuple(InventoryService(name, name) for name in ("orders", "orders-api", "gateway", "ledger-service"))
)
SIZE = 1_000_000
HOSTILE = {
    "one letter": "a" * SIZE,
    "short lines": "a\n" * (SIZE // 2),
    "open brackets": "[a" * (SIZE // 2),
    "emphasis": "**a" * (SIZE // 3),
    "backticks": "`a" * (SIZE // 2),
    "nested quotes": "> " * (SIZE // 2),
    "nested lists": "\n".join("  " * min(i, 400) + "- a" for i in range(1200)),
    "headings": "# a\n" * (SIZE // 4),
    "labels": "**Impact**: a\n\n" * (SIZE // 15),
    "cells": "|a" * (SIZE // 2),
    "comments": "<!--" * (SIZE // 4),
    "templates": "<%" * (SIZE // 2),
    "dots": "." * SIZE,
    "numbers": "ADR 1, " * (SIZE // 7),
    "names": "orders-" * (SIZE // 7),
    "sentences": "The orders api will be changed.\n\n" * (SIZE // 33),
    "cues": "unlike the the the " * (SIZE // 19),
    "capitals": "Open Policy Agent " * (SIZE // 18),
    "definitions": "[a]: /x\n" * (SIZE // 8),
}


def read_all(path: str, text: str) -> None:
    document = read_document(path, text)
    for kind in (DocumentKind.ADR, DocumentKind.INCIDENT):
        parse_document(document, kind, "id", path, text)
        read_by_rules(document, ESTATE, 0, incident=kind is DocumentKind.INCIDENT)
    EvidenceIndex(document).line_of("nothing of the kind")


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_megabyte_of_nonsense_takes_seconds_at_most(name: str) -> None:
    started = time.process_time()
    read_all("docs/adr/0001-x.md", f"# 1. T\n\n## Decision\n\n{HOSTILE[name]}")
    assert time.process_time() - started < 8


@pytest.mark.parametrize("suffix", [".adoc", ".rst", ".html.md.erb"])
@pytest.mark.parametrize("name", ["short lines", "cells", "templates", "open brackets"])
def test_other_formats_are_as_sturdy(name: str, suffix: str) -> None:
    started = time.process_time()
    read_all(f"docs/adr/0001-x{suffix}", f"T\n=\n\nDecision\n--------\n\n{HOSTILE[name]}")
    assert time.process_time() - started < 8


def test_a_cut_document_says_so() -> None:
    text = "# 1. T\n\n" + "word " * 200_000
    parsed = parse_document(read_document("adr/0001-t.md", text), DocumentKind.ADR, "id", "adr/0001-t.md", text)
    assert [problem.reason for problem in parsed.problems] == ["too-large"]


PIECES = st.sampled_from(
    ["# ", "## Decision\n", "\n", "\n\n", "- ", "  - ", "1. ", "> ", "|a|b|\n|-|-|\n", "```\n", "**Impact**: ", "[x](y.md)", "[", "](", "`", "~~", "<!--", "-->",
     "---\n", "status: a\n", ": ", "ADR-1", "orders", "the gateway", "e.g. ", "unlike ", "Açõés 😀", "\t", "\\", "&amp;", "http://x/orders-api", "== ", "::", ".. _a: b", "superseded by "]
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=60),
    st.sampled_from([".md", ".adoc", ".rst", ".mdx", ".html.md.erb"]),
)
def test_any_text_is_read_without_an_error(pieces: list[str], suffix: str) -> None:
    read_all(f"docs/adr/0001-x{suffix}", "".join(pieces).replace("\r", "\n"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.one_of(PIECES, st.sampled_from(["The orders api will change. ", "We will move the ledger. "])), max_size=60
    )
)
def test_every_quote_of_the_rules_stands_in_the_document(pieces: list[str]) -> None:
    document = read_document("docs/adr/0001-x.md", "# 1. T\n\n## Decision\n\n" + "".join(pieces))
    evidence = EvidenceIndex(document)
    found = read_by_rules(document, ESTATE, None, incident=False)
    assert [c.evidence for c in (*found.services, *found.decisions) if evidence.line_of(c.evidence) is None] == []
