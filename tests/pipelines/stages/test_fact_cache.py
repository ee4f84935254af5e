"""Facts come back from the cache as they went in, whatever text the files hold."""

import os
from pathlib import Path

from parsed_graph.facts import Literal, RouteDecl
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts
from pipelines.stages.fact_cache import FactCache, KnownFile, decode_facts, encode_facts


def test_a_lone_surrogate_in_a_string_literal_is_escaped_not_fatal() -> None:
    content = b'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/a\\ud800b")\ndef read(): pass\n'
    facts = decode_facts(encode_facts(artefact_facts(Artefact("app.py", content))))
    routes = [fact for fact in facts if isinstance(fact, RouteDecl)]
    assert [route.path for route in routes] == [(Literal("/a\\ud800b"),)]


def test_facts_without_such_text_come_back_equal() -> None:
    content = b'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/a")\ndef read(): pass\n'
    facts = artefact_facts(Artefact("app.py", content))
    assert facts and decode_facts(encode_facts(facts)) == facts


def test_a_path_that_is_no_utf8_is_kept_found_and_forgotten_like_any_other(tmp_path: Path) -> None:
    path, file = os.fsdecode(b"caf\xe9.yaml"), KnownFile("1:2", "digest", "")
    cache = FactCache(tmp_path / "facts.db")
    try:
        cache.keep("/shop", {path: (file, b"facts"), "a.yaml": (file, b"facts")}, {}, [])
        assert cache.known("/shop") == {path: file, "a.yaml": file}
        cache.keep("/shop", {}, {"a.yaml": file._replace(stamp="3:4")}, [path])
        assert cache.known("/shop") == {"a.yaml": file._replace(stamp="3:4")}
        assert cache.facts("/shop") == {"a.yaml": b"facts"}
    finally:
        cache.close()
