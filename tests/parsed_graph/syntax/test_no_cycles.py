"""What a file leaves behind: nothing of ours that only the garbage collector can free, for that would keep its tree until it comes."""

import gc
from pathlib import Path

import pytest

from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts

FIXTURES = Path(__file__).parents[2] / "fixtures" / "parsers"
SUFFIXES = (".java", ".kt", ".scala", ".py", ".js", ".ts", ".go", ".cs", ".php", ".rb", ".rs")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_reading_leaves_no_cycles(suffix: str) -> None:
    files = sorted(FIXTURES.glob(f"*/*/repo/**/*{suffix}"))[:15]
    artefacts = [Artefact(file.as_posix().partition("/repo/")[2], file.read_bytes()) for file in files]
    assert artefacts
    for artefact in artefacts:
        artefact_facts(artefact)  # Builds what is kept for good.
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for artefact in artefacts:
            artefact_facts(artefact)
        gc.collect()
        left = {type(thing).__qualname__ for thing in gc.garbage if type(thing).__module__.startswith("parsed_graph")}
        assert left == set()
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
