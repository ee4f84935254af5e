"""The questions that the command line, HTTP and MCP share: what is asked, its value for machines, its text for people.

Each function takes a view and the arguments of the command of its name, calls one query and formats what it returns. Raises
QueryError for a name that is unknown or means several nodes. Imports stand inside: the command line answers one question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parsed_graph.queries.cypher import Value
    from parsed_graph.schema import Kind
    from parsed_graph.snapshot.run_report import RunRecord
    from parsed_graph.view import View
    from pipelines.asking.answer import Answer
    from pipelines.asking.ask_parts import AskParts


@dataclass(frozen=True, slots=True)
class Answered:
    """`value` is made of dataclasses, mappings and lists; `say` writes the same for people to standard output."""

    value: object
    say: Callable[[], None]


def show(view: View, node: str) -> Answered:
    """A node with its edges and evidence, a record with what it decides, or a community with its report."""
    from parsed_graph.queries.show import find_card
    from pipelines.documents.find_record import record_meant
    from pipelines.serving.find_community import community_meant

    community = community_meant(view, node)
    if community is not None:
        from pipelines.serving.render_communities import card_json, say_community

        return Answered(card_json(community), lambda: say_community(view, community))
    record = record_meant(view, node)
    if record is not None:
        from pipelines.documents.describe_record import describe_decision_record
        from pipelines.serving.render_record import record_json, say_record

        described = describe_decision_record(view, record.node.id)
        assert described is not None
        return Answered(record_json(find_card(view, record.node.id), described), lambda: say_record(described))
    from pipelines.serving.render_card import say_card

    card = find_card(view, node)
    return Answered(card, lambda: say_card(view, card))


def path(view: View, source: str, target: str, limit: int, kinds: Iterable[Kind]) -> Answered:
    """The shortest paths from one node to another."""
    from parsed_graph.queries.path import find_paths
    from pipelines.serving.render_paths import say_paths

    found = find_paths(view, source, target, limit, kinds)
    return Answered(found, lambda: say_paths(view, found))


def consumers(view: View, topic: str) -> Answered:
    """Who consumes a topic or an event."""
    from parsed_graph.queries.consumers import find_consumers
    from pipelines.serving.render_lists import consumers_json, say_consumers

    found = find_consumers(view, topic)
    return Answered(consumers_json(found), lambda: say_consumers(view, found))


def callers(view: View, endpoint: str) -> Answered:
    """Who calls an endpoint, directly or through a gateway."""
    from parsed_graph.queries.callers import find_callers
    from pipelines.serving.render_lists import callers_json, say_callers

    found = find_callers(view, endpoint)
    return Answered(callers_json(found), lambda: say_callers(view, found))


def blast(view: View, node: str, depth: int, kinds: Iterable[Kind]) -> Answered:
    """Who is hit if a node fails, by hop."""
    from parsed_graph.queries.blast import find_blast
    from pipelines.serving.render_lists import blast_json, say_blast

    found = find_blast(view, node, kinds, depth)
    return Answered(blast_json(view, found), lambda: say_blast(view, found))


def impact_service(
    view: View, name: str, depth: int, kinds: Iterable[Kind], *, everything: bool = False, as_rows: bool = False
) -> Answered:
    """The decisions that bind a service; `as_rows` as a table has them."""
    from pipelines.impact.service import find_service_impact
    from pipelines.serving.impact_rows import service_rows
    from pipelines.serving.render_impact import say_service_impact

    found = find_service_impact(view, name, depth, kinds)
    value = list(service_rows(view, found)) if as_rows else found
    return Answered(value, lambda: say_service_impact(view, found, everything))


def impact_adr(view: View, record: str, depth: int, kinds: Iterable[Kind], *, as_rows: bool = False) -> Answered:
    """What hangs on a decision record; `as_rows` as a table has them."""
    from pipelines.impact.adr import find_adr_impact
    from pipelines.serving.impact_rows import adr_rows
    from pipelines.serving.render_impact import say_adr_impact

    found = find_adr_impact(view, record, depth, kinds)
    return Answered(list(adr_rows(view, found)) if as_rows else found, lambda: say_adr_impact(view, found))


def ask(
    view: View,
    question: str,
    parts: AskParts,
    kinds: Iterable[Kind],
    *,
    explain: bool = False,
    is_streamed: bool = False,
) -> Answered:
    """A question in plain words; `is_streamed` writes what a model says as it comes."""
    from pipelines.serving.render_answer import say_answer
    from pipelines.serving.terminal import write_piece

    is_written = False
    for piece in ask_in_pieces(view, question, parts, kinds):
        if isinstance(piece, str):
            if is_streamed:
                write_piece(piece)
                is_written = True
        else:
            answer = piece
    if is_written:
        write_piece("\n")
    is_written = is_written and answer.writer != "rules"
    return Answered(answer, lambda: say_answer(view, answer, explain=explain, is_written=is_written))


def ask_in_pieces(view: View, question: str, parts: AskParts, kinds: Iterable[Kind]) -> Iterator[str | Answer]:
    """The text of an answer in pieces as a model writes it, none without one; the whole answer comes last."""
    from pipelines.asking.answer_question import stream_answer

    return stream_answer(
        view, question, find_text=parts.finder(view), kinds=kinds, limits=parts.limits, wording=parts.wording
    )


def diff(before: View, after: View, *, everything: bool = False) -> Answered:
    """What came and went between two kept runs."""
    from parsed_graph.queries.drift import find_drift
    from pipelines.serving.render_drift import say_drift

    found = find_drift(before, after)
    return Answered(found, lambda: say_drift(found, everything))


def graph(view: View, node: str | None, depth: int) -> Answered:
    """What to draw: the surroundings of a node, or the map of services."""
    from parsed_graph.queries.service_map import service_map, surroundings
    from pipelines.serving.drawings.mermaid import mermaid
    from pipelines.serving.drawings.page import page_data
    from pipelines.serving.terminal import say

    drawing = surroundings(view, node, depth) if node else service_map(view)
    return Answered(page_data(view, drawing, node or "Service map"), lambda: say(mermaid(drawing)))


def communities(view: View, level: int | None) -> Answered:
    """The tree of communities."""
    from community.read_communities import Communities
    from pipelines.serving.render_communities import say_tree, tree_json

    found = [listed for listed in Communities(view).tree() if level is None or listed.level == level]
    return Answered(tree_json(found), lambda: say_tree(found))


def cypher(view: View, query: str, parameters: Mapping[str, Value], most_rows: int, seconds: float) -> Answered:
    """The rows of a read-only query."""
    from parsed_graph.queries.cypher import column_texts, run_cypher
    from pipelines.serving.terminal import say, say_table

    table = run_cypher(view, query, parameters, most_rows=most_rows, seconds=seconds)

    def say_rows() -> None:
        say_table(table.columns, column_texts(table.rows))
        say(f"{len(table.rows)} rows{', more were left out' if table.truncated else ''}", "dim")

    listed = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return Answered({"columns": table.columns, "rows": listed, "truncated": table.truncated}, say_rows)


def status(view: View, *, every: bool = False, kept: Sequence[RunRecord] = ()) -> Answered:
    """What the snapshot holds, how its run went, and where catalogue and code disagree; how kept ones grew, for who sees everything."""
    from parsed_graph.queries.catalog_drift import find_catalog_drift
    from parsed_graph.queries.status import find_status
    from pipelines.serving.render_catalog_drift import say_catalog_drift
    from pipelines.serving.render_drift import say_trend
    from pipelines.serving.render_run import run_json, say_run

    record, disagreements = find_status(view), find_catalog_drift(view)
    trend = list(kept) if view.sees_everything else []

    def say_all() -> None:
        say_run(record, every=every)
        say_catalog_drift(disagreements, every=every)
        if len(trend) > 1:
            say_trend(trend)

    kept_json = [{"number": each.number, "snapshot": each.snapshot, "counts": each.counts} for each in trend]
    return Answered({**run_json(record), "kept": kept_json, "drift": disagreements}, say_all)


def problems(view: View, reason: str = "") -> Answered:
    """What could not be used, file by file; all, or what has one reason."""
    from parsed_graph.queries.problems import find_problems
    from pipelines.serving.render_problems import say_problems

    found = find_problems(view, reason)
    return Answered(found, lambda: say_problems(found))
