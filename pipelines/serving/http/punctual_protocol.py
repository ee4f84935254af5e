"""HTTP/1.1 as uvicorn speaks it, for clients that do not keep a connection waiting.

uvicorn has a limit on the time between requests, none on the time that the head of one takes, nor on a body that nobody reads any more:
a client that sends a byte now and then would hold its connection for ever. https://en.wikipedia.org/wiki/Slowloris_(cyber_attack)
While a request is at work the guard looks at the clock.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_NOT_AT_WORK = frozenset({h11.IDLE, h11.DONE})


def punctual_protocol(seconds: float) -> type[H11Protocol]:
    """The protocol for connections that send the head of a request, and what nobody waits for, within some seconds."""

    class PunctualProtocol(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            # A connection is opened to ask something.
            self._start()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.our_state not in _NOT_AT_WORK:
                self._stop()
            elif self._deadline is None:
                # However many pieces come from here on, there is one deadline for all.
                self._start()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def _start(self) -> None:
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

        def _stop(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return PunctualProtocol
