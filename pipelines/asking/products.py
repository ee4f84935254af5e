"""Stores and brokers that a question names by their product: `Redis`, `PostgreSQL`, `RabbitMQ`."""

from collections.abc import Sequence

from parsed_graph.schema import NodeLabel, Role
from parsed_graph.view import View
from pipelines.asking import words as vocabulary
from pipelines.asking.mention import UNKNOWN, Mention
from pipelines.asking.question import Word


def named_products(view: View, words: Sequence[Word], found: Sequence[Mention]) -> list[Mention]:
    """A mention of all nodes of a product for each word that names one and no node; unknown where the estate has none of it.

    A library is often called like the product that it talks to: the product is meant.
    """
    taken = {
        place for mention in found if mention.kind != NodeLabel.LIBRARY for place in range(mention.first, mention.end)
    }
    mentions = []
    for place, word in enumerate(words):
        stores = [value for value, pattern in vocabulary.STORES.items() if pattern.fullmatch(word.folded)]
        brokers = [value for value, pattern in vocabulary.BROKERS.items() if pattern.fullmatch(word.folded)]
        if place in taken or not (stores or brokers):
            continue
        keys = tuple(key for key, node in view.labelled(NodeLabel.DATABASE) if node.properties.get("kind") in stores)
        label = NodeLabel.DATABASE
        if not keys and brokers:
            label = NodeLabel.SERVICE
            keys = tuple(
                key
                for key, node in view.labelled(NodeLabel.SERVICE)
                if node.properties.get("role") == Role.BROKER and node.properties.get("runtime") in brokers
            )
        kind = label.value if keys else UNKNOWN
        mentions.append(Mention(word.text, place, place + 1, kind, keys, "kind" if keys else "name", name=word.text))
    return mentions
