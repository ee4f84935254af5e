"""Paths as compact arrows with the evidence of each edge."""

from parsed_graph.queries.path import Path, Paths
from parsed_graph.render_fragment import render_chain
from parsed_graph.view import View
from pipelines.serving.citations import cite, namer
from pipelines.serving.terminal import say


def say_paths(view: View, paths: Paths) -> None:
    """Each path on a line; or that there is none, and whether there is one the other way."""
    shown = namer(view)
    ends = f"{shown(paths.source)} to {shown(paths.target)}"
    if paths.source == paths.target:
        say(f"{shown(paths.source)} is both ends.")
    elif not paths.paths:
        say(f"No path from {ends} at confidence {view.least_confidence:g} or above.")
        if paths.opposite:
            say("The other way there is one:")
            _say_path(view, paths.opposite)
    else:
        if paths.basis == "dependency":
            say(f"No calls or messages lead from {ends}; the first depends on the second:")
        for path in paths.paths:
            _say_path(view, path)


def _say_path(view: View, path: Path) -> None:
    say(render_chain([(step.edge, step.forward) for step in path.steps], namer(view)))
    for step in path.steps:
        say(f"    {step.edge.type}  {cite(step.edge)}", "dim")
