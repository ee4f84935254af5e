"""Answers over the small estate of tests/small_estate.py, whose edges are listed there."""

from pathlib import Path

import pytest

from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import Principal, View
from pipelines.asking.answer import Answer
from pipelines.asking.answer_question import answer_question
from tests.small_estate import view_of, write_shop


@pytest.fixture
def view(tmp_path: Path) -> View:
    return view_of(tmp_path)


def test_consumers_are_cited_with_place_owner_and_service(view: View) -> None:
    answer = answer_question(view, "Who consumes orders-events?")
    assert answer.nodes == ("service:mail",)
    assert answer.text.splitlines()[0] == "1 service consumes Topic(orders-events): mail."
    assert "[1]" in answer.text
    citation = answer.citations[0]
    assert (citation.repo, citation.path, citation.line) == ("shop", "src/Client.java", 12)
    assert (citation.service, citation.owner) == ("service:mail", "team-mail")


def test_a_consumer_edge_joins_service_and_topic(view: View) -> None:
    [edge] = answer_question(view, "Who consumes orders-events?").edges
    assert (edge.source, edge.type, edge.target) == ("service:mail", "CONSUMES", "topic:kafka:orders-events")
    assert edge.via == "subscription:mail:mailer"


@pytest.mark.parametrize(
    ("question", "nodes"),
    [
        ("Who calls orders?", ("service:storefront",)),
        ("What does orders call?", ()),
        ("By which services is orders called?", ("service:storefront",)),
        ("What does storefront call?", ("service:orders",)),
        ("Which services are called by storefront?", ("service:orders",)),
        ("What does orders depend on?", ("database:orders-db", "service:config-server")),
        ("Who uses orders-db?", ("service:orders",)),
        ("Which endpoints does orders expose?", ("endpoint:orders:GET /orders/{}",)),
    ],
)
def test_both_directions_of_a_verb_are_kept_apart(view: View, question: str, nodes: tuple[str, ...]) -> None:
    assert answer_question(view, question).nodes == nodes


def test_a_path_lists_its_stations(view: View) -> None:
    answer = answer_question(view, "How does storefront reach mail?")
    assert answer.path == ("service:storefront", "service:orders", "service:mail")


def test_a_blast_radius_counts_hops(view: View) -> None:
    answer = answer_question(view, "If orders-db dies, who suffers?")
    assert answer.nodes == ("service:orders", "service:mail", "service:storefront")
    assert "at once orders; at hop 2 mail and storefront" in answer.text


def test_a_no_says_where_it_looked_and_what_comes_nearest(view: View) -> None:
    answer = answer_question(view, "Does orders call storefront?")
    assert answer.yes_no == "no"
    assert "The other way round there is Service(storefront) --DEPENDS_ON" in answer.text
    assert "Looked at DEPENDS_ON (http, grpc) edges in all layers" in answer.text
    assert "from confidence 0.5 on" in answer.text


def test_a_question_with_not_turns_the_answer_round(view: View) -> None:
    assert answer_question(view, "Is it true that orders does not call storefront?").yes_no == "yes"


def test_an_indirect_way_is_named_in_a_no(view: View) -> None:
    answer = answer_question(view, "Does storefront use orders-db?")
    assert answer.yes_no == "no"
    assert "Indirectly: Service(storefront)" in answer.text


def test_nothing_is_guessed_for_a_name_that_is_not_there(view: View) -> None:
    answer = answer_question(view, "Does billing-engine call orders?")
    assert (answer.yes_no, answer.nodes, answer.edges) == ("unknown", (), ())
    assert "No service, topic, event, database or team is called “billing-engine”." in answer.text


def test_a_misspelt_name_is_taken_with_its_margin(view: View) -> None:
    answer = answer_question(view, "Who consumes order-events?")
    assert answer.nodes == ("service:mail",)
    assert "“order-events” was taken for Topic(orders-events)" in answer.text
    assert answer.entities[0].how == "fuzzy"


def test_a_confidence_below_the_views_does_not_count(view: View) -> None:
    assert answer_question(view, "Does mail depend on storefront?").yes_no == "no"


def test_nothing_hidden_is_named(tmp_path: Path) -> None:
    view = View(open_snapshot(write_shop(tmp_path)), Principal("guest", frozenset({"service:mail"})))
    for question in (
        "Who consumes orders-events?",
        "Does mail depend on orders?",
        "Who is hit if orders fails?",
        "List all services",
        "Who depends on maill?",
    ):
        assert "Service(mail)" not in _everything(answer_question(view, question))


def _everything(answer: Answer) -> str:
    return repr(answer).replace(answer.question, "")


def test_a_rank_counts_every_node_of_a_kind(view: View) -> None:
    answer = answer_question(view, "Which service has the most dependents?")
    assert answer.nodes == ("service:orders",)
    assert answer.count == 2


def test_a_bound_picks_those_above_it(view: View) -> None:
    assert answer_question(view, "Which services have at least 2 dependencies?").nodes == ("service:orders",)


def test_groups_add_up_to_all(view: View) -> None:
    answer = answer_question(view, "How many services per team?")
    assert answer.count == 4
    assert "none 1" in answer.text


def test_a_question_for_those_that_do_not_gets_all_the_others(view: View) -> None:
    answer = answer_question(view, "Which services do not depend on orders?")
    assert answer.nodes == ("service:config-server",)


def test_both_means_all_of_them(view: View) -> None:
    assert answer_question(view, "Which services depend on both orders-db and config-server?").nodes == (
        "service:orders",
    )
    assert answer_question(view, "Which services depend on both orders and orders-db?").nodes == ()


def test_a_name_that_would_narrow_and_is_not_there_is_said_to_be_unknown(view: View) -> None:
    answer = answer_question(view, "Which services of team-mail depend on orders?")
    assert (answer.nodes, answer.text.split("”")[0]) == (
        (),
        "No service, topic, event, database or team is called “team-mail",
    )


def test_what_is_not_called_is_all_but_what_is(view: View) -> None:
    assert answer_question(view, "Which services does storefront not call?").nodes == (
        "service:config-server",
        "service:mail",
    )


def test_two_that_fail_together_are_left_out_of_what_they_hit(view: View) -> None:
    answer = answer_question(view, "If both orders and orders-db fail, who is hit?")
    assert answer.nodes == ("service:mail", "service:storefront")


def test_what_only_one_needs_is_what_nothing_else_needs(view: View) -> None:
    answer = answer_question(view, "Which databases are only used by orders?")
    assert answer.nodes == ("database:orders-db",)
