"""What a user asks, as front ends hand it to the engine."""

from __future__ import annotations

from dataclasses import dataclass

from core.types import Mode


@dataclass(frozen=True, slots=True)
class Question:
    """One question as a user puts it. `document_ids` None means the whole library.

    `extractive`: chat copies the sentences that answer it, and asks no language model. `ask_anyway`: it reads
    like an order to the program, and the user wants it answered all the same.
    """

    text: str
    mode: Mode = Mode.CHAT
    document_ids: tuple[str, ...] | None = None
    conversation_id: str = ""
    parent_run_id: str = ""
    extractive: bool = False
    ask_anyway: bool = False
