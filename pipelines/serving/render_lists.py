"""Consumers, callers and blast radius as text, and as values for JSON."""

from collections.abc import Mapping

from parsed_graph.model import Node
from parsed_graph.queries.blast import Blast
from parsed_graph.queries.callers import Callers
from parsed_graph.queries.consumers import Consumers
from parsed_graph.view import View
from pipelines.serving.citations import contact, namer, say_evidence
from pipelines.serving.terminal import say

_LISTED = 50


def say_consumers(view: View, found: Consumers) -> None:
    """Each consumer with its subscription, owner and evidence."""
    shown = namer(view)
    count = len({consumer.service.id for consumer in found.consumers})
    say(f"{shown(found.subject.id)}: {_plural(count, 'service')} consuming", "bold")
    for consumer in found.consumers:
        details = [f"subscription {consumer.subscription.name}"]
        details += [f"group {consumer.group}"] if consumer.group not in ("", consumer.subscription.name) else []
        details += [f"event {consumer.event}"] if consumer.event else []
        details += [f"on {consumer.topic.name}"] if consumer.topic.id != found.subject.id else []
        say(f"  {shown(consumer.service.id)}  {', '.join(details)}{_owner(consumer.service)}")
        say_evidence(consumer.consumes)
    publishers = ", ".join(shown(node.id) for node in found.publishers) or "nobody known"
    say(f"Published by {publishers}.")


def consumers_json(found: Consumers) -> Mapping[str, object]:
    """The subject, its consumers with group, event, owner and evidence, and its publishers."""
    consumers = [
        {
            "service": consumer.service.id,
            "name": consumer.service.name,
            "subscription": consumer.subscription.id,
            "group": consumer.group,
            "event": consumer.event,
            "topic": consumer.topic.id,
            **_contact(consumer.service),
            "edges": consumer.consumes,
        }
        for consumer in found.consumers
    ]
    return {"subject": found.subject, "consumers": consumers, "publishers": [node.id for node in found.publishers]}


def say_callers(view: View, found: Callers) -> None:
    """Each calling service with its functions, owner and evidence."""
    shown = namer(view)
    say(f"{shown(found.endpoint.id)}: {_plural(len(found.callers), 'service')} calling", "bold")
    for caller in found.callers:
        via = f"  via {shown(caller.via)}" if caller.via else ""
        say(f"  {shown(caller.service.id)}  confidence {caller.confidence:g}{via}{_owner(caller.service)}")
        for function in caller.functions:
            say(f"    in {function.id.partition(':')[2]}")
        say_evidence([edge for edge in caller.calls if edge.source == caller.service.id] or caller.calls)


def callers_json(found: Callers) -> Mapping[str, object]:
    """The endpoint, its provider, and its callers with functions, gateway, owner and evidence."""
    callers = [
        {
            "service": caller.service.id,
            "name": caller.service.name,
            "functions": [function.id for function in caller.functions],
            "via": caller.via,
            "confidence": caller.confidence,
            **_contact(caller.service),
            "edges": caller.calls,
        }
        for caller in found.callers
    ]
    return {
        "endpoint": found.endpoint,
        "provider": found.provider.id if found.provider else "",
        "callers": callers,
    }


def say_blast(view: View, found: Blast) -> None:
    """Hits by hop, each with its chain, owner and the evidence of its first link."""
    shown = namer(view)
    if not found.hits:
        say(f"Nothing is known to depend on {shown(found.start.id)} at confidence {view.least_confidence:g} or above.")
        return
    say(
        f"If {shown(found.start.id)} fails, {_plural(len(found.hits), 'service')} {_is_are(len(found.hits))} hit",
        "bold",
    )
    hop = 0
    listed = found.hits[:_LISTED]
    keys = [key for hit in listed for key in found.edges(hit)]
    edges = dict(zip(keys, view.edges(keys), strict=True))
    for hit in listed:
        if hit.hop != hop:
            hop = hit.hop
            say(f"hop {hop}: {_plural(sum(other.hop == hop for other in found.hits), 'service')}", "bold")
        chain = " -> ".join(shown(node_id) for node_id in found.chain(hit))
        say(f"  {chain}{_owner(hit.service)}")
        say_evidence(edges[key] for key in found.edges(hit))
    if len(found.hits) > _LISTED:
        say(f"... and {len(found.hits) - _LISTED} more; --json lists them all")


def blast_json(view: View, found: Blast) -> Mapping[str, object]:
    """The start, and each hit with hop, chain, owner and the edges of its first link."""
    hits = [
        {
            "service": hit.service.id,
            "name": hit.service.name,
            "hop": hit.hop,
            "chain": found.chain(hit),
            **_contact(hit.service),
            "edges": view.edges(found.edges(hit)),
        }
        for hit in found.hits
    ]
    return {"start": found.start, "hits": hits}


def _contact(node: Node) -> dict[str, str]:
    return {name: str(node.properties.get(name, "")) for name in ("owner", "oncall")}


def _owner(node: Node) -> str:
    known = contact(node)
    return f"  [{known}]" if known else ""


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _is_are(count: int) -> str:
    return "is" if count == 1 else "are"
