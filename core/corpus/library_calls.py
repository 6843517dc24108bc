"""Questions to the fields as calls of the trace. Runs on whatever thread iterates it."""

from __future__ import annotations

from collections.abc import Generator

from core.cancel import CancelToken
from core.events import Event, EventStamper, ToolCalled, ToolReturned


class Calls:
    """Questions to the fields as the trace shows them; Stop ends the run behind each."""

    def __init__(self, stamp: EventStamper, cancel: CancelToken) -> None:
        self._stamp = stamp
        self._cancel = cancel
        self._count = 0

    def told(
        self, tool: str, bucket: str, where: str, told: str, field: str = ""
    ) -> Generator[Event, None, None]:
        """
        Raises:
            core.errors.Cancelled: after Stop.
        """
        self._count += 1
        call_id = f"library-{self._count}"
        given = {"bucket": bucket, "filter": where}
        if field:
            given["field"] = field
        yield self._stamp(ToolCalled, call_id=call_id, tool=tool, tool_input=given)
        yield self._stamp(ToolReturned, call_id=call_id, ok=True, summary=told)
        self._cancel.check()
