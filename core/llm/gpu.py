"""Whether llama.cpp can use a graphics card here; asked in a child, which loads the library.

`can_offload` runs in the parent, on any thread but that of the window: it takes a second.
"""

from __future__ import annotations

import logging

from core.cancel import CancelToken
from core.errors import KnownError
from core.llm.loading import supports_offload
from core.procs import Channel, Request, WorkerProcess

log = logging.getLogger(__name__)

TIMEOUT_S = 60.0


def main(channel: Channel) -> None:
    """Worker function: one request, answered with `offload`."""

    def handle(_request: Request) -> None:
        channel.done({"offload": supports_offload()})

    channel.serve(handle)


def can_offload(cancel: CancelToken) -> bool:
    """False also where the library cannot be loaded: then no layer goes anywhere.

    Raises:
        Cancelled: after Stop.
    """
    try:
        with WorkerProcess("core.llm.gpu:main", name="graphics card check") as worker:
            *_, last = worker.call("ask", timeout_s=TIMEOUT_S, cancel=cancel, cancel_grace_s=0.0)
    except KnownError as error:
        log.warning("llama.cpp could not be asked for a graphics card: %s", error)
        return False
    return bool(last.payload["offload"])
