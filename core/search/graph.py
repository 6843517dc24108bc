"""The search graph of a large index: built in a process of its own, on a copy, and swapped in.

`GraphBuilder` is told to start and asked how it goes by the thread that ingests; it works on a thread of its
own. Queries and updates go on meanwhile: the index notes which points change, and brings the copy up to date
before it takes its place (`EdgeIndex.finish_graph`). Whatever ends the build, the valid index stays valid.

Below `GRAPH_FROM` points without a graph none is built: all are compared, which is exact and fast enough.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import psutil

from core.cancel import CancelToken
from core.errors import BugError, Cancelled, KnownError
from core.procs.worker import WorkerProcess

log = logging.getLogger(__name__)

GRAPH_FROM = 150_000
_LONGEST_S = 12 * 3600.0
_ROOM = 2.5  # times the size of the index must be free on its disk
_MEMORY = 3000  # bytes a point; 2,000 were measured that cannot be given back


def _there_is(what: str, free: int, needed: int) -> bool:
    if free < needed:
        log.warning("no graph is built: %d MB of %s needed, %d MB free", needed >> 20, what, free >> 20)
    return free >= needed


class GraphIndex(Protocol):
    """What an index must offer to get a graph; `core.search.edge.EdgeIndex` does."""

    folder: Path
    dimensions: int

    def size(self) -> int: ...
    def size_on_disk(self) -> int: ...
    def points_without_graph(self) -> int: ...
    def copy_for_graph(self, abandoned: Callable[[], None]) -> Path: ...
    def finish_graph(self, copy: Path) -> None: ...
    def abandon_graph(self) -> None: ...


class GraphBuilder:
    """Builds one graph at a time. After a failure it does not try again before the next start.

    Args:
        graph_from: points without a graph from which on one is built.
    """

    def __init__(self, index: GraphIndex, *, graph_from: int = GRAPH_FROM) -> None:
        self._index = index
        self._graph_from = graph_from
        self._thread: threading.Thread | None = None
        self._cancel = CancelToken()
        self._problem = ""
        self._failed = False
        self._built = False

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    @property
    def problem(self) -> str:
        """Why the last build came to nothing, for the user; empty when it did not fail."""
        return self._problem

    @property
    def built(self) -> bool:
        """Whether the last build came to its end and is what the index uses now."""
        return self._built

    def wanted(self) -> bool:
        """Whether there are enough points without a graph, and room for a copy on the disk and in memory.

        Raises:
            StorageError: the index cannot be read.
        """
        if self._failed or self.running or self._index.points_without_graph() < self._graph_from:
            return False
        free = shutil.disk_usage(self._index.folder.parent).free
        return _there_is("disk", free, int(self._index.size_on_disk() * _ROOM)) and _there_is(
            "memory", psutil.virtual_memory().available, self._index.size() * _MEMORY
        )

    def points(self) -> int:
        """How many points a build would add to the graph."""
        return self._index.points_without_graph()

    def start(self) -> None:
        """Begin a build. It ends by itself, by `stop`, or when the index is rewritten or closed meanwhile."""
        if self.running:
            raise BugError("a graph is being built already")
        self._problem, self._built = "", False
        self._cancel = CancelToken()
        self._thread = threading.Thread(target=self._build, name="graph-builder", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """True when no build is running any more."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.running

    def stop(self) -> None:
        """End a build that is running, without a trace. Idempotent."""
        self._cancel.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _build(self) -> None:
        cancel = self._cancel
        copy: Path | None = None
        try:
            copy = self._index.copy_for_graph(cancel.set)
            payload = {"folder": str(copy), "dimensions": self._index.dimensions}
            with WorkerProcess(
                "core.search.graph_worker:main", name="graph builder", cancel_grace_s=0.2, nice=10
            ) as worker:
                for reply in worker.call("build", payload, timeout_s=_LONGEST_S, cancel=cancel):
                    log.info("the graph was built in %s s", reply.payload.get("seconds"))
            cancel.check()
            self._index.finish_graph(copy)
            self._built = True
        except Cancelled:
            log.info("the building of the graph was stopped")
        except KnownError as error:
            log.warning("no graph was built: %s", error)
            self._problem, self._failed = error.message, True
        except Exception:
            log.exception("no graph was built")
            self._problem, self._failed = "A mistake in DocuChat; the log file has it.", True
        finally:
            self._index.abandon_graph()
            if copy is not None:
                shutil.rmtree(copy, ignore_errors=True)
