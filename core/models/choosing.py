"""Which model answers after one was installed: a new one takes over where the one that is set is not there.

Pure look-ups; any thread.
"""

from __future__ import annotations

from collections.abc import Collection

from core.models.catalogue import ModelEntry
from core.settings import ModelSettings


def takes_over(entry: ModelEntry, chosen: ModelSettings, installed: Collection[str]) -> bool:
    """Whether a model that was just installed answers from now on.

    Who takes a model from a stick expects it to answer. `installed`: ids of all models that are there.
    Nothing that works is changed: neither a model that is installed, nor a server.
    """
    return entry.role == "answer" and not chosen.server_url and chosen.answer_model not in installed


def answering(model_id: str) -> dict[str, str]:
    """The values of the settings' `models` with which this model answers."""
    return {"answer_model": model_id, "server_url": "", "server_model": ""}
