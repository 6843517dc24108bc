"""Whether background work may go on: Stop, the user's pause, and a question that is being answered.

Asked between two batches of every stage, on the ingest thread. A pause is stored in the library, so that it
outlives the program; it ends the run in order, and nothing waits for it to be over.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from core.cancel import CancelToken
from core.store.database import Database

_PAUSED = "ingest_paused"
_POLL_S = 0.05


class Paused(Exception):
    """The user has paused: the work goes back to the queue as after Stop."""


class Gate:
    """`answering` tells whether a question is being answered right now."""

    def __init__(self, database: Database, answering: Callable[[], bool]) -> None:
        self._database = database
        self.answering = answering
        self.idle_seconds = 0.0  # spent giving way, since the beginning
        row = database.query_one("SELECT value FROM meta WHERE name = ?", (_PAUSED,))
        self._paused = row is not None and row["value"] == "1"

    @property
    def paused(self) -> bool:
        return self._paused

    def pause(self, paused: bool) -> None:
        """From any thread; takes effect at the next batch and is kept for the next start."""
        self._database.execute(
            "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET "
            "value = excluded.value",
            (_PAUSED, "1" if paused else "0"),
        )
        self._paused = paused

    def check(self, cancel: CancelToken) -> None:
        """For work a user is waiting for (reading): goes on beside an answer.

        Raises:
            Cancelled, Paused
        """
        cancel.check()
        if self._paused:
            raise Paused

    def give_way(self, cancel: CancelToken) -> None:
        """For work nobody is waiting for: sleeps while a question is being answered.

        Raises:
            Cancelled, Paused
        """
        self.check(cancel)
        while self.answering():
            began = time.monotonic()
            cancel.wait(_POLL_S)
            self.idle_seconds += time.monotonic() - began
            self.check(cancel)
