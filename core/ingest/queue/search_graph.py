"""The last thing a run of ingestion does: a large index gets its search graph when nothing else is to do.

Runs on the ingest thread, which only waits; the work is done in a process of its own (`core.search.graph`).
What is added meanwhile is read meanwhile, and nothing that happens costs more than the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.ingest.queue.background_gate import Gate
from core.ingest.queue.stage_events import notice

_LOOK_S = 0.5


class Arranger(Protocol):
    """What builds the graph; `core.search.graph.GraphBuilder` does."""

    @property
    def problem(self) -> str: ...
    @property
    def built(self) -> bool: ...

    def wanted(self) -> bool: ...
    def points(self) -> int: ...
    def start(self) -> None: ...
    def wait(self, seconds: float) -> bool: ...
    def stop(self) -> None: ...


def arrange(
    arranger: Arranger,
    work: Callable[[], Iterator[Event] | None],
    gate: Gate,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Iterator[Event]:
    """Build the graph if there is reason to, telling when it begins and how it ended.

    `work`: the next step of what is queued, None when nothing is.

    Raises:
        core.errors.StorageError: the index cannot be read.
        Cancelled, Paused: the build was stopped; the next run begins it anew.
    """
    if not arranger.wanted():
        return
    points = arranger.points()
    arranger.start()
    try:
        yield notice(
            stamp,
            "graph_begun",
            f"{points:,} passages are being arranged so that they are found faster. This takes about "
            f"{_minutes(points)}; searching and adding documents go on meanwhile.",
        )
        ended = False
        while not ended:
            ended = arranger.wait(_LOOK_S)
            gate.check(cancel)
            while (step := work()) is not None:
                yield from step
    finally:
        arranger.stop()
    if arranger.problem:
        told = f"The passages could not be arranged for faster search. {arranger.problem} All can be found."
        yield notice(stamp, "graph_failed", told)
    elif arranger.built:
        yield notice(stamp, "graph_built", f"{points:,} passages are arranged and are found faster now.")


def _minutes(points: int) -> str:
    """As two cores take that have other things to do as well."""
    minutes = max(1, round(points / 60_000))
    return "a minute" if minutes == 1 else f"{minutes} minutes"
