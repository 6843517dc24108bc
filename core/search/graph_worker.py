"""The process that builds the graph of a copied index. Everything here runs in the child, main thread.

- `build` {folder, dimensions} → `done` {seconds}

Edge's `optimize()` holds the interpreter lock for minutes, so nothing else is done here, and Stop means that
the process is ended. `options`: none.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import time

import qdrant_edge as qe

from core.procs.channel import Channel, Request
from core.search.shards import shard_config

_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def main(channel: Channel) -> None:
    """Answer requests until the parent closes."""
    _end_with_parent()

    def handle(request: Request) -> None:
        began = time.monotonic()
        shard = qe.EdgeShard.load(request.payload["folder"], shard_config(request.payload["dimensions"]))
        try:
            shard.optimize()
            shard.flush()
        finally:
            shard.close()
        channel.done({"seconds": round(time.monotonic() - began, 1)})

    channel.serve(handle)


def _end_with_parent() -> None:
    """No Python thread can see the parent's death while the interpreter lock is held; Linux can.

    The signal comes when the thread that started this process ends, which waits for it. Elsewhere the build
    of an abandoned copy goes on to its end; the next start deletes the copy.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
