"""Lets a model word an answer that the graph has worked out, and keeps only what a source holds."""

import queue
import re
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace

from parsed_graph.errors import EstateError
from pipelines.asking.answer import Answer
from pipelines.asking.checked_text import CheckedText
from pipelines.asking.citation import Citations
from pipelines.asking.finding import Finding
from pipelines.asking.scope import Scope
from prompts.prompt import Prompt, fence

_UNIT = 1_600
_REWORDED = 300
Write = Callable[[str, str, Callable[[str], None]], str]
"""From instructions, a question and a place for pieces of text to the whole reply. Raises WordingError."""


class WordingError(Exception):
    """No usable reply; its text is the reason."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A model that writes, its name, and the prompt it gets. `route_prompt` asks it to reword a question."""

    write: Write
    identity: str
    prompt: Prompt
    route_prompt: Prompt


def word_answer(scope: Scope, finding: Finding, composed: Answer, wording: Wording) -> Generator[str, None, Answer]:
    """Pieces of the worded text; the answer with it at the end, or the composed one where the model gives nothing to keep."""
    citations = Citations(scope.view)
    facts = _facts(scope, finding, composed, citations)
    opening, closing = fence(facts)
    user = wording.prompt.fill("user", question=composed.question, opening=opening, facts=facts, closing=closing)
    checked = CheckedText(frozenset(citation.number for citation in citations.listed))
    kept: list[str] = []
    try:
        for piece in _pieces(wording.write, wording.prompt.fill("system"), user):
            text = checked.add(piece)
            if text:
                kept.append(text)
                yield text
        last = checked.close()
        if last:
            kept.append(last)
            yield last
    except WordingError as error:
        return replace(composed, removed=(f"no reply from {wording.identity}: {error}",))
    text = "".join(kept).strip()
    if not checked.has_source:
        reason = f"the reply of {wording.identity} cited nothing that was given to it"
        return replace(composed, removed=(*checked.removed, reason))
    used = {int(number) for number in re.findall(r"\[(\d+)\]", text)}
    cited = tuple(citation for citation in citations.listed if citation.number in used)
    return replace(composed, text=text, citations=cited, writer=wording.identity, removed=tuple(checked.removed))


def reword_question(wording: Wording, question: str) -> str:
    """The question in words that the rules know, by the model; "" where it sees none."""
    opening, closing = fence(question)
    user = wording.route_prompt.fill("user", opening=opening, question=question, closing=closing)
    try:
        reply = wording.write(wording.route_prompt.fill("system"), user, lambda _: None)
    except WordingError:
        return ""
    lines = [line.strip(" `-*") for line in reply.splitlines() if line.strip()]
    return lines[0] if len(lines) == 1 and lines[0].lower() != "lookup" and len(lines[0]) < _REWORDED else ""


def _facts(scope: Scope, finding: Finding, composed: Answer, citations: Citations) -> str:
    """Everything that the model may use: what was worked out, text units, the fragment; each with the numbers to cite."""
    lines = ["What was worked out from the graph:"]
    for statement in (finding.headline, *finding.statements):
        proof = statement.proof or (finding.edges[:3] if statement is finding.headline else ())
        numbers = [*citations.of_edges(proof, 3), *(citations.of_hit(hit) for hit in statement.hits)]
        numbers += [citations.of_place(*each) for each in statement.places[:3]]
        lines.append(f"- {statement.text} {''.join(f'[{number}]' for number in numbers)}".rstrip())
    lines += [f"- {note}" for note in finding.notes]
    if finding.hits:
        lines.append("\nTexts:")
        for hit in finding.hits:
            number = citations.of_hit(hit)
            service = f", {hit.service}" if hit.service else ""
            lines.append(f"[{number}] {hit.path}:{hit.line}{service}, {hit.title}\n{hit.text[:_UNIT]}\n")
    if composed.fragment:
        lines += ["\nThe graph around it:", *composed.fragment]
    lines.append("\nSources:")
    lines += [
        f"[{each.number}] {each.repo}:{each.path}:{each.line} {each.service} {each.owner} {each.oncall}".rstrip()
        for each in citations.listed
    ]
    return "\n".join(lines)


def _pieces(write: Write, system: str, user: str) -> Iterator[str]:
    """Runs the model beside us and gives its text as it comes; one that gives no pieces gives its whole reply."""
    pieces: queue.Queue[str | None] = queue.Queue()
    outcome: list[str | WordingError | EstateError] = []

    def run() -> None:
        try:
            outcome.append(write(system, user, pieces.put))
        except (WordingError, EstateError) as error:
            outcome.append(error)
        finally:
            pieces.put(None)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    came = False
    while (piece := pieces.get()) is not None:
        came = True
        yield piece
    thread.join()
    if not outcome:
        raise WordingError("the model failed")
    reply = outcome[0]
    if not isinstance(reply, str):
        raise reply
    if not came:
        yield reply
