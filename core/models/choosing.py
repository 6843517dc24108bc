"""Which model works where the one that is set is not there.

Pure look-ups; any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from core.models.catalogue import ModelEntry
from core.settings import EARLIER_EMBEDDER, ModelSettings


def takes_over(entry: ModelEntry, chosen: ModelSettings, installed: Collection[str]) -> bool:
    """Whether a model that was just installed answers from now on.

    Who takes a model from a stick expects it to answer. `installed`: ids of all models that are there.
    Nothing that works is changed: neither a model that is installed, nor a server.
    """
    return entry.role == "answer" and not chosen.server_url and chosen.answer_model not in installed


def answering(model_id: str) -> dict[str, str]:
    """The values of the settings' `models` with which this model answers."""
    return {"answer_model": model_id, "server_url": "", "server_model": ""}


def embedding_model(chosen: ModelSettings, is_installed: Callable[[str], bool]) -> str:
    """The model that embeds: that of the settings, or today's default where an earlier one is gone.

    An update brings only today's default. Another model that is missing is not replaced: its library would be
    embedded anew because a drive is not connected.
    """
    usual, set_now = ModelSettings().embedding_model, chosen.embedding_model
    gone = set_now == EARLIER_EMBEDDER and not is_installed(set_now)
    return usual if gone and is_installed(usual) else set_now
