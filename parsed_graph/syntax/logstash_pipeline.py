"""Logstash's pipeline language: the Elasticsearch hosts that a pipeline reads from or writes to.

https://www.elastic.co/guide/en/logstash/current/configuration-file-structure.html
"""

import re
from collections.abc import Iterator

_PLUGIN = re.compile(r"\belasticsearch\s*\{[^{}]{0,4000}?\bhosts\s*=>\s*(\[[^\]]{0,2000}\]|[\"'][^\"'\n]*[\"'])")
_TEXT = re.compile(r"[\"']([^\"'\n]+)[\"']")


def elasticsearch_hosts(pipeline: str) -> Iterator[tuple[str, int]]:
    """(host, line from 1) of each host that an `elasticsearch` plugin names."""
    for plugin in _PLUGIN.finditer(pipeline):
        for host in _TEXT.finditer(plugin[1]):
            yield host[1], pipeline.count("\n", 0, plugin.start(1) + host.start()) + 1
