"""Facts come back from the cache as they went in, whatever text the files hold."""

from parsed_graph.facts import Literal, RouteDecl
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts
from pipelines.stages.fact_cache import decode_facts, encode_facts


def test_a_lone_surrogate_in_a_string_literal_is_escaped_not_fatal() -> None:
    content = b'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/a\\ud800b")\ndef read(): pass\n'
    facts = decode_facts(encode_facts(artefact_facts(Artefact("app.py", content))))
    routes = [fact for fact in facts if isinstance(fact, RouteDecl)]
    assert [route.path for route in routes] == [(Literal("/a\\ud800b"),)]


def test_facts_without_such_text_come_back_equal() -> None:
    content = b'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/a")\ndef read(): pass\n'
    facts = artefact_facts(Artefact("app.py", content))
    assert facts and decode_facts(encode_facts(facts)) == facts
