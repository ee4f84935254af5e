"""The page's modules as one script."""

import re
from collections import Counter
from importlib.resources import files

from pipelines.serving.drawings.script_bundle import bundle, page_file

TOP = re.compile(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
MAP = sorted(item.name for item in (files("pipelines.serving") / "page" / "map").iterdir() if item.name.endswith(".js"))


def test_no_two_modules_of_the_map_use_one_name() -> None:
    names = Counter(
        name for file in ("dom.js", *(f"map/{name}" for name in MAP)) for name in TOP.findall(page_file(file))
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_every_module_of_the_map_is_in_the_script_once() -> None:
    script = bundle("map/main.js")
    assert len(MAP) > 15
    for name in MAP:
        first = TOP.findall(page_file(f"map/{name}"))[0]
        assert len(re.findall(rf"^(?:const|let|function) {first}\b", script, re.MULTILINE)) == 1, name


def test_a_module_comes_after_what_it_imports() -> None:
    script = bundle("map/main.js")
    assert script.index("function make(") < script.index("function makeGraph(") < script.index("function showMap(")


def test_nothing_of_modules_is_left() -> None:
    assert not re.search(r"^(import|export) ", bundle("map/main.js"), re.MULTILINE)
