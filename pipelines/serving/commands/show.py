"""`show`: a node, what is next to it, and where that is written; a decision record; or a community and its report."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "show",
    cls=ExampledCommand,
    short_help="A node, what is next to it, and where that is written.",
    examples=(
        "estategraph show orders",
        "estategraph show 'GET /orders/{id}'",
        "estategraph show 'Topic(orders-events)'",
        "estategraph show ADR-5",
        "estategraph show 'orders subsystem'",
    ),
)
@click.argument("node")
@confidence_option
@query_options
def command(node: str, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Show NODE with its edges and their evidence, or a community with its report.

    NODE is an id, a name, an alias, a route or `Label(name)`; of a decision record or postmortem also its number, its
    file name or words of its title; of a community its id, its title or its system, with the word `subsystem` where a
    node goes by the same name.
    """
    from parsed_graph.queries.show import find_card
    from pipelines.documents.find_record import record_meant
    from pipelines.serving.as_json import print_json
    from pipelines.serving.find_community import community_meant
    from pipelines.serving.render_card import say_card

    view = open_view(settings, output, confidence)
    community = community_meant(view, node)
    if community is not None:
        from pipelines.serving.render_communities import card_json, say_community

        print_json(card_json(community)) if as_json else say_community(view, community)
        return
    record = record_meant(view, node)
    if record is not None:
        from pipelines.documents.describe_record import describe_decision_record
        from pipelines.serving.render_record import record_json, say_record

        described = describe_decision_record(view, record.node.id)
        assert described is not None
        print_json(record_json(find_card(view, record.node.id), described)) if as_json else say_record(described)
        return
    card = find_card(view, node)
    print_json(card) if as_json else say_card(view, card)
