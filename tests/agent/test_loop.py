"""The tool loop as scripts: what the model says in, the list of events out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.agent.limits import Limits
from core.answer.sources import Source
from core.cancel import CancelToken
from core.events import AnswerReady
from core.llm.base import GenerationDone, GenerationRequest, TextDelta
from tests.agent.memory_library import SOURCES, MemoryRetriever
from tests.agent.scripted_run import (
    ACTING,
    DOUBLE,
    SIMPLE,
    Finding,
    Run,
    Slow,
    opening,
    search,
)
from tests.scripted_model import ScriptedModel


def _outcome(run: Run) -> str:
    """Of the event that ends the run, and is its only end."""
    (ended,) = run.of("run_finished")
    assert run.events[-1] is ended
    return str(ended.outcome)


# --- the grammar follows the state -----------------------------------------------------------------


def test_what_does_not_fit_the_budget_is_told_at_once_and_at_the_end() -> None:
    question = "Search at least four times and open at least three citations: when does the contract end?"
    run = Run([search(query) for query in ("end", "contract", "march", "date")], question)
    (notice,) = [event for event in run.of("notice_given") if event.code == "demands_reduced"]
    assert run.events.index(notice) < run.events.index(run.of("model_called")[0])
    (ready,) = run.of("answer_ready")
    assert isinstance(ready, AnswerReady)
    missing = [insufficiency.missing for insufficiency in ready.answer.insufficiencies]
    assert notice.message
    assert all(text in notice.message for text in missing if text.startswith(("You asked", "Of ")))
    assert [text for text in missing if text.startswith(("You asked", "Of "))]
    assert len(run.of("tool_called")) == 5


# --- time ------------------------------------------------------------------------------------------


def test_a_plan_that_takes_too_long_is_an_error_and_the_question_itself_is_searched() -> None:
    limits = replace(Limits.standard(), plan_timeout_s=0.05)
    run = Run([], DOUBLE, limits=limits, delay_s=0.02)
    assert run.story == [
        ("step_failed", "plan_timeout"),
        "forced",
        ("search_docs", DOUBLE),
        "ok",
        *[("open_citation",), "ok"],
    ]
    assert run.of("plan_made")[0].source == "default"
    assert [event.purpose for event in run.of("model_called")] == ["plan", "answer"]
    assert _outcome(run) in ("answered", "no_answer")
    (failure,) = run.of("step_failed")
    assert failure.message.startswith("The language model took longer than 0.05 seconds")


def test_an_action_that_takes_too_long_forces_the_answer_from_what_was_found() -> None:
    slow = {"type": "tool_call", "tool": "search_docs", "input": {"query": "x" * 600}}
    limits = replace(ACTING, chat_timeout_s=0.6)
    run = Run([slow], limits=limits, delay_s=0.02)
    assert run.story[:4] == [("search_docs", DOUBLE), "ok", ("step_failed", "action_timeout"), "forced"]
    assert run.story[4:] == [("open_citation",), "ok"]
    assert _outcome(run) in ("answered", "no_answer")


def test_a_search_that_takes_too_long_is_an_error_and_no_other_is_tried() -> None:
    limits = replace(Limits.standard(), embedding_timeout_s=0.1)
    run = Run([search("seal")], limits=limits, retriever=Slow(0.5))
    given_up = "The search did not finish."
    assert run.story == [("search_docs", DOUBLE), given_up, ("step_failed", "search_timeout"), "forced"]
    assert _outcome(run) == "no_answer"


# --- the end is forced -----------------------------------------------------------------------------


def test_models_without_a_grammar_are_shown_the_forms_and_held_to_the_same_rules() -> None:
    early, late = {"type": "final"}, search("price")
    asked = "Search at least twice: how heavy is the B-120?"
    run = Run([early, search("litres"), opening(1), opening(2), late], asked, grammar=False, limits=ACTING)
    assert run.story[2:5] == [("INVALID_ACTION",), ("search_docs", "litres"), "ok"]
    assert "Gather more before you finish." in run.told
    empty = Run([opening(1), {"type": "final"}], grammar=False, retriever=Finding([]))
    assert empty.story[2:] == [("INVALID_ACTION",)]
    assert "open_citation is not possible now." in empty.model.history[2].messages[-1].content
    assert '{"type":"final"}' in run.model.history[0].messages[0].content
    assert '{"type":"final"}' not in Run([]).model.history[0].messages[0].content


class Knowing(MemoryRetriever):
    """Finds something for these queries only."""

    def __init__(self, *queries: str) -> None:
        super().__init__()
        self._queries = queries

    def found(self, query: str) -> list[Source]:
        return SOURCES[:3] if query in self._queries else []


@pytest.mark.parametrize("limits", [Limits.standard(), Limits.strict()])
@pytest.mark.parametrize("grammar", [True, False])
@pytest.mark.parametrize(
    "first",
    [
        [search(DOUBLE)],  # what the program has searched for already
        [search("the weight of the B-120, the price of its seal")],  # with all words that say something
        [search("weight")],
        [search("weight"), search("price")],
        [],
    ],
)
def test_after_a_search_that_found_nothing_another_may_be_made(
    first: list[Any], limits: Limits, *, grammar: bool
) -> None:
    turns = [*first, search("litres"), opening(1), {"type": "final"}]
    run = Run(turns, DOUBLE, limits=limits, grammar=grammar, retriever=Knowing("litres"))
    assert run.retriever.searched[-1] == "litres"
    assert run.retriever.opened
    assert ("INVALID_ACTION",) not in run.story[: run.story.index(("search_docs", "litres"))]


def test_a_model_that_only_repeats_what_found_nothing_ends() -> None:
    run = Run([search(DOUBLE)] * 20, DOUBLE, grammar=False, retriever=Knowing())
    assert len(run.model.history) <= Limits.standard().max_iterations + 1
    assert run.retriever.searched.count(DOUBLE) == 1
    assert _outcome(run) == "no_answer"


def test_the_openings_that_are_usual_give_way_to_a_search_after_one_without_results() -> None:
    turns = [search("litres"), search("metres"), search("watts"), opening(1)]
    limits = Limits.strict()
    run = Run(turns, SIMPLE, limits=limits, grammar=False, retriever=Knowing(SIMPLE, "watts"))
    assert run.retriever.searched == [SIMPLE, "litres", "metres"]
    assert len(run.retriever.opened) == 1
    run = Run(turns, SIMPLE, limits=limits, grammar=False, retriever=Knowing(SIMPLE, "metres", "watts"))
    assert run.retriever.searched == [SIMPLE, "litres", "metres"]  # two are kept for opening


class HeedsNoLimit(ScriptedModel):
    """A server that goes on as long as it likes."""

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        return super().generate(replace(request, max_tokens=100_000), cancel)


def test_a_server_that_heeds_no_limit_of_tokens_does_not_fill_the_prompt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.agent.scripted_run.ScriptedModel", HeedsNoLimit)
    run = Run([search("weight"), "The pump " * 9000, opening(1), {"type": "final"}], grammar=False)
    assert len(run.told) < 12_000
    assert _outcome(run) in ("answered", "no_answer")


# --- economy ---------------------------------------------------------------------------------------


def test_the_trace_shows_tokens_and_seconds_of_each_step() -> None:
    run = Run([search("weight"), opening(1), opening(2), {"type": "final"}], delay_s=0.001)
    for event in run.of("model_called"):
        assert event.prompt_tokens > event.evaluated_tokens > 0 or event.purpose == "plan"
        assert event.completion_tokens > 0
        assert event.seconds > 0
