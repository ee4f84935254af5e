"""Which services a document affects, by rule: sections, cues, ordinary words. English and Portuguese."""

import pytest

from pipelines.documents.inventory import Inventory, InventoryService
from pipelines.documents.read_document import read_document
from pipelines.models.rules import read_by_rules

NAMES = ("orders-service", "payments-service", "ledger", "quoting", "gateway", "grafana", "acme-portal", "things")


def estate(*extra: InventoryService) -> Inventory:
    return Inventory((*(InventoryService(name, name) for name in NAMES), *extra))


def affected(
    text: str, *, incident: bool = False, inventory: Inventory | None = None, home: int | None = None
) -> dict[str, str]:
    found = read_by_rules(read_document("docs/adr/0001-x.md", text), inventory or estate(), home, incident=incident)
    return {claim.service: claim.impact for claim in found.services}


def record(decision: str = "We will use Kafka.", context: str = "Words.", rest: str = "") -> str:
    return f"# 1. Queues\n\n## Status\n\nAccepted\n\n## Context\n\n{context}\n\n{rest}\n\n## Decision\n\n{decision}\n"


def incident(**sections: str) -> str:
    return (
        "# Outage\n\n"
        + "\n\n".join(f"## {title.replace('_', ' ')}\n\n{text}" for title, text in sections.items())
        + "\n"
    )


def test_service_that_the_decision_changes_is_direct() -> None:
    assert affected(record("The ledger will publish its events to Kafka.")) == {"ledger": "direct"}


def test_service_that_only_the_consequences_name_is_indirect() -> None:
    assert affected(record() + "\n## Consequences\n\nThe ledger reads from a topic.\n") == {"ledger": "indirect"}


def test_service_of_a_rejected_option_is_only_mentioned() -> None:
    rest = "## Considered Options\n\n### Reuse the ledger\n\nWe would put it into the ledger.\n\n### Kafka\n\nNew."
    assert affected(record("Chosen option: Kafka.", rest=rest)) == {}


def test_service_of_the_chosen_option_is_affected() -> None:
    rest = "## Options\n\n### Option 1: Reuse the ledger\n\nThe ledger stores it.\n\n### Option 2: Quoting\n\nThe quoting engine stores it."
    assert affected(record("We propose Option 1.", rest=rest)) == {"ledger": "direct"}


@pytest.mark.parametrize(
    "sentence",
    [
        "We will use Kafka, unlike the ledger.",
        "We will use a library rather than the ledger.",
        "This has no impact on the ledger.",
        "The ledger is not affected.",
        "We decided against the ledger.",
        "Usaremos Kafka, ao contrário do ledger.",
        "Isso não afeta o ledger.",
        "The ledger will not be migrated.",
        "This is the same approach as in the ledger.",
        "Nothing changes for quoting and the ledger.",
        "The ledger\nwas not\naffected.",
        "The ledger behaved\nas expected.",
    ],
)
def test_contrast_negation_and_comparison_do_not_affect(sentence: str) -> None:
    assert affected(record(sentence)) == {}


def test_service_cleared_of_blame_is_not_affected() -> None:
    text = incident(
        Summary="The quoting engine was down. We first blamed the ledger.",
        Root_cause="The ledger was not the cause; a lock in quoting was.",
        Timeline="- 10:00 ledger restarted",
    )
    assert affected(text, incident=True) == {"quoting": "direct"}


def test_colon_after_not_clears_nothing() -> None:
    text = incident(Summary="A reader should cope. It does not: ledger throws on the first message, and is down.")
    assert affected(text, incident=True) == {"ledger": "direct"}


def test_service_that_failed_stays_affected_though_one_sentence_clears_it() -> None:
    text = incident(
        Summary="The ledger was down for an hour.", Root_cause="The ledger was not the cause; the network was."
    )
    assert affected(text, incident=True) == {"ledger": "direct"}


def test_tool_that_showed_the_incident_is_not_affected() -> None:
    text = incident(
        Summary="The ledger was down.",
        Timeline="- 10:00 we noticed errors in Grafana\n- 10:05 Grafana dashboard shows recovery",
    )
    assert affected(text, incident=True) == {"ledger": "direct"}


def test_suspicion_that_is_answered_no_and_who_reported_are_not_affected() -> None:
    text = incident(
        Impacto="O ledger ficou fora do ar. Nem payments nem gateway foram afetados.",
        Timeline="- 10:00 Pode ser o quoting?\n\n- 10:05 Não, o quoting não tem nada a ver com isso.",
        Detection="The acme-portal phoned.",
    )
    assert affected(text, incident=True) == {"ledger": "direct"}


def test_tool_that_failed_itself_is_affected() -> None:
    assert affected(incident(Impact="Grafana was down for an hour."), incident=True) == {"grafana": "direct"}


def test_impact_weighs_more_than_action_items() -> None:
    text = incident(Impact="The ledger returned errors.", Action_items="- Document the quoting engine")
    assert affected(text, incident=True) == {"ledger": "direct"}


def test_ordinary_word_counts_only_where_the_sentence_means_the_service() -> None:
    assert affected(record("We count the orders of a day and all things in them.")) == {}
    assert affected(record("The orders service will count them.")) == {"orders-service": "direct"}
    assert affected(record("Requests go through the `gateway`.")) == {"gateway": "direct"}


def test_ordinary_word_in_lower_case_at_the_start_of_a_sentence_is_a_name() -> None:
    text = incident(Impact="The format changed. things could not read it and stopped.")
    assert affected(text, incident=True) == {"things": "direct"}
    assert affected(incident(Impact="The format changed. Things could not be read."), incident=True) == {}


def test_ordinary_words_in_an_enumeration_of_services_count() -> None:
    assert affected(record("It changes the ledger, payments and orders.")) == {
        "ledger": "direct",
        "payments-service": "direct",
        "orders-service": "direct",
    }


def test_list_under_an_impact_label_is_read() -> None:
    text = "# Outage\n\n- **Detection**: PagerDuty\n- **Impact**:\n  - ledger\n  - quoting was slow\n- **Resolution**: restart\n"
    assert affected(text, incident=True) == {"ledger": "direct", "quoting": "direct"}


def test_table_rows_are_read() -> None:
    text = record("New limits:\n\n| Service | Limit |\n|---|---|\n| ledger | 3 |\n| quoting | 5 |\n")
    assert affected(text) == {"ledger": "direct", "quoting": "direct"}


def test_table_of_two_columns_gives_sections() -> None:
    text = "# Outage\n\n| | |\n|---|---|\n| Impact | The ledger was down |\n| Lessons learned | Look at quoting |\n"
    assert affected(text, incident=True) == {"ledger": "direct"}


def test_domain_phrase_means_the_services_of_the_system() -> None:
    inventory = estate(
        InventoryService("cards", "acme-cards", system="settlement"),
        InventoryService("wires", "acme-wires", system="settlement"),
    )
    assert affected(record("All services of the settlement domain will use Kafka."), inventory=inventory) == {
        "cards": "direct",
        "wires": "direct",
    }


def test_role_word_means_the_service_whose_name_stands_around_it() -> None:
    inventory = Inventory((InventoryService("a", "acme-operator"), InventoryService("b", "zeta-operator")))
    assert affected(record("Zeta runs in Zeta mode. The operator will watch Zeta resources."), inventory=inventory) == {
        "b": "direct"
    }


def test_acronym_that_the_document_defines_is_followed() -> None:
    text = record("FCAs will be stored.", context="A Factor Claims Archive (FCA) is old.")
    inventory = Inventory((InventoryService("a", "factor-claims-archive"),))
    assert affected(text, inventory=inventory) == {"a": "direct"}


def test_spelt_out_acronym_is_the_service() -> None:
    inventory = Inventory((InventoryService("a", "opa"),))
    assert affected(record("The Open Policy Agent will check requests."), inventory=inventory) == {"a": "direct"}


def test_link_to_a_repository_names_its_service() -> None:
    text = record("We will move it to [the new thing](https://github.com/acme/acme-portal).")
    assert affected(text) == {"acme-portal": "direct"}


def test_this_service_is_the_one_at_home() -> None:
    assert affected(record("This service will call Kafka."), home=2) == {"ledger": "direct"}


def test_record_without_a_decision_affects_nothing_that_it_merely_lists() -> None:
    assert (
        affected("# 1. Clusters\n\n## Context\n\nFragile parts:\n\n- ledger\n- quoting\n\n## Decision\n\nTBD\n") == {}
    )


def test_every_claim_carries_a_verbatim_quote_with_its_line() -> None:
    text = record("The **ledger** will publish\nits events.")
    claim = read_by_rules(read_document("a.md", text), estate(), None, incident=False).services[0]
    assert (claim.evidence, claim.line, claim.confidence) == ("The ledger will publish its events.", 15, 0.8)


def test_portuguese_postmortem_is_read() -> None:
    text = (
        "# Indisponibilidade\n\n## Impacto\n\nO serviço de pagamentos ficou indisponível.\n\n## Causa raiz\n\nO gateway não foi a causa. O ledger travou.\n\n"
        "## Ações\n\n- Documentar o quoting\n"
    )
    inventory = estate(InventoryService("pay", "pagamentos-service"))
    assert affected(text, incident=True, inventory=inventory) == {"pay": "direct", "ledger": "direct"}


def test_same_document_gives_the_same_reading() -> None:
    text = record("The ledger, quoting and the orders service will change.")
    assert [affected(text) for _ in range(3)] == [affected(text)] * 3


def test_small_letter_at_the_start_of_blocks_that_begin_with_capitals_is_a_name() -> None:
    text = incident(
        Impact="Words came late.\n\nNobody knew.\n\nthings threw at each message.", Timeline="- Monday\n- Tuesday"
    )
    assert affected(text, incident=True) == {"things": "direct"}
    small = incident(
        Impact="words came late.\n\nNobody knew.\n\nthings threw at each message.", Timeline="- Monday\n- Tuesday"
    )
    assert affected(small, incident=True) == {}


def test_ordinary_word_with_a_modal_and_an_act_of_services_is_a_name() -> None:
    assert affected(record("We agreed that things must publish what they know.")) == {"things": "direct"}
    assert affected(record("We agreed that things must be clean.")) == {}


SITE = Inventory(
    tuple(
        InventoryService(name, name) for name in ("link-manager", "content-api", "storefront", "payments", "settlement")
    )
)


@pytest.mark.parametrize(
    "sentence",
    [
        "We will add a `link` field and a `content` hash to each item.",
        "All storefront apps must set the header.",
        "Each payments service must set the header.",
        "We will write a storefront application in every market.",
        "We will serve it from content.example.org.",
        "We will see to it that no payments are lost.",
        "We will reach settlement with our partners soon.",
    ],
)
def test_field_kind_host_and_everyday_word_are_no_service(sentence: str) -> None:
    assert affected(record(sentence), inventory=SITE) == {}


@pytest.mark.parametrize(
    "sentence",
    [
        "The storefront app must set the header.",
        "We will let `payments` set the header.",
        "Vamos mudar o serviço para que o payments grave o evento.",
        "The payments and settlement services must set the header.",
    ],
)
def test_the_same_words_mean_the_service_where_the_sentence_says_so(sentence: str) -> None:
    assert affected(record(sentence), inventory=SITE)


def test_singular_noun_without_article_after_a_preposition_is_a_name() -> None:
    assert set(affected(record("The outbox is owned by ledger."))) == {"ledger"}
    assert affected(record("The outbox gets a ledger of its own.")) == {}
    assert affected(record("We look after things.")) == {}
