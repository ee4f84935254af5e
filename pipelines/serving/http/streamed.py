"""Brings what a thread yields into the event loop piece by piece, and stops the thread when nobody listens any more."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from parsed_graph.view import View
from pipelines.serving.http.answers import Asker

Piece = TypeVar("Piece")
MOST_WAITING = 100
"""Pieces that wait for a slow listener; then the work waits too."""
_LOOK_SECONDS = 0.25
"""How often work that waits looks whether anybody still listens."""


async def stream_pieces(
    asking: Asker, work: Callable[[View], Iterator[Piece]], confidence: float | None
) -> AsyncIterator[Piece]:
    """The pieces as they come. Raises what the work raises. A stream that is closed, as the response's is when its client goes away,
    stops the work at its next piece.
    """
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[tuple[Piece] | None] = asyncio.Queue()
    stopped = threading.Event()
    room = threading.Semaphore(MOST_WAITING)

    def in_thread(view: View) -> None:
        for piece in work(view):
            while not room.acquire(timeout=_LOOK_SECONDS):
                if stopped.is_set():
                    return
            if stopped.is_set():
                return
            loop.call_soon_threadsafe(arrived.put_nowait, (piece,))

    asked = loop.run_in_executor(
        asking.service.threads, lambda: asking.service.ask(asking.principal, confidence, in_thread)
    )
    asked.add_done_callback(lambda _: arrived.put_nowait(None))
    try:
        while (item := await arrived.get()) is not None:
            yield item[0]
            room.release()
        await asked
    finally:
        stopped.set()
