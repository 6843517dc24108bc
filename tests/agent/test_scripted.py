"""What comes of what a model writes: at the gate, in the final turn, and in whole runs. Each case is data.

A case names what differs from `gate_kit` and `scripted_run`, and only what it expects is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.agent.limits import Limits
from core.cancel import CancelToken
from core.errors import ModelError, StorageError
from core.judge.run_judge import RunJudge
from core.judge.support import ModelJudge
from core.types import Answer
from tests.agent.gate_kit import (
    QUESTION,
    Script,
    answer_of,
    as_text,
    attempt_of,
    brief,
    demands_of,
    gate_of,
    settled,
    sources_in,
    state_of,
    told_missing,
)
from tests.agent.memory_library import SOURCES
from tests.agent.scripted_run import Finding, Run, grammar_of
from tests.cases import plain
from tests.library_kit import answer_judge
from tests.scored import scored
from tests.scripted_model import ScriptedModel, Turn

ERRORS = {"ModelError": ModelError, "StorageError": StorageError}
FILES = {source.document.filename: source for source in SOURCES}
NAMES = {source.chunk.chunk_id: name for name, source in FILES.items()}


def as_expected(got: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    assert plain({name: got[name] for name in expected}) == expected


def conflicts_in(answer: Answer) -> list[list[Any]]:
    """What documents give differently: the rule, whether it decides, and file, date, value of each."""
    return [
        [
            told.rule,
            told.decided,
            *([side.filename, side.date, side.value] for side in (told.first, told.second)),
        ]
        for told in answer.conflicts
    ]


def turns_of(turns: Sequence[Any]) -> list[Turn]:
    """An object with `error` is a failure."""
    return [
        ERRORS[turn["error"]](*turn["words"]) if isinstance(turn, dict) and "error" in turn else turn
        for turn in turns
    ]


@scored("agent_runs", list)
def test_what_the_gate_says(said: object, comes_to: dict[str, Any], **given: Any) -> None:
    """Its findings, and what is left of the answer when nobody is asked again."""
    demands, sources = demands_of(given.pop("demands", {})), sources_in(given.pop("sources", None))
    state = state_of(demands, sources, **given)
    attempt = attempt_of(as_text(said), state)
    gate = gate_of(attempt, state)
    findings = [(row.code, row.statements, row.by_reading, row.by_writing) for row in gate.findings]
    left = settled(attempt, state).answer
    got = {"findings": findings, "messages": gate.messages, "text": left.text, "missing": told_missing(left)}
    as_expected(got, comes_to)


@scored("agent_runs", list)
def test_how_an_answer_is_grounded(
    said: object, question: str, comes_to: dict[str, Any], **given: Any
) -> None:
    demands, sources = demands_of(given.get("demands", {})), sources_in(given.get("sources"))
    state = state_of(demands, sources, question, queries=["weight", "warranty"])
    answer = attempt_of(as_text(said), state).answer
    cited = [(row.number, row.filename) for row in answer.citations]
    got = {"text": answer.text, "missing": told_missing(answer), "cited": cited}
    as_expected(got | {"conflicts": conflicts_in(answer)}, comes_to)


@scored("agent_runs", list)
def test_what_the_final_turn_comes_to(turns: list[Any], comes_to: dict[str, Any], **given: Any) -> None:
    """`asked`: what stands in the prompts; `not_told`: what does not."""
    demands, opened = demands_of(given.pop("demands", {})), sources_in(given.pop("opened", None))
    more, asked = sources_in(given.pop("more", ())), given.pop("asked", ())
    not_told = given.pop("not_told", ())
    script = Script(turns_of(turns), demands, opened, more, given.pop("question", QUESTION))
    if given.pop("read_as_answer", False):
        reader = ModelJudge(ScriptedModel([], odds=lambda _asked: 2.0), CancelToken())
        script.state.judge = RunJudge(answer_judge(), reader)
    for name, value in given.items():
        setattr(script.state, name, value)
    events = script.play()
    answer = answer_of(events)
    got = {
        "events": brief(events),
        "text": answer.text,
        "missing": told_missing(answer),
        "flags": answer.safety_flags,
        "conflicts": conflicts_in(answer),
        "nearest": [passage.quote for passage in answer.nearest],
        "confidence": answer.confidence,
        "draft": "".join(event.text for event in events if event.kind == "draft_delta"),
    }
    as_expected(got, comes_to)
    prompts = "\n".join(request.messages[-1].content for request in script.model.history)
    assert [words for words in asked if words not in prompts] == []
    assert [words for words in not_told if words in prompts] == []


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
