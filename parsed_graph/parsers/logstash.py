"""Logstash: a pipeline's Elasticsearch hosts are what the deployment's Logstash uses."""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.logstash_pipeline import elasticsearch_hosts
from parsed_graph.syntax.shell_text import environment_text

_COMMENT = re.compile(r"^[ \t]*#.*$", re.M)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Nothing for other programs' configuration: only a pipeline has an `output` block."""
    text = _COMMENT.sub("", artefact.text)
    if re.search(r"\boutput\s*\{", text):
        for host, line in elasticsearch_hosts(text):
            span = SourceSpan(artefact.path, line)
            yield InfrastructureUse("search", "elasticsearch", span, environment_text(host), service="logstash")


PARSER = Parser(
    "logstash", patterns=("*logstash*.conf", "*logstash*.config", "*/logstash/*.conf", "*/pipeline/*.conf"), parse=parse
)
