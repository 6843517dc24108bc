"""Drafts as they stream and as they are stored: many deltas live, one event per attempt in the library.

A stored draft keeps the time and the number of its last delta, and the numbers of the others stay free, so
that it can be cut into deltas again and both streams keep every rule of `core.events`.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.events import TRANSIENT_KINDS, DraftDelta, DraftWritten, Event


class DraftJoiner:
    """Holds deltas back until their attempt goes no further. One per run."""

    def __init__(self) -> None:
        self._deltas: list[DraftDelta] = []

    def take(self, event: Event) -> list[Event]:
        """What is to be stored now that `event` has come."""
        if isinstance(event, DraftDelta):
            ended = self.rest() if self._deltas and self._deltas[-1].attempt != event.attempt else []
            self._deltas.append(event)
            return ended
        if event.kind in TRANSIENT_KINDS:
            return []
        return [*self.rest(), event]

    def rest(self) -> list[Event]:
        """The draft that was cut off, when nothing follows any more."""
        deltas, self._deltas = self._deltas, []
        return [_joined(deltas)] if deltas else []


def _joined(deltas: Sequence[DraftDelta]) -> DraftWritten:
    first, last = deltas[0], deltas[-1]
    return DraftWritten(
        run_id=last.run_id,
        seq=last.seq,
        t_ms=last.t_ms,
        attempt=last.attempt,
        began_ms=first.t_ms,
        text="".join(delta.text for delta in deltas),
    )


def deltas_of(written: DraftWritten, after: int) -> list[DraftDelta]:
    """The draft in at most as many pieces as it streamed in, at even pace.

    `after` is the `seq` of the stored event before it.
    """
    count = max(min(written.seq - after, len(written.text)), 1)
    length, span = len(written.text), written.t_ms - written.began_ms
    return [
        DraftDelta(
            run_id=written.run_id,
            seq=written.seq - count + place + 1,
            t_ms=written.began_ms + (span * place // (count - 1) if count > 1 else span),
            attempt=written.attempt,
            text=written.text[length * place // count : length * (place + 1) // count],
        )
        for place in range(count)
    ]
