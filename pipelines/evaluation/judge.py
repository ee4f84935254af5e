"""Faithfulness and answer relevancy as ragas defines them, judged by the configured model.

Faithfulness: the share of the answer's claims that its context bears out. Answer relevancy: the mean cosine between the
question and questions that the model makes up for the answer; 0 for an answer that says nothing.
https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/faithfulness/ and …/answer_relevance/
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pipelines.asking.answer import Answer
from pipelines.asking.word_answer import WordingError, Write
from prompts.prompt import Prompt, fence

if TYPE_CHECKING:
    from pipelines.models.embeddings import Embedder

_QUESTIONS = 3


def make_judge(
    write: Write, claims: Prompt, made_up: Prompt, embedder: "Embedder | None"
) -> Callable[[Answer], Mapping[str, float]]:
    """Judges an answer; a figure that the model gives no usable reply for is left out."""

    def judge(answer: Answer) -> Mapping[str, float]:
        figures = {
            "faithfulness": faithfulness(write, claims, answer),
            "answer_relevancy": relevancy(write, made_up, embedder, answer),
        }
        return {name: value for name, value in figures.items() if value is not None}

    return judge


def faithfulness(write: Write, prompt: Prompt, answer: Answer) -> float | None:
    """Share of claims that the context bears out; None where the reply holds no verdicts."""
    context = "\n".join(
        [
            *answer.fragment,
            *(f"[{each.number}] {each.repo}:{each.path}:{each.line} {each.quote}" for each in answer.citations),
        ]
    )
    verdicts = _reply(write, prompt, text=answer.text, context=context)
    if not isinstance(verdicts, list) or not verdicts:
        return None
    return sum(bool(each.get("supported")) for each in verdicts if isinstance(each, dict)) / len(verdicts)


def relevancy(write: Write, prompt: Prompt, embedder: "Embedder | None", answer: Answer) -> float | None:
    """Mean cosine of the question and the questions made up for its answer."""
    if embedder is None:
        return None
    made_up = _reply(write, prompt, text=answer.text)
    questions = (
        [each for each in made_up if isinstance(each, str) and each.strip()][:_QUESTIONS]
        if isinstance(made_up, list)
        else []
    )
    if not questions:
        return None
    asked = embedder.embed_query(answer.question)
    return sum(float(asked @ embedder.embed_query(question)) for question in questions) / len(questions)


def _reply(write: Write, prompt: Prompt, **texts: str) -> object:
    """The JSON list in a reply, None where there is none."""
    values = {}
    for name, text in texts.items():
        opening, closing = fence(text)
        values[name] = f"{opening}\n{text}\n{closing}"
    try:
        reply = write(prompt.fill("system"), prompt.fill("user", **values), lambda _: None)
        found = re.search(r"\[.*\]", reply, re.S)
        return json.loads(found[0]) if found else None
    except (WordingError, ValueError):
        return None
