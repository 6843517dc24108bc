"""How stored events of earlier versions become events of this one: an ordered list of upcasters.

Pure functions on the JSON of one event. A released upcaster is never edited; a change of a stored field is a
new version with one more upcaster and a run of the version before it in `tests/store/fixtures`. A new kind or
a new field with a default needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

SCHEMA_VERSION = 2
StoredEvent = dict[str, Any]

# What a failure returned to the shell before the event said it itself.
_EXIT_CODES_1 = {
    "usage": 2,
    "document": 3,
    "password": 3,
    "model": 4,
    "storage": 5,
    "already_running": 6,
    "worker": 7,
}


class NewerEventError(ValueError):
    """The event was written by a newer version of the program."""


def upcast(event: Mapping[str, Any]) -> StoredEvent:
    """The event as this version writes it; the one given is not changed.

    Raises:
        NewerEventError: its `schema_version` is above ours.
    """
    raised = dict(event)
    version = raised.get("schema_version", 1)
    if not isinstance(version, int) or version > SCHEMA_VERSION:
        raise NewerEventError(f"schema version {version}, this program knows {SCHEMA_VERSION}")
    for older in range(version, SCHEMA_VERSION):
        raised = _UPCASTERS[older](raised)
    raised["schema_version"] = SCHEMA_VERSION
    return raised


def _from_1(event: StoredEvent) -> StoredEvent:
    """Failures had no exit code, and hits only a page for a place."""
    if event.get("kind") == "run_finished" and event.get("outcome") == "failed":
        known = _EXIT_CODES_1.get(event.get("error_code", ""), 1)
        return event | {"exit_code": event.get("exit_code") or known}
    if event.get("kind") == "tool_returned":
        return event | {"hits": [hit | {"where": _place_1(hit)} for hit in event.get("hits", ())]}
    return event


def _place_1(hit: StoredEvent) -> str:
    if not hit.get("filename"):  # forgotten, because its document was removed
        return ""
    return hit.get("where") or f"page {hit['page']}"


_UPCASTERS: Mapping[int, Callable[[StoredEvent], StoredEvent]] = {1: _from_1}
