"""Contracts, catalogues and traces made to crash, hang or flood: each ends quickly, and as facts."""

import json
import time

import pytest

from parsed_graph.facts import Incomplete
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)
OPENAPI = "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n"
WIDE = json.dumps(
    {
        "openapi": "3.0.0",
        "paths": {
            f"/p{n}": {
                "get": {"responses": {"200": {"content": {"x": {"schema": {"$ref": f"#/components/schemas/S{n}"}}}}}}
            }
            for n in range(150)
        },
        "components": {
            "schemas": {
                f"S{n}": {"properties": {f"f{m}": {"$ref": f"#/components/schemas/S{m}"} for m in range(60)}}
                for n in range(150)
            }
        },
    }
)

HOSTILE = {
    "deep.yaml": OPENAPI + "  /x: " + "{get: " * 5000 + "}" * 5000,
    "deep.json": '{"openapi": "3.0.0", "paths": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "bomb.yaml": f"{BOMB}{OPENAPI}  /x: *i\n",
    "asyncapi-bomb.yaml": f"asyncapi: 2.0.0\n{BOMB}channels: {{c: *i}}\n",
    "wide.json": WIDE,
    "cycle.yaml": f"{OPENAPI}  /x: {{$ref: '#/paths/~1y'}}\n  /y: {{$ref: '#/paths/~1x'}}\n",
    "self.yaml": f"{OPENAPI}  /x: {{$ref: '#'}}\n",
    "pointer.yaml": f"{OPENAPI}  /x: {{$ref: '#/{'a/' * 50_000}'}}\n",
    "latin.yaml": (OPENAPI + "  /caf\u00e9: {get: {responses: {}}}\n").encode("latin-1"),
    "binary.json": b'{"openapi": "3.0.0\x00\xff\xfe',
    "marks.yaml": "  openapi:" * 50_000,
    "tabs.json": '{"swagger": "2.0",\n' + "\t" * 200_000 + '"paths": {}}',
    "surrogates.json": '{"swagger": "2.0", "info": {"title": "\\ud800\\ud800 \\udc00"}, "paths": {}}',
    "deep.avsc": '{"type": "record", "name": "A", "fields": [{"name": "f", "type": ' * 2000,
    "wide.avsc": json.dumps(
        {"type": "record", "name": "A", "fields": [{"name": f"f{n}", "type": "A"} for n in range(20_000)]}
    ),
    "deep.proto": "message A {" * 50_000,
    "comments.proto": "/*" * 200_000,
    "deep.graphql": "{a" * 200_000,
    "wide.graphql": "".join(f"type T{n} {{{' '.join(f'f{m}: T{m}' for m in range(60))}}}" for n in range(60))
    + "type Query {a: T1}",
    "CODEOWNERS": "\n".join(f"{'**/' * n}a{'*' * n}b @x" for n in range(200)) + "\n[\n^[\n[]\n" + "\\" * 1000,
    "catalog-info.yaml": "apiVersion: backstage.io/v1alpha1\nkind: [Component]\nmetadata: x\nspec: {dependsOn: {a: [b]}}\n",
    "services.yaml": "- [[[[a]]]]\n- {name: {a: b}}\n- ~\n",
    "trace.json": '{"scopeSpans": "traceId", "resourceSpans": ' + '[{"resource":' * 50_000,
    "trace.otlp.pb": b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f",
    "frames.pb": b"\x00\x00\x00\x00" * 10_000,
    "README.md": "# " + "![" * 100_000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_end_quickly_and_as_facts(name: str) -> None:
    content = HOSTILE[name]
    started = time.process_time()
    facts = artefact_facts(Artefact(name, content if isinstance(content, bytes) else content.encode()))
    assert time.process_time() - started < 10
    assert len(facts) < 1000


@pytest.mark.parametrize(
    "name", ["deep.json", "binary.json", "deep.avsc", "deep.proto", "deep.graphql", "trace.otlp.pb"]
)
def test_what_could_not_be_read_is_said(name: str) -> None:
    content = HOSTILE[name]
    facts = artefact_facts(Artefact(name, content if isinstance(content, bytes) else content.encode()))
    assert [fact for fact in facts if isinstance(fact, Incomplete)]
