"""Makes a server quick from its first request on: what questions import is imported, and never looked through for garbage again."""

import gc
import logging
from collections.abc import Callable

from parsed_graph.errors import EstateError
from parsed_graph.schema import RUNTIME_KINDS, NodeLabel
from parsed_graph.view import EVERYBODY, View
from pipelines.serving import questions
from pipelines.serving.as_json import json_text
from pipelines.serving.questions import Answered
from pipelines.serving.service import Service

LOG = logging.getLogger("estategraph")


def warm_up(service: Service) -> None:
    """Asks one question of each kind about the first service; nobody gets the answers."""
    try:
        service.ask(EVERYBODY, None, lambda view: _ask_each(service, view))
    except EstateError:
        pass  # no snapshot yet: whoever asks first waits a little longer
    except Exception:
        # A question that fails must not keep the server from answering others.
        LOG.exception("warming up failed")
    finally:
        gc.collect()
        gc.freeze()


def _ask_each(service: Service, view: View) -> None:
    found = view.labelled(NodeLabel.SERVICE)
    if not found:
        return
    name = found[0][1].id
    asked: tuple[Callable[[], Answered], ...] = (
        lambda: questions.show(view, name),
        lambda: questions.path(view, name, name, 1, RUNTIME_KINDS),
        lambda: questions.blast(view, name, 0, RUNTIME_KINDS),
        lambda: questions.consumers(view, name),
        lambda: questions.callers(view, name),
        lambda: questions.impact_service(view, name, 1, RUNTIME_KINDS),
        lambda: questions.impact_adr(view, name, 1, RUNTIME_KINDS),
        lambda: questions.graph(view, None, 1),
        lambda: questions.status(view, every=True),
        lambda: questions.ask(view, f"Who owns {name}?", service.parts, RUNTIME_KINDS),
    )
    for ask in asked:
        try:
            json_text(ask().value)
        except EstateError:
            continue
