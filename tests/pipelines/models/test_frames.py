"""Phrases of decision records that only speak of a service, beside alike ones that bind it."""

import pytest

from pipelines.documents.inventory import Inventory, InventoryService
from pipelines.documents.read_document import read_document
from pipelines.models.rules import read_by_rules

ESTATE = Inventory(
    (
        InventoryService("orders-api", "orders-api"),
        InventoryService("card-vault", "card-vault", system="payments"),
        InventoryService("ledger-core", "ledger-core", system="payments"),
    )
)


def affected(decision: str, context: str = "Words.", front_matter: str = "", *, incident: bool = False) -> set[str]:
    text = f"{front_matter}# Queues\n\n## Context\n\n{context}\n\n## Decision\n\nWe will use queues. {decision}\n"
    found = read_by_rules(read_document("docs/adr/0001-queues.md", text), ESTATE, None, incident=incident)
    return {claim.service for claim in found.services}


@pytest.mark.parametrize(
    "sentence",
    [
        "We leave orders-api as it is.",
        "Nothing has to be done in orders-api.",
        "No migration is planned for the orders-api service.",
        "For orders-api there is no change.",
        "Orders API may safely disregard this.",
        "The orders API is deliberately left out.",
        "orders-api already complies and needs no work.",
        "This is not applicable to orders-api.",
        "Neither ours nor orders-api is affected.",
        "orders-api was examined and found healthy.",
        "orders-api: no impact.",
        "The present set-up of orders-api is kept.",
        "Our own code is unchanged, and so is orders-api.",
        "This has no influence on orders-api.",
        "Separate rules are in place for orders-api.",
        "orders-api is covered by another record.",
        "For orders-api, see ADR-7.",
        "orders-api may keep its present format.",
        "orders-api won't be touched.",
        "Na orders-api nada muda.",
        "O serviço orders-api segue como está.",
        "Isso não se aplica ao serviço orders-api.",
    ],
)
def test_service_that_is_left_alone_is_not_affected(sentence: str) -> None:
    assert affected(sentence) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "The idea to extend orders-api was turned down.",
        "Placing it in orders-api would need a second hop.",
        "Hosting the rules in orders-api was discarded.",
        "If we had used orders-api, two teams would wait.",
        "orders-api was examined too, but it lacks the data.",
        "We keep it here instead of asking orders-api.",
        "orders-api lost against the queue.",
        "We will not rely on orders-api for this.",
        "We gave up the plan to use orders-api.",
        "The alternatives included letting orders-api own it.",
        "Uma opção seria esperar por orders-api.",
        "A ideia de usar orders-api foi descartada.",
    ],
)
def test_service_of_an_option_in_the_running_text_is_not_affected(sentence: str) -> None:
    assert affected(sentence) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "What suits orders-api is of no use to us.",
        "orders-api solved it in another way.",
        "The method chosen by orders-api is older.",
        "The question arose in a talk with orders-api.",
        "A failed experiment in orders-api showed little.",
        "The engineers behind orders-api gave a talk.",
        "A retrospectiva da orders-api foi longa.",
        "Não fazemos como a orders-api faz.",
    ],
)
def test_comparison_and_story_bind_nobody(sentence: str) -> None:
    assert affected("", context=sentence) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "Instead of polling, orders-api subscribes.",
        "Without exception, orders-api logs each attempt.",
        "orders-api keeps its own copy of prices.",
        "orders-api has no access to raw data any longer.",
        "orders-api does not store card numbers any more.",
        "We considered two ways and chose queues for orders-api.",
        "The engineers behind orders-api must rotate the keys.",
        "No synchronous calls are allowed in orders-api.",
        "Consumers such as orders-api have to follow.",
        "Nobody but orders-api may write this table.",
        "Neither orders-api nor its callers may wait for ever.",
        "orders-api is exempt from the freeze and deploys at any time.",
        "Requests to orders-api without a token are rejected.",
        "orders-api must not call others without a limit.",
        "O limite de dois segundos vale na orders-api.",
    ],
)
def test_words_alike_that_decide_on_the_service_bind_it(sentence: str) -> None:
    assert affected(sentence) == {"orders-api"}


@pytest.mark.parametrize(
    "words",
    [
        "The payments domain", "All services of the payments domain", "The payment bounded context", "Every service in payments",
        'The "payments" area', "The orders and payments domains", "The payments squad's services", "O domínio de payments", "Todos os serviços do subsistema payments",
    ],
)  # fmt: skip
def test_domain_means_all_its_services(words: str) -> None:
    assert affected(f"{words} must use queues.") == {"card-vault", "ledger-core"}


@pytest.mark.parametrize(
    "sentence",
    [
        "We leave everything in the payments domain alone.",
        "Unlike all services of the payments domain, we start small.",
        "All payments services are out of scope.",
        "No payments are lost.",
        "Customers make payments in any system.",
    ],
)
def test_domain_that_is_left_alone_or_no_domain_binds_nobody(sentence: str) -> None:
    assert affected(sentence) == set()


def test_context_of_a_record_that_states_its_scope_binds_nobody_else() -> None:
    scope = "---\napplies_to: [ledger-core]\n---\n"
    assert affected("", context="orders-api calls us twice a second.") == {"orders-api"}
    assert affected("", context="orders-api calls us twice a second.", front_matter=scope) == set()


def test_sentence_may_begin_with_a_name_in_small_letters() -> None:
    assert affected("This is not for everyone. orders-api must follow.") == {"orders-api"}
    assert affected("ledger-core must follow. orders-api is not affected.") == {"ledger-core"}


def test_in_a_postmortem_the_same_words_tell_what_broke() -> None:
    text = "# Outage\n\n## Impact\n\nThe dashboards of orders-api were empty, and orders-api was down.\n"
    found = read_by_rules(read_document("docs/postmortems/1.md", text), ESTATE, None, incident=True)
    assert {claim.service for claim in found.services} == {"orders-api"}


def test_broker_is_affected_where_the_title_is_about_it_and_not_where_others_use_it() -> None:
    inventory = Inventory((*ESTATE.services, InventoryService("kafka", "kafka", role="broker")))

    def found(text: str) -> set[str]:
        document = read_document("docs/adr/0001-queues.md", text)
        return {claim.service for claim in read_by_rules(document, inventory, None, incident=False).services}

    assert found("# Queues\n\n## Decision\n\norders-api will publish to Kafka.\n") == {"orders-api"}
    assert found("# Upgrade Kafka\n\n## Decision\n\norders-api will follow.\n") == {"orders-api", "kafka"}
    assert found("# Queues\n\n## Decision\n\nWe will run Kafka in three zones.\n") == {"kafka"}


def test_names_that_start_alike_are_a_domain_where_the_text_calls_them_so() -> None:
    names = ("payments-intake", "payments-vault", "orders-api", "cart", "mailer-one", "seats")
    inventory = Inventory(tuple(InventoryService(name, name) for name in names))

    def found(decision: str) -> set[str]:
        document = read_document("docs/adr/0001-queues.md", f"# Queues\n\n## Decision\n\n{decision}\n")
        return {claim.service for claim in read_by_rules(document, inventory, None, incident=False).services}

    assert found("All services of the payments domain must use queues.") == {"payments-intake", "payments-vault"}
    assert found("Our payments systems use queues.") == set()
    assert found("The mailer domain must use queues.") == set()


def test_name_inside_a_domain_is_not_a_mention_of_its_own() -> None:
    inventory = Inventory((InventoryService("payments-api", "payments-api", system="payments"), *ESTATE.services))
    document = read_document(
        "docs/adr/0001-queues.md", "# Queues\n\n## Decision\n\nWe leave everything in the payments domain alone.\n"
    )
    assert read_by_rules(document, inventory, None, incident=False).services == ()
