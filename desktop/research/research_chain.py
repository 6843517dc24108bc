"""A research has a run for each reply: what the earlier ones left for the last to show. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.research.reply_words import RESUME_WORDS
from core.runs.trace import TraceState
from core.types import Mode
from desktop.conversation.conversation import Turn


def state_with_earlier(turns: Sequence[Turn], turn: Turn) -> TraceState:
    """The state of a research turn, with the findings of the runs it goes on with, and their list until it
    has told its own."""
    state = turn.state
    kept, todo, approved, seconds = state.kept, state.todo, state.todo_approved, state.estimated_seconds
    for earlier in _gone_on_with(turns, turn):
        kept = earlier.state.kept + kept
        if not todo and earlier.state.todo:
            todo, seconds = earlier.state.todo, earlier.state.estimated_seconds
            approved = earlier.state.todo_approved or earlier.state.outcome == "needs_input"
    return replace(state, kept=kept, todo=todo, todo_approved=approved, estimated_seconds=seconds)


def _gone_on_with(turns: Sequence[Turn], turn: Turn) -> list[Turn]:
    """The runs of the same research before this one, the last one first."""
    found: list[Turn] = []
    later = turn
    for one in reversed(turns[: turn.number]):
        if one.mode is not Mode.RESEARCH:
            continue
        resumed = later.question.strip().casefold() in RESUME_WORDS
        waited = one.state.outcome == "needs_input"
        if not one.loaded or not (waited or (resumed and one.state.outcome in ("cancelled", "failed"))):
            break
        found.append(one)
        later = one
    return found
