from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsed_graph.traces.interactions import interactions, observations
from parsed_graph.traces.trace_span import TraceSpan

SERVICES = st.sampled_from(["web", "orders", "stock", ""])
IDS = st.sampled_from(["1", "2", "3", "4", ""])
SPANS = st.builds(
    TraceSpan,
    trace_id=st.just("t"),
    span_id=IDS,
    parent_id=IDS,
    service=SERVICES,
    name=st.just("name"),
    kind=st.sampled_from(["server", "client", "producer", "consumer", "internal", ""]),
    start=st.integers(0, 2**63),
    attributes=st.dictionaries(
        st.sampled_from(
            ["db.system", "peer.service", "http.url", "rpc.method", "messaging.operation", "server.address"]
        ),
        st.sampled_from(["x", "http://a/b", "receive", "10.0.0.1"]),
        max_size=3,
    ),
    links=st.lists(st.tuples(st.just("t"), IDS), max_size=2).map(tuple),
)

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""


def span(span_id: str, service: str, kind: str, parent_id: str = "", **attributes: str) -> TraceSpan:
    named = {key.replace("_", "."): value for key, value in attributes.items()}
    return TraceSpan("t", span_id, parent_id, service, "name", kind, 0, named)


def pairs(*spans: TraceSpan) -> list[tuple[str, str, str]]:
    return [(found.source, found.target, found.kind) for found in observations(interactions(spans))]


def test_a_server_span_is_a_call_by_the_service_of_its_parent() -> None:
    assert pairs(span("1", "web", "client"), span("2", "orders", "server", "1", http_method="GET")) == [
        ("web", "orders", "http")
    ]


def test_an_answered_client_span_is_not_counted_again_by_its_address() -> None:
    sent = span("1", "web", "client", server_address="orders.svc")
    assert pairs(sent, span("2", "orders", "server", "1")) == [("web", "orders", "other")]


def test_a_call_within_one_service_is_none() -> None:
    assert pairs(span("1", "web", "client"), span("2", "web", "server", "1")) == []


def test_a_server_span_whose_parent_is_elsewhere_says_nothing() -> None:
    assert pairs(span("2", "orders", "server", "1", peer_service="web")) == []


def test_a_parentless_server_span_may_name_its_caller() -> None:
    assert pairs(span("2", "orders", "server", peer_service="web")) == [("web", "orders", "other")]


def test_the_address_of_a_machine_names_no_service() -> None:
    assert pairs(span("1", "web", "client", server_address="10.0.0.7")) == []
    assert pairs(span("1", "web", "client", server_address="localhost")) == []


def test_the_gateway_in_between_is_not_skipped() -> None:
    assert pairs(
        span("1", "web", "client"),
        span("2", "gateway", "server", "1"),
        span("3", "gateway", "client", "2"),
        span("4", "orders", "server", "3"),
    ) == [("gateway", "orders", "other"), ("web", "gateway", "other")]


@CALM
@given(spans=st.lists(SPANS, max_size=8))
def test_nothing_depends_on_itself_or_on_nobody(spans: list[TraceSpan]) -> None:
    for found in interactions(spans):
        assert found.source and found.target and found.source != found.target


@CALM
@given(spans=st.lists(SPANS, max_size=6, unique_by=lambda item: item.span_id), data=st.data())
def test_the_order_of_spans_does_not_matter(spans: list[TraceSpan], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(spans))
    counted = [replace(found, first=spans[0]) for found in observations(interactions(spans))]
    assert counted == [replace(found, first=spans[0]) for found in observations(interactions(shuffled))]
