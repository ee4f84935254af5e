"""The sixty questions of the example, without a model."""

from pathlib import Path

from parsed_graph.view import View
from pipelines.asking.answer_question import answer_question
from pipelines.asking.ask_parts import open_parts
from pipelines.evaluation.evaluate import evaluate
from pipelines.evaluation.question_set import read_questions

QUESTIONS = Path(__file__).parents[3] / "examples" / "shop" / "questions.yaml"


def test_the_sixty_questions_of_the_example_are_answered_right(shop: View, shop_output: Path) -> None:
    parts = open_parts(None, shop_output)
    find_text = parts.finder(shop)
    found = evaluate(
        shop, "shop", read_questions(QUESTIONS), lambda text: answer_question(shop, text, find_text=find_text)
    )
    figures = found.rows[-1].figures
    assert [(miss.question.id, miss.because) for miss in found.misses] == []
    assert (figures["edge_recall"], figures["edge_precision"], figures["path_distance"], figures["refusal"]) == (
        1,
        1,
        0,
        1,
    )
    assert figures["mrr"] >= 0.9
    assert figures["citation_validity"] == 1


def test_the_set_holds_at_least_six_questions_of_each_intent_and_eight_in_portuguese() -> None:
    questions = read_questions(QUESTIONS)
    by_intent = [sum(each.intent == intent for each in questions) for intent in {each.intent for each in questions}]
    assert (len(questions), len(by_intent), min(by_intent) >= 6) == (60, 8, True)
    assert sum(question.language == "pt" for question in questions) >= 8


def test_filters_narrow_neighbours_as_they_narrow_lists(shop: View) -> None:
    wanted = {
        "Which Java services call payments?": {"service:orders-api"},
        "Which services in the catalogue system depend on redis?": {"service:pricing"},
        "Which services outside the orders system call orders-api?": {"service:gateway", "service:notifications"},
        "Which services of web-team depend on payments?": {"service:notifications"},
        "Which external systems does notifications call?": {"service:postbox"},
        "Which services depend on both payments and inventory?": {"service:orders-api"},
    }
    assert {question: set(answer_question(shop, question).nodes) for question in wanted} == wanted


def test_a_product_stands_for_all_nodes_of_it(shop: View) -> None:
    users = answer_question(shop, "Which services use PostgreSQL?")
    assert set(users.nodes) == {"service:orders-api", "service:payments", "service:inventory"}
    assert answer_question(shop, "Which services use Cassandra?").nodes == ()
    assert "called “Cassandra”" in answer_question(shop, "Which services use Cassandra?").text


def test_what_is_said_of_every_service_or_of_two_must_hold_of_each(shop: View) -> None:
    wanted = {
        "Do all services use Kafka?": "no",
        "Are pricing and fraud both using Redis?": "yes",
        "Are pricing and catalog both using Redis?": "no",
        "Would a redis outage take down the gateway?": "yes",
        "Would a gateway outage take down redis?": "no",
    }
    assert {question: answer_question(shop, question).yes_no for question in wanted} == wanted


def test_what_is_lacking_is_counted_or_left_to_the_texts(shop: View) -> None:
    assert set(answer_question(shop, "Which services have no dependents?").nodes) == {
        "service:notifications",
        "service:storefront",
    }
    assert answer_question(shop, "Which services have no manners?").nodes == ()


def test_two_services_share_what_both_use_and_call_each_others_endpoints(shop: View) -> None:
    assert answer_question(shop, "Does pricing share a database with fraud?").yes_no == "yes"
    assert answer_question(shop, "Do orders-api and payments share a database?").yes_no == "no"
    called = answer_question(shop, "Which endpoints of catalog are called by shipping?")
    assert called.nodes == ("endpoint:catalog:GET /v1/products/{}",)


def test_what_goes_on_working_is_the_other_half_of_what_is_hit(shop: View) -> None:
    wanted = {
        "Can payments work without fraud?": "no",
        "Does payments stop working without fraud?": "yes",
        "Would storefront survive if notifications failed?": "yes",
        "Is pricing unaffected if notifications is down?": "yes",
    }
    assert {question: answer_question(shop, question).yes_no for question in wanted} == wanted
    survivors = {"service:config-server", "service:fraud", "service:payments"}
    assert set(answer_question(shop, "Which services would survive if catalog failed?").nodes) == survivors
