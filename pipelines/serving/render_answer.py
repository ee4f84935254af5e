"""An answer on the terminal: the text, its sources, and on request how it was found."""

from parsed_graph.view import View
from pipelines.asking.answer import Answer
from pipelines.asking.citation import Citation
from pipelines.serving.citations import namer
from pipelines.serving.terminal import say

_SOURCES = 40


def say_answer(view: View, answer: Answer, *, explain: bool = False, is_written: bool = False) -> None:
    """`is_written`: the text is on the terminal already."""
    if not is_written:
        head, _, rest = answer.text.partition("\n")
        say(head, "bold")
        if rest:
            say(rest)
    if answer.citations:
        say()
    shown = namer(view)
    for citation in answer.citations[:_SOURCES]:
        say(_source(citation, shown(citation.service) if citation.service else ""), "dim")
    if len(answer.citations) > _SOURCES:
        say(f"and {len(answer.citations) - _SOURCES} more sources; --json lists them all", "dim")
    for removed in answer.removed:
        say(f"taken out: {removed}", "yellow")
    if explain:
        say_explanation(view, answer)


def say_explanation(view: View, answer: Answer) -> None:
    """Intent, entities, plan, hits with ranks, edges used."""
    say()
    say(
        f"intent     {answer.intent} ({answer.operation}), {answer.strategy}{'' if answer.is_routed_surely else ', by its words alone'}",
        "cyan",
    )
    for entity in answer.entities:
        sure = f"{entity.how}, score {entity.score:g}, margin {entity.margin:g}"
        say(f"entity     {entity.text!r} is {', '.join(entity.ids[:5]) or entity.kind}  ({sure})", "cyan")
    for step in answer.plan:
        say(f"plan       {step}", "cyan")
    for place, hit in enumerate(answer.hits, 1):
        ranks = ", ".join(f"{name} {rank}" for name, rank in hit.ranks.items())
        where = f"{hit.path}:{hit.line}" if hit.path else hit.text_unit
        say(f"hit {place:<6} {where}  {hit.title}  score {hit.score:.4f} ({ranks})", "cyan")
    for line in answer.fragment:
        say(f"edges      {line}", "cyan")
    say(f"written by {answer.writer}, language {answer.language}", "cyan")


def _source(citation: Citation, service: str) -> str:
    known = [part for part in (citation.repo, citation.path) if part]
    place = ":".join(known) or citation.text_unit
    where = f"{place}:{citation.line}" if citation.line else place
    quote = f' "{citation.quote}"' if citation.quote else ""
    who = ", ".join(
        part for part in (service, citation.owner, f"on call {citation.oncall}" if citation.oncall else "") if part
    )
    layer = f" {citation.layer}" if citation.layer not in ("", "parsed") else ""
    sure = f" {citation.confidence:g}" if citation.confidence < 1 else ""
    return f"[{citation.number}] {where}  {citation.rule}{layer}{sure}{quote}{f'  ({who})' if who else ''}"
