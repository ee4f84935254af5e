from benchmarks.estate47.measure import Score, best_cut, score
from benchmarks.estate47.plan import Call, Estate, Service, Stream, plan_estate
from benchmarks.estate47.records import Record, plan_records
from benchmarks.estate47.topics import TOPICS
from benchmarks.estate47.truth import affecting
from benchmarks.estate47.write import estate_files

SERVICES = tuple(Service(name, "d", "go", "items", "amber", "compose", "catalog") for name in ("a", "b", "c", "d", "e"))
ESTATE = Estate(
    SERVICES, (Call("a", "b", "http", "config"), Call("c", "d", "grpc", "environment")), (Stream("t", "c", ("b",)),)
)


def record(number: int, status: str, *binds: str, successor: int = 0) -> Record:
    return Record(number, TOPICS[0], status, False, binds, "", (), (), (), frozenset(binds), successor)


def test_same_seed_writes_the_same_bytes_and_another_seed_others() -> None:
    def written(seed: int) -> dict[str, str]:
        estate = plan_estate(seed, 9)
        return dict(estate_files(seed, estate, plan_records(seed, estate, 20)))

    assert written(7) == written(7)
    assert written(7) != written(8)


def test_record_affects_what_it_binds_and_what_needs_that_within_two_hops() -> None:
    truth = affecting(ESTATE, [record(1, "accepted", "d"), record(2, "accepted", "c")])
    outbox = "-an-outbox-for-events.md"
    assert {name: sorted(paths) for name, paths in truth.items()} == {
        "a": [f"docs/adr/0002{outbox}"],
        "b": [f"docs/adr/0001{outbox}", f"docs/adr/0002{outbox}"],
        "c": [f"docs/adr/0001{outbox}", f"docs/adr/0002{outbox}"],
        "d": [f"docs/adr/0001{outbox}"],
        "e": [],
    }


def test_superseded_record_counts_as_the_accepted_one_at_the_end_of_its_chain() -> None:
    records = [
        record(1, "superseded", "e", successor=2),
        record(2, "superseded", "a", successor=3),
        record(3, "accepted", "a"),
        record(4, "proposed", "e"),
        record(5, "rejected", "e"),
    ]
    assert affecting(ESTATE, records)["e"] == {"docs/adr/0003-an-outbox-for-events.md"}


def test_planned_truth_holds_of_the_text() -> None:
    estate = plan_estate(3, 12)
    records = plan_records(3, estate, 60)
    names = {service.name for service in estate.services}
    assert {name for each in records for name in each.binds} <= names
    assert all(names.isdisjoint(each.binds & {name for _, name in each.mentioned}) for each in records)
    assert any(each.applies_to for each in records)
    assert any(not each.applies_to and each.domain for each in records)
    assert all(records[each.successor - 1].predecessor == each.number for each in records if each.successor)


def test_pairs_of_service_and_record_are_counted() -> None:
    found = score({"a": {"x", "y"}, "b": set()}, {"a": {"x"}, "b": {"y"}})
    assert found == Score(right=1, extra=1, missed=1)
    assert (found.precision, found.recall) == (0.5, 0.5)


def test_search_gets_the_number_of_records_that_suits_it_best() -> None:
    assert best_cut({"a": ["x", "y", "z"], "b": ["x", "z", "y"]}, {"a": {"x", "y"}, "b": {"x", "z"}}) == (
        2,
        Score(right=4, extra=0, missed=0),
    )
