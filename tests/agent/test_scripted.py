"""What comes of what a model writes in whole runs. Each case is data.

A case names what differs from `scripted_run`, and only what it expects is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.agent.limits import Limits
from core.errors import ModelError, StorageError
from core.types import Answer
from tests.agent.gate_kit import (
    told_missing,
)
from tests.agent.memory_library import SOURCES
from tests.agent.scripted_run import Finding, Run, grammar_of
from tests.cases import plain
from tests.scored import scored
from tests.scripted_model import Turn

ERRORS = {"ModelError": ModelError, "StorageError": StorageError}
FILES = {source.document.filename: source for source in SOURCES}
NAMES = {source.chunk.chunk_id: name for name, source in FILES.items()}


def as_expected(got: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    assert plain({name: got[name] for name in expected}) == expected


def turns_of(turns: Sequence[Any]) -> list[Turn]:
    """An object with `error` is a failure."""
    return [
        ERRORS[turn["error"]](*turn["words"]) if isinstance(turn, dict) and "error" in turn else turn
        for turn in turns
    ]


def may_in(run: Run) -> list[list[Any]]:
    """What the grammar of each call for an action leaves to choose from."""
    calls = zip(run.model.history, run.of("model_called"), strict=True)
    return [grammar_of(request) for request, event in calls if event.purpose == "action"]


@scored("agent_runs", list)
def test_what_a_run_does(turns: list[Any], comes_to: dict[str, Any], **given: Any) -> None:
    """`found`: what every search finds. `told`: what stands in the last prompt; `not_told`: what does not."""
    limits = Limits.strict() if given.pop("limits", "") == "strict" else Limits.standard()
    limits = replace(limits, **given.pop("more_limits", {}))
    found, told, not_told = given.pop("found", None), given.pop("told", ()), given.pop("not_told", ())
    retriever = None if found is None else Finding([FILES[name] for name in found])
    run = Run(turns_of(turns), limits=limits, retriever=retriever, **given)
    ready = run.of("answer_ready")
    answer = ready[-1].answer if ready else Answer("")
    got = {
        "story": run.story,
        "calls": [event.purpose for event in run.of("model_called")],
        "searched": run.retriever.searched,
        "opened": [NAMES.get(chunk_id, chunk_id) for chunk_id in run.retriever.opened],
        "may": may_in(run) if "may" in comes_to else [],
        "statements": [[row.section, row.text] if row.section else row.text for row in answer.statements],
        "missing": told_missing(answer),
        "dropped": [label for event in run.of("evidence_dropped") for label in event.labels],
        "flags": answer.safety_flags,
        "outcome": run.of("run_finished")[-1].outcome,
    }
    as_expected(got, comes_to)
    assert run.events[-1].kind == "run_finished"
    assert [words for words in told if words not in run.told] == []
    assert [words for words in not_told if words in run.told] == []
