"""A stored run at the pace it had. Its events go through the same reducer as they did live.

`at_own_pace` waits on the thread that iterates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.cancel import CancelToken
from core.errors import Cancelled
from core.events import DraftWritten, Event
from core.runs.drafts import deltas_of


def streamed(events: Sequence[Event]) -> list[Event]:
    """The events as a front end saw them live: drafts piece by piece, each event at its own `t_ms`."""
    seen: list[Event] = []
    for event in events:
        if isinstance(event, DraftWritten):
            seen += deltas_of(event, after=seen[-1].seq if seen else 0)
        else:
            seen.append(event)
    return seen


def at_own_pace(events: Sequence[Event], cancel: CancelToken) -> Iterator[Event]:
    """`streamed` events, each after the time it took.

    Raises:
        Cancelled: Stop was asked for while it waited.
    """
    now = 0
    for event in streamed(events):
        if cancel.wait(max(event.t_ms - now, 0) / 1000):
            raise Cancelled
        now = max(event.t_ms, now)
        yield event
